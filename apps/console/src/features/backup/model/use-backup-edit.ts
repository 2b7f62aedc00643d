/** The edit of the settings of the backups. */
import { useQueryClient } from "@tanstack/react-query";
import { notice } from "../../../lib/notice.tsx";
import { type Edit, type Stored, useEdit } from "../../../lib/use-edit.ts";
import { backupTexts, commonTexts } from "../../../texts/index.ts";
import { type BackupConfig, configQuery, saveConfig, stateQuery } from "../api/backup.ts";
import { bodyOf, type Draft, draftOf, portOf } from "./draft.ts";

export type BackupEdit = Edit<BackupConfig, Draft>;
export const PORT = "target.ftp.port";

export function useBackupEdit(stored: Stored<BackupConfig>): BackupEdit {
  const client = useQueryClient();
  const edit = useEdit<BackupConfig, Draft, unknown>({
    queryKey: configQuery.queryKey,
    eager: true,
    values: draftOf,
    errors: (draft): Record<string, string> =>
      portOf(draft) === undefined ? { [PORT]: backupTexts.settings.portWrong } : {},
    save: (draft, before, ifMatch) =>
      saveConfig(bodyOf(draft, portOf(draft) ?? before.target.ftp.port), ifMatch),
    onSaved: () => {
      void client.invalidateQueries({ queryKey: stateQuery.queryKey });
      notice.success(commonTexts.edit.saved);
    },
  });
  return edit(stored);
}
