/** Adds or changes a rule of the proxy. */
import { Alert, NativeSelect, NumberInput, Switch, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { usePods } from "../../../api/pods.ts";
import { ActionDialog } from "../../../components/action-dialog.tsx";
import { notice } from "../../../lib/notice.tsx";
import { commonTexts, containersTexts } from "../../../texts/index.ts";
import { type ProxyCertificate, type Rule, useRuleActions } from "../api/proxy.ts";
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

export interface RuleDialogProps {
  /** undefined: a new one. */
  rule: Rule | undefined;
  rules: readonly Rule[];
  certificates: readonly ProxyCertificate[];
  opened: boolean;
  onClose: () => void;
}

/** To be mounted anew for each rule. */
export function RuleDialog({ rule, rules, certificates, opened, onClose }: RuleDialogProps) {
  const [draft, setDraft] = useState(() => draftOf(rule, rules));
  const [problem, setProblem] = useState<string>();
  const { check, save } = useRuleActions();
  const set = (part: Partial<RuleDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setProblem(undefined);
  };
  /** Whoever was told what is wrong may store the rule all the same: the target may come later. */
  const store = async (): Promise<boolean> => {
    const body = bodyOf(draft, rule?.id);
    const found = problem === undefined && draft.active ? await check(body) : undefined;
    setProblem(found);
    if (found === undefined) await save(body);
    return found === undefined;
  };
  const http = draft.protocol === "http" || draft.protocol === "https";
  return (
    <ActionDialog
      opened={opened}
      onClose={onClose}
      title={rule ? texts.edit : texts.add}
      confirmLabel={problem === undefined ? commonTexts.action.save : texts.saveAnyway}
      canConfirm={canSave(draft)}
      fields={FIELDS}
      onConfirm={store}
      done={(stored) => stored}
      onDone={() => notice.success(texts.saved)}
    >
      {(refused) => (
        <div className={classes["stack"]}>
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
          {problem === undefined ? null : (
            <Alert color="orange" variant="light" role="alert" title={texts.unreachable} ref={intoView}>
              {problem}. {texts.unreachableText}
            </Alert>
          )}
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
    </ActionDialog>
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
