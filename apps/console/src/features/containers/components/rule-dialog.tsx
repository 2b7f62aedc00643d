/** Adds or changes a rule of the proxy. */

import { CODES } from "@hubwart/contract";
import { Alert, NativeSelect, NumberInput, Switch, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { usePods } from "../../../api/pods.ts";
import { EntryDialog } from "../../../components/entry-dialog.tsx";
import layout from "../../../components/layout.module.css";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { namedFields } from "../../../lib/conflict.ts";
import { notice } from "../../../lib/notice.tsx";
import { commonTexts, containersTexts } from "../../../texts/index.ts";
import { type CheckedRule, type ProxyCertificate, type Rule, useRuleActions } from "../api/proxy.ts";
import { certificateName } from "../model/certificate.ts";
import {
  bodyOf,
  CONTAINER_TARGETS,
  canSave,
  draftOf,
  portValid,
  type RuleDraft,
  type TargetKind,
  usesTls,
} from "../model/rule.ts";
import classes from "./section.module.css";

const texts = containersTexts.rules;
const PROTOCOLS = ["http", "https", "tcp", "tcps"] as const;
/** As the call names them. */
const FIELDS = ["name", "port", "user_url", "user_header"];
const KINDS: readonly TargetKind[] = ["container", "pod", "user"];

const WORDS = namedFields<RuleDraft>(
  {
    active: texts.active,
    name: texts.name,
    port: texts.port,
    protocol: texts.protocol,
    kind: texts.kind,
    container: texts.container,
    pod: texts.pod,
    user_url: texts.address,
    user_header: texts.headers,
    certificate: texts.certificateLabel,
  },
  (field, value) => (field === "kind" ? texts.kinds[value as TargetKind] : undefined),
);

export interface RuleDialogProps {
  /** undefined: a new one. */
  rule: Rule | undefined;
  rules: readonly Rule[];
  certificates: readonly ProxyCertificate[];
  /** Of the list that the dialog was opened from. */
  etag: string | undefined;
  opened: boolean;
  onClose: () => void;
}

/** To be mounted anew for each rule. */
export function RuleDialog({ rule, rules, certificates, etag, opened, onClose }: RuleDialogProps) {
  const [draft, setDraft] = useState(() => draftOf(rule, rules));
  const [found, setFound] = useState<CheckedRule>();
  const { check, latest, save } = useRuleActions();
  const set = (part: Partial<RuleDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setFound(undefined);
  };
  /** Whoever was told what is wrong may store the rule all the same: the target may come later. */
  const ask = async (): Promise<boolean> => {
    const checked = found === undefined && draft.active ? await check(bodyOf(draft, rule?.id)) : undefined;
    const wrong = checked?.problem === undefined ? undefined : checked;
    setFound(wrong);
    return wrong === undefined;
  };
  const http = draft.protocol === "http" || draft.protocol === "https";
  return (
    <EntryDialog
      entry={rule && draftOf(rule, rules)}
      etag={etag}
      latest={async () => {
        const stored = await latest();
        const now = rule && stored?.data.rules.find(({ id }) => id === rule.id);
        return { entry: now && draftOf(now, rules), etag: stored?.etag };
      }}
      words={WORDS}
      set={set}
      mine={draft}
      before={ask}
      store={(mark) => save(bodyOf(draft, rule?.id), mark)}
      onSaved={() => notice.success(texts.saved)}
      opened={opened}
      onClose={onClose}
      title={rule ? texts.edit : texts.add}
      confirmLabel={found === undefined ? commonTexts.action.save : texts.saveAnyway}
      canConfirm={canSave(draft)}
      fields={FIELDS}
      messages={{ [CODES.conflict]: texts.overtaken }}
    >
      {(refused) => (
        <div className={layout["stack"]}>
          <Switch
            label={texts.active}
            checked={draft.active}
            onChange={(e) => set({ active: e.currentTarget.checked })}
          />
          <TextInput
            label={texts.name}
            required
            value={draft.name}
            maxLength={100}
            error={refused["name"]}
            data-autofocus
            onChange={(e) => set({ name: e.currentTarget.value })}
          />
          <NumberInput
            label={texts.port}
            required
            value={draft.port}
            allowDecimal={false}
            allowNegative={false}
            hideControls
            error={portValid(draft.port) ? refused["port"] : texts.portError}
            onChange={(value) => set({ port: typeof value === "number" ? value : "" })}
          />
          <NativeSelect
            label={texts.protocol}
            value={draft.protocol}
            data={[...PROTOCOLS]}
            onChange={(e) =>
              set({ protocol: PROTOCOLS.find((one) => one === e.currentTarget.value) ?? "http" })
            }
          />
          <NativeSelect
            label={texts.kind}
            value={draft.kind}
            data={KINDS.map((value) => ({ value, label: texts.kinds[value] }))}
            onChange={(e) => set({ kind: KINDS.find((one) => one === e.currentTarget.value) ?? "user" })}
          />
          <Target draft={draft} set={set} error={refused["user_url"]} />
          {found === undefined ? null : <Trial found={found} />}
          {usesTls(draft) ? (
            <NativeSelect
              label={texts.certificateLabel}
              value={draft.certificate}
              data={certificateChoices(certificates, draft.certificate)}
              onChange={(e) => set({ certificate: e.currentTarget.value })}
            />
          ) : null}
          {http ? (
            <Textarea
              label={texts.headers}
              description={texts.headersText}
              value={draft.user_header}
              maxLength={4000}
              error={refused["user_header"]}
              autosize
              minRows={2}
              onChange={(e) => set({ user_header: e.currentTarget.value })}
            />
          ) : null}
        </div>
      )}
    </EntryDialog>
  );
}

/** What is wrong, and how far a request came. */
function Trial({ found: { about, hops, problem = "" } }: { found: CheckedRule }) {
  const says = texts.trial[about ?? "target"];
  return (
    <Alert color="orange" variant="light" role="alert" title={says.title} ref={intoView}>
      <p className={classes["sentence"]}>
        {problem.replace(/\.$/, "")}. {says.text}
      </p>
      {hops.length < 2 ? null : (
        <ul className={classes["plain"]}>
          {hops.map(({ hop, ok, text }) => (
            <li key={hop}>
              <StatusBadge tone={ok ? "ok" : "error"}>{`${texts.hops[hop]}: ${text}`}</StatusBadge>
            </li>
          ))}
        </ul>
      )}
    </Alert>
  );
}

/** What the answer says about the target is beside it, which may be out of view by then. */
const intoView = (note: HTMLElement | null): void => note?.scrollIntoView({ block: "center" });

function certificateChoices(certificates: readonly ProxyCertificate[], chosen: string) {
  const known = certificates.map((one) => ({ value: one.id, label: certificateName(one) }));
  const gone = chosen !== "" && !certificates.some(({ id }) => id === chosen);
  return [
    { value: "", label: texts.deviceCertificate },
    ...known,
    ...(gone ? [{ value: chosen, label: texts.goneCertificate }] : []),
  ];
}

interface TargetProps {
  draft: RuleDraft;
  set: (part: Partial<RuleDraft>) => void;
  error: string | undefined;
}

function Target({ draft, set, error }: TargetProps) {
  const pods = usePods();
  if (draft.kind === "container") {
    return (
      <NativeSelect
        label={texts.container}
        value={draft.container}
        data={CONTAINER_TARGETS.map((value) => ({ value, label: containersTexts.names[value] ?? value }))}
        onChange={(e) => set({ container: e.currentTarget.value })}
      />
    );
  }
  if (draft.kind === "user") {
    return (
      <TextInput
        label={texts.address}
        required
        placeholder="192.168.1.20:8080"
        error={error}
        value={draft.user_url}
        onChange={(e) => set({ user_url: e.currentTarget.value })}
      />
    );
  }
  const channels = (pods.data?.pods ?? []).map(({ id }) => id.replace(".", ".pod."));
  const all = draft.pod === "" || channels.includes(draft.pod) ? channels : [draft.pod, ...channels];
  return (
    <NativeSelect
      label={texts.pod}
      description={all.length === 0 ? texts.noPods : undefined}
      value={draft.pod}
      data={[{ value: "", label: "–" }, ...all.map((value) => ({ value, label: value }))]}
      onChange={(e) => set({ pod: e.currentTarget.value })}
    />
  );
}
