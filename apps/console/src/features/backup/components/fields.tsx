/** Schedule, content and password; disabled while backups are off. */
import { Alert, NativeSelect, Switch } from "@mantine/core";
import { useId } from "react";
import { GroupComplaint } from "../../../components/group-complaint.tsx";
import { PasswordInput } from "../../../components/password-input.tsx";
import { formatFileSize } from "../../../lib/format.ts";
import { backupTexts } from "../../../texts/index.ts";
import type { BackupConfig } from "../api/backup.ts";
import { hasNoRoom } from "../model/draft.ts";
import type { BackupEdit } from "../model/use-backup-edit.ts";
import classes from "./backup.module.css";

const texts = backupTexts.settings;
export interface FieldsProps {
  edit: BackupEdit;
  disabled: boolean;
}

const MODES = [1, 2, 3] as const;
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String(from + at));
const padded = (from: number, to: number) =>
  numbers(from, to).map((value) => ({ value, label: value.padStart(2, "0") }));

export function UseSwitch({ edit: { values: draft, set } }: { edit: BackupEdit }) {
  const hint = useId();
  return (
    <Switch
      label={texts.use}
      // The hint lies within the label, and would be read as a part of the name.
      aria-label={texts.use}
      aria-describedby={draft.use ? undefined : hint}
      description={draft.use ? undefined : <span id={hint}>{texts.offText}</span>}
      checked={draft.use}
      onChange={(event) => set({ use: event.currentTarget.checked })}
    />
  );
}

export function ScheduleFields({ edit: { values: draft, set }, disabled }: FieldsProps) {
  const [hour, minute] = draft.time;
  return (
    <fieldset className={classes["group"]} disabled={disabled}>
      <legend className={classes["subtitle"]}>{texts.schedule}</legend>
      <div className={classes["fields"]}>
        <NativeSelect
          label={texts.mode}
          disabled={disabled}
          value={String(draft.mode)}
          onChange={(event) => {
            const mode = MODES.find((known) => String(known) === event.currentTarget.value);
            if (mode !== undefined) set({ mode });
          }}
          data={MODES.map((mode) => ({ value: String(mode), label: texts.modes[mode] }))}
        />
        <NativeSelect
          label={texts.hour}
          disabled={disabled}
          value={String(hour)}
          onChange={(event) => set({ time: [Number(event.currentTarget.value), minute] })}
          data={padded(0, 23)}
        />
        <NativeSelect
          label={texts.minute}
          disabled={disabled}
          value={String(minute)}
          onChange={(event) => set({ time: [hour, Number(event.currentTarget.value)] })}
          data={padded(0, 59)}
        />
        {draft.mode === 2 ? (
          <NativeSelect
            label={texts.weekday}
            disabled={disabled}
            value={String(draft.wday)}
            onChange={(event) => set({ wday: Number(event.currentTarget.value) })}
            data={texts.weekdays.map((label, day) => ({ value: String(day), label }))}
          />
        ) : null}
        {draft.mode === 3 ? (
          <NativeSelect
            label={texts.monthday}
            description={texts.monthdayText}
            disabled={disabled}
            value={String(draft.mday)}
            onChange={(event) => set({ mday: Number(event.currentTarget.value) })}
            data={numbers(1, 31)}
          />
        ) : null}
      </div>
    </fieldset>
  );
}

interface ContentProps extends FieldsProps {
  room: BackupConfig["room"];
}

function RecordedSwitch({ edit: { values: draft, set }, disabled, room }: ContentProps) {
  const hint = useId();
  const { backup } = draft;
  const recorded = formatFileSize(room.recorded);
  return (
    <>
      <Switch
        label={texts.recorded}
        aria-label={texts.recorded}
        aria-describedby={hint}
        description={<span id={hint}>{texts.recordedText(recorded)}</span>}
        disabled={disabled}
        checked={backup.recorded.use}
        onChange={(event) => set({ backup: { ...backup, recorded: { use: event.currentTarget.checked } } })}
      />
      {hasNoRoom(draft, room) ? (
        <Alert color="yellow" variant="light" role="alert">
          {texts.recordedNoRoom(recorded, formatFileSize(room.free))}
        </Alert>
      ) : null}
    </>
  );
}

export function ContentFields({ edit, disabled, room }: ContentProps) {
  const { values: draft, errors, set } = edit;
  const { backup } = draft;
  const addOns = ["influxdb", "grafana", "mosquitto"] as const;
  return (
    <fieldset className={classes["group"]} disabled={disabled}>
      <legend className={classes["subtitle"]}>{texts.content}</legend>
      <GroupComplaint>{errors["backup"]}</GroupComplaint>
      <Switch
        label={texts.config}
        description={texts.configText}
        disabled={disabled}
        checked={backup.config.use}
        onChange={(event) => set({ backup: { ...backup, config: { use: event.currentTarget.checked } } })}
      />
      {addOns.map((name) => (
        <Switch
          key={name}
          label={texts[name]}
          description={texts.addonTexts[name]}
          disabled={disabled}
          checked={backup[name].use}
          onChange={(event) =>
            set({ backup: { ...backup, [name]: { ...backup[name], use: event.currentTarget.checked } } })
          }
        />
      ))}
      {backup.influxdb.use ? (
        <PasswordInput
          label={texts.token}
          description={backup.influxdb.has_token ? texts.tokenKept : texts.tokenOwn}
          disabled={disabled}
          autoComplete="off"
          value={draft.token}
          onChange={(event) => set({ token: event.currentTarget.value })}
        />
      ) : null}
      <RecordedSwitch edit={edit} disabled={disabled} room={room} />
    </fieldset>
  );
}

export function PasswordFields({ edit: { values: draft, errors, set }, disabled }: FieldsProps) {
  return (
    <fieldset className={classes["group"]} disabled={disabled}>
      <legend className={classes["subtitle"]}>{texts.password}</legend>
      <p className={classes["text"]}>
        {texts.passwordText} {draft.has_pwd ? texts.passwordKept : null}
      </p>
      <Switch
        label={texts.passwordSet}
        disabled={disabled}
        checked={draft.setPassword}
        onChange={(event) => set({ setPassword: event.currentTarget.checked, password: "" })}
      />
      {draft.setPassword ? (
        <PasswordInput
          label={texts.password}
          description={texts.passwordEmpty}
          disabled={disabled}
          autoComplete="new-password"
          error={errors["pwd"]}
          value={draft.password}
          onChange={(event) => set({ password: event.currentTarget.value })}
        />
      ) : null}
    </fieldset>
  );
}
