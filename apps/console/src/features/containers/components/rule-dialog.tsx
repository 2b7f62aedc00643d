/** Adds or changes a rule of the proxy. */
import { NativeSelect, NumberInput, Switch, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { usePods } from "../../../api/pods.ts";
import { ActionDialog } from "../../../components/action-dialog.tsx";
import { notice } from "../../../lib/notice.tsx";
import { commonTexts, containersTexts } from "../../../texts/index.ts";
import { type Rule, useRuleActions } from "../api/proxy.ts";
import {
  bodyOf,
  CONTAINER_TARGETS,
  canSave,
  draftOf,
  portValid,
  type RuleDraft,
  type TargetKind,
} from "../model/rule.ts";
import classes from "./section.module.css";

const texts = containersTexts.rules;
const PROTOCOLS = ["http", "https", "tcp", "tcps"] as const;
const KINDS: readonly TargetKind[] = ["container", "pod", "user"];

export interface RuleDialogProps {
  /** undefined: a new one. */
  rule: Rule | undefined;
  rules: readonly Rule[];
  opened: boolean;
  onClose: () => void;
}

/** To be mounted anew for each rule. */
export function RuleDialog({ rule, rules, opened, onClose }: RuleDialogProps) {
  const [draft, setDraft] = useState(() => draftOf(rule, rules));
  const { save } = useRuleActions();
  const set = (part: Partial<RuleDraft>) => setDraft((before) => ({ ...before, ...part }));
  const http = draft.protocol === "http" || draft.protocol === "https";
  return (
    <ActionDialog
      opened={opened}
      onClose={onClose}
      title={rule ? texts.edit : texts.add}
      confirmLabel={commonTexts.action.save}
      canConfirm={canSave(draft)}
      onConfirm={() => save(bodyOf(draft, rule?.id))}
      onDone={() => notice.success(texts.saved)}
    >
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
          error={portValid(draft.port) ? undefined : texts.portError}
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
        <Target draft={draft} set={set} />
        {http ? (
          <Textarea
            label={texts.headers}
            description={texts.headersText}
            value={draft.user_header}
            maxLength={4000}
            autosize
            minRows={2}
            onChange={(e) => set({ user_header: e.currentTarget.value })}
          />
        ) : null}
      </div>
    </ActionDialog>
  );
}

function Target({ draft, set }: { draft: RuleDraft; set: (part: Partial<RuleDraft>) => void }) {
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
        placeholder="192.168.1.20:8080"
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
