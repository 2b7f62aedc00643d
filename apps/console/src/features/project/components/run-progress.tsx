/** How far a run has come: bytes sent, then the appliance's check, then the hub's start. */
import { Button, Loader, Progress } from "@mantine/core";
import { IconCircle, IconCircleCheck } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useStatus } from "../../../api/info.ts";
import { InfoBox } from "../../../components/info-box.tsx";
import { useAnnounce } from "../../../lib/announce.ts";
import { formatFileSize } from "../../../lib/format.ts";
import { useFocusOnMount } from "../../../lib/use-focus-on-mount.ts";
import { projectTexts } from "../../../texts/index.ts";
import { isSent, type RunState } from "../run/run-state.ts";
import type { Run } from "../run/run-store.ts";
import classes from "./run-progress.module.css";

const texts = projectTexts.run.progress;
type StepState = "later" | "active" | "over";

export function RunProgress({ run, state }: { run: Run; state: Extract<RunState, { phase: "uploading" }> }) {
  const box = useFocusOnMount<HTMLDivElement>();
  const sent = isSent(state);
  const applying = useIsApplying() && sent;
  useAnnounce(applying ? texts.applying : sent ? texts.checking : texts.sending);
  const check: StepState = applying ? "over" : sent ? "active" : "later";
  // Later the appliance no longer takes it back.
  const canCancel = run.mode === "check" || !sent;
  return (
    <div ref={box} tabIndex={-1} className={classes["box"]}>
      <InfoBox
        title={texts.title}
        footer={
          <Button variant="default" disabled={!canCancel} onClick={run.cancel}>
            {texts.cancel}
          </Button>
        }
      >
        <p className={classes["file"]}>{state.file.name}</p>
        <ol className={classes["steps"]}>
          <Step state={sent ? "over" : "active"} title={sent ? texts.sent : texts.sending}>
            <Progress.Root className={classes["bar"] ?? ""} size="sm">
              <Progress.Section
                value={state.total > 0 ? (state.sent / state.total) * 100 : 0}
                aria-label={texts.label}
              />
            </Progress.Root>
            <span className={classes["detail"]}>
              {texts.bytes(formatFileSize(state.sent), formatFileSize(state.total))}
            </span>
          </Step>
          <Step
            state={check}
            title={{ later: texts.checkLater, active: texts.checking, over: texts.checked }[check]}
          />
          {run.mode === "upload" ? (
            <Step state={applying ? "active" : "later"} title={applying ? texts.applying : texts.applyLater}>
              {applying ? <span className={classes["detail"]}>{texts.applyText}</span> : null}
            </Step>
          ) : null}
        </ol>
      </InfoBox>
    </div>
  );
}

const ICONS = {
  later: <IconCircle size={20} stroke={1.75} aria-hidden />,
  active: <Loader size={18} aria-hidden />,
  over: <IconCircleCheck size={20} stroke={1.75} aria-hidden />,
};

function Step({ state, title, children }: { state: StepState; title: string; children?: ReactNode }) {
  return (
    <li className={classes["step"]} data-state={state}>
      <span className={classes["icon"]}>{ICONS[state]}</span>
      <span className={classes["text"]}>
        <span>{title}</span>
        {children}
      </span>
    </li>
  );
}

/** The appliance has switched to another version since this was first shown; its answer comes when the hub runs. */
function useIsApplying(): boolean {
  const version = useStatus()?.project.version;
  const [before] = useState(version);
  return version !== before;
}
