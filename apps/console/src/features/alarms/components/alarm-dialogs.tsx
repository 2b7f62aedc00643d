/** What needs a reason or a text: shelving, comments, maintenance. */
import { LIMITS } from "@hubwart/contract";
import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useId, useState } from "react";
import { usePods } from "../../../api/pods.ts";
import { ActionDialog } from "../../../components/action-dialog.tsx";
import { notice } from "../../../lib/notice.tsx";
import { commonTexts, alarmsTexts as texts } from "../../../texts/index.ts";
import { type Alarm, useAlarmActions } from "../api/alarms.ts";
import { useTags } from "../api/channels.ts";

interface DialogProps {
  alarm: Alarm;
  onClose: () => void;
}

const needed = (field: string, text: string): Record<string, string> =>
  text.trim() === "" ? { [field]: commonTexts.form.required } : {};

export function ShelveDialog({ alarm, onClose }: DialogProps) {
  const actions = useAlarmActions();
  const [why, setWhy] = useState("");
  const [minutes, setMinutes] = useState("60");
  return (
    <ActionDialog
      onClose={onClose}
      title={texts.shelve.title}
      confirmLabel={texts.actions.shelve}
      fields={["why", "minutes"]}
      check={() => needed("why", why)}
      onConfirm={() => actions.shelve({ nrs: [alarm.nr], why, minutes: Number(minutes) })}
      onDone={({ done }) => notice.success(texts.done.shelve(done))}
    >
      {(errors) => (
        <>
          <p>
            <strong>{alarm.text}</strong>
          </p>
          <p>{texts.shelve.text}</p>
          <Why text={why} change={setWhy} error={errors["why"]} hint={texts.shelve.whyHint} />
          <NativeSelect
            label={texts.shelve.duration}
            data={texts.shelve.durations}
            value={minutes}
            onChange={({ currentTarget }) => setMinutes(currentTarget.value)}
            error={errors["minutes"]}
          />
        </>
      )}
    </ActionDialog>
  );
}

export function CommentDialog({ alarm, onClose }: DialogProps) {
  const actions = useAlarmActions();
  const [text, setText] = useState(alarm.comment?.text ?? "");
  return (
    <ActionDialog
      onClose={onClose}
      title={texts.comment.title}
      confirmLabel={commonTexts.action.save}
      fields={["text"]}
      check={() => needed("text", text)}
      onConfirm={() => actions.comment({ nr: alarm.nr, text })}
      onDone={() => notice.success(texts.done.comment)}
    >
      {(errors) => (
        <>
          <p>
            <strong>{alarm.text}</strong>
          </p>
          <Textarea
            label={texts.comment.label}
            description={texts.comment.hint}
            required
            rows={4}
            maxLength={LIMITS.alarmWordsMax}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            error={errors["text"]}
          />
        </>
      )}
    </ActionDialog>
  );
}

export function MaintenanceDialog({ onClose }: { onClose: () => void }) {
  const actions = useAlarmActions();
  const [scope, setScope] = useState("");
  const [why, setWhy] = useState("");
  const [minutes, setMinutes] = useState("480");
  const offers = useId();
  const pods = usePods().data?.pods ?? [];
  const tags = useTags(true);
  return (
    <ActionDialog
      onClose={onClose}
      title={texts.maintenance.begin}
      confirmLabel={texts.maintenance.begin}
      fields={["scope", "why", "minutes"]}
      check={() => ({ ...needed("scope", scope), ...needed("why", why) })}
      onConfirm={() => actions.maintain({ scope: scope.trim(), why, minutes: Number(minutes) })}
      onDone={() => notice.success(texts.done.maintain)}
    >
      {(errors) => (
        <>
          <TextInput
            label={texts.maintenance.scope}
            description={texts.maintenance.scopeHint}
            required
            maxLength={100}
            list={offers}
            autoComplete="off"
            value={scope}
            onChange={({ currentTarget }) => setScope(currentTarget.value)}
            error={errors["scope"]}
          />
          <datalist id={offers}>
            {[...pods.map(({ id }) => id), ...tags.map((tag) => `#${tag}`)].map((value) => (
              <option key={value} value={value}>
                {value}
              </option>
            ))}
          </datalist>
          <Why text={why} change={setWhy} error={errors["why"]} />
          <NativeSelect
            label={texts.maintenance.until}
            data={texts.maintenance.durations}
            value={minutes}
            onChange={({ currentTarget }) => setMinutes(currentTarget.value)}
            error={errors["minutes"]}
          />
        </>
      )}
    </ActionDialog>
  );
}

interface WhyProps {
  text: string;
  change: (text: string) => void;
  error: string | undefined;
  hint?: string;
}

const Why = ({ text, change, error, hint }: WhyProps) => (
  <TextInput
    label={texts.shelve.why}
    {...(hint === undefined ? {} : { description: hint })}
    required
    maxLength={LIMITS.alarmWordsMax}
    value={text}
    onChange={({ currentTarget }) => change(currentTarget.value)}
    error={error}
  />
);
