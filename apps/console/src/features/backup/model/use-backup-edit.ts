/** The edit of the settings of the backups. */
import { useQueryClient } from "@tanstack/react-query";
import { namedFields, type Words } from "../../../lib/conflict.ts";
import { notice } from "../../../lib/notice.tsx";
import { type Edit, type Stored, useEdit } from "../../../lib/use-edit.ts";
import { backupTexts, commonTexts } from "../../../texts/index.ts";
import { type BackupConfig, configQuery, saveConfig, stateQuery } from "../api/backup.ts";
import { bodyOf, type Draft, draftOf, portOf, savesNothing } from "./draft.ts";

const texts = backupTexts.settings;
const LABELS = {
  use: texts.use,
  mode: texts.mode,
  "time.0": texts.hour,
  "time.1": texts.minute,
  wday: texts.weekday,
  mday: texts.monthday,
  "backup.config.use": texts.config,
  "backup.influxdb.use": texts.influxdb,
  "backup.influxdb.has_token": texts.token,
  "backup.grafana.use": texts.grafana,
  "backup.mosquitto.use": texts.mosquitto,
  "backup.recorded.use": texts.recorded,
  has_pwd: texts.password,
  "target.ftp.use": texts.ftpUse,
  "target.ftp.tls": texts.tls,
  "target.ftp.verify": texts.verify,
  "target.ftp.host": texts.host,
  "target.ftp.port": texts.port,
  port: texts.port,
  "target.ftp.user": texts.user,
  "target.ftp.path": texts.path,
  "target.ftp.pasv": texts.passive,
  "target.ftp.has_pwd": texts.ftpPassword,
};
const WORDS: Words<Draft> = namedFields(LABELS, (field, value) => {
  if (field === "mode") return texts.modes[Number(value) as keyof typeof texts.modes];
  return field === "wday" ? texts.weekdays[Number(value)] : undefined;
});

export type BackupEdit = Edit<BackupConfig, Draft>;
export const PORT = "target.ftp.port";

export function useBackupEdit(stored: Stored<BackupConfig>): BackupEdit {
  const client = useQueryClient();
  const edit = useEdit<BackupConfig, Draft, unknown>({
    form: "backup.config",
    queryKey: configQuery.queryKey,
    eager: true,
    values: draftOf,
    errors: (draft): Record<string, string> => ({
      ...(portOf(draft) === undefined ? { [PORT]: texts.portWrong } : {}),
      ...(savesNothing(draft) ? { backup: texts.nothing } : {}),
    }),
    save: (draft, before, ifMatch) =>
      saveConfig(bodyOf(draft, portOf(draft) ?? before.target.ftp.port), ifMatch),
    words: WORDS,
    onSaved: () => {
      void client.invalidateQueries({ queryKey: stateQuery.queryKey });
      notice.success(commonTexts.edit.saved);
    },
  });
  return edit(stored);
}
