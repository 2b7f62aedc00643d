import { Button } from "@mantine/core";
import { IconArrowLeft, IconUpload } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { IconButton } from "../../../components/icon-button.tsx";
import { InfoBox, type InfoItem, InfoList } from "../../../components/info-box.tsx";
import { type ChangeRow, changeCounts } from "../../../components/project-changes/changes.ts";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { useAnnounce } from "../../../lib/announce.ts";
import { formatFileSize, formatNumber } from "../../../lib/format.ts";
import { useFocusOnMount } from "../../../lib/use-focus-on-mount.ts";
import { projectTexts } from "../../../texts/index.ts";
import { handOver } from "../run/hand-over.ts";
import { type DoneState, isFinal } from "../run/run-state.ts";
import type { Run } from "../run/run-store.ts";
import { runs } from "../run/runs.ts";
import { summaryText } from "../run/summary-text.ts";
import classes from "./summary.module.css";

const texts = projectTexts.run.summary;

export interface SummaryProps {
  run: Run;
  state: DoneState;
  changes: readonly ChangeRow[] | undefined;
}

export function Summary({ run, state, changes }: SummaryProps) {
  const { tone, badge, title, text } = summaryText(run.mode, state.outcome, state.runtime);
  useAnnounce(`${title} ${text}`.trim());
  // The form is gone: whoever works without a mouse or a screen goes on here.
  const box = useFocusOnMount<HTMLDivElement>();
  return (
    <div ref={box} tabIndex={-1} className={classes["box"]}>
      <InfoBox
        title={texts.title}
        status={<StatusBadge tone={tone}>{badge}</StatusBadge>}
        footer={
          <>
            <IconButton variant="default" icon={IconArrowLeft} onClick={run.reset}>
              {texts.back}
            </IconButton>
            <NextStep run={run} state={state} />
          </>
        }
      >
        <p className={classes["said"]}>
          <span className={classes["title"]}>{title}</span>
          <span className={classes["text"]}>{text || "\u00a0"}</span>
        </p>
        <div className={classes["list"]}>
          <InfoList items={itemsOf(state, changes)} />
        </div>
      </InfoBox>
    </div>
  );
}

function itemsOf(
  { file, outcome, runtime }: DoneState,
  changes: readonly ChangeRow[] | undefined,
): InfoItem[] {
  const { errors, old_hash, new_hash } = outcome.answer;
  const count = (level: string) => formatNumber(errors.filter(({ Level }) => Level === level).length);
  return [
    { label: texts.file, value: `${file.name} (${formatFileSize(file.size)})` },
    { label: texts.errors, value: count("error") },
    { label: texts.warnings, value: count("warning") },
    ...(runtime?.kind === "invalid_pod"
      ? [{ label: texts.podsMissing, value: runtime.pods.map(podOf).join(", "), mono: true }]
      : []),
    ...changeCounts(changes ?? []).map(({ kind, text }) => ({
      label: projectTexts.changes.groups[kind],
      value: text,
    })),
    ...(old_hash === "" ? [] : [{ label: texts.oldHash, value: shortHash(old_hash), mono: true }]),
    ...(new_hash === "" ? [] : [{ label: texts.newHash, value: shortHash(new_hash), mono: true }]),
  ];
}

/** `{type}.pod.{pod}` → `{type}.{pod}`, the name everything else uses. */
const podOf = (chan: string): string => chan.replace(".pod.", ".");
const shortHash = (hash: string): string => hash.slice(0, 16);

/** What the pods' pages say more about. */
const TO_PODS: ReadonlySet<string> = new Set(["finished", "invalid_pod", "errors"]);

/** Where an administrator goes from here. */
function NextStep({ run, state }: { run: Run; state: DoneState }): ReactNode {
  const navigate = useNavigate();
  const { outcome, runtime } = state;
  if (outcome.kind === "valid" && run.file) {
    const { file } = run;
    return (
      <IconButton
        icon={IconUpload}
        onClick={() => {
          handOver.give(file);
          if (isFinal(runs.upload.state)) runs.upload.reset();
          void navigate({ to: "/project/upload" });
        }}
      >
        {texts.toUpload}
      </IconButton>
    );
  }
  if (runtime?.kind === "unlicensed") return <StepLink to="/system/license">{texts.toLicense}</StepLink>;
  if (runtime && TO_PODS.has(runtime.kind)) return <StepLink to="/pods">{texts.toPods}</StepLink>;
  return null;
}

function StepLink({ to, children }: { to: "/pods" | "/system/license"; children: ReactNode }) {
  return (
    <Button variant="default" renderRoot={(props) => <Link to={to} {...props} />}>
      {children}
    </Button>
  );
}
