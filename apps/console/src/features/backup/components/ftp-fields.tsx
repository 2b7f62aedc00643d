/** The FTP server the backups are sent to. */
import { NativeSelect, Switch, TextInput } from "@mantine/core";
import { PasswordInput } from "../../../components/password-input.tsx";
import { backupTexts } from "../../../texts/index.ts";
import { type Draft, type Protocol, protocolOf } from "../model/draft.ts";
import { PORT } from "../model/use-backup-edit.ts";
import classes from "./backup.module.css";
import type { FieldsProps } from "./fields.tsx";

const texts = backupTexts.settings;
const PROTOCOLS: readonly Protocol[] = ["ftp", "verified", "unverified"];

export function FtpFields({ edit, disabled }: FieldsProps) {
  const { values: draft, errors, set } = edit;
  const { ftp } = draft.target;
  const setFtp = (change: Partial<Draft["target"]["ftp"]>) => set({ target: { ftp: { ...ftp, ...change } } });
  const off = disabled || !ftp.use;
  const wrongPassword = errors["target.ftp.pwd"];
  // The device asks for it where the stored one belongs to another server.
  const asked = draft.setFtpPassword || wrongPassword !== undefined;
  return (
    <fieldset className={classes["group"]} disabled={disabled}>
      <legend className={classes["subtitle"]}>{texts.ftp}</legend>
      <Switch
        label={texts.ftpUse}
        disabled={disabled}
        checked={ftp.use}
        onChange={(event) => setFtp({ use: event.currentTarget.checked })}
      />
      <NativeSelect
        label={texts.protocol}
        disabled={off}
        value={protocolOf(draft)}
        onChange={(event) => {
          const chosen = PROTOCOLS.find((known) => known === event.currentTarget.value) ?? "ftp";
          setFtp({ tls: chosen !== "ftp", verify: chosen === "verified" });
        }}
        data={PROTOCOLS.map((value) => ({ value, label: texts.protocols[value] }))}
      />
      <div className={classes["fields"]}>
        <TextInput
          label={texts.host}
          required
          disabled={off}
          autoComplete="off"
          spellCheck={false}
          error={errors["target.ftp.host"]}
          value={ftp.host}
          onChange={(event) => setFtp({ host: event.currentTarget.value })}
        />
        <TextInput
          label={texts.port}
          required
          disabled={off}
          inputMode="numeric"
          error={off ? undefined : errors[PORT]}
          value={draft.port}
          onChange={(event) => set({ port: event.currentTarget.value })}
        />
        <TextInput
          label={texts.user}
          disabled={off}
          autoComplete="off"
          spellCheck={false}
          error={errors["target.ftp.user"]}
          value={ftp.user}
          onChange={(event) => setFtp({ user: event.currentTarget.value })}
        />
        <TextInput
          label={texts.path}
          disabled={off}
          autoComplete="off"
          spellCheck={false}
          error={errors["target.ftp.path"]}
          value={ftp.path}
          onChange={(event) => setFtp({ path: event.currentTarget.value })}
        />
      </div>
      <Switch
        label={texts.passive}
        disabled={off}
        checked={ftp.pasv}
        onChange={(event) => setFtp({ pasv: event.currentTarget.checked })}
      />
      <Switch
        label={texts.ftpPasswordSet}
        description={ftp.has_pwd ? texts.passwordKept : undefined}
        disabled={off}
        checked={asked}
        onChange={(event) => set({ setFtpPassword: event.currentTarget.checked, ftpPassword: "" })}
      />
      {asked ? (
        <PasswordInput
          label={texts.ftpPassword}
          required
          disabled={off}
          autoComplete="new-password"
          error={wrongPassword}
          value={draft.ftpPassword}
          onChange={(event) => set({ setFtpPassword: true, ftpPassword: event.currentTarget.value })}
        />
      ) : null}
    </fieldset>
  );
}
