/** Schedule, content, password and FTP target of the backups. */
import { IconSettings } from "@tabler/icons-react";
import { EditButtons, EditForm } from "../../../components/edit-form.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { UnsavedGuard } from "../../../components/unsaved-guard.tsx";
import type { Stored } from "../../../lib/use-edit.ts";
import { backupTexts } from "../../../texts/index.ts";
import { type BackupConfig, useBackupConfig } from "../api/backup.ts";
import { useBackupEdit } from "../model/use-backup-edit.ts";
import { ContentFields, PasswordFields, ScheduleFields, UseSwitch } from "./fields.tsx";
import { FtpFields } from "./ftp-fields.tsx";

const texts = backupTexts.settings;

export function SettingsTab() {
  const query = useBackupConfig();
  return <QueryState query={query}>{(stored) => <SettingsForm stored={stored} />}</QueryState>;
}

function SettingsForm({ stored }: { stored: Stored<BackupConfig> }) {
  const edit = useBackupEdit(stored);
  const disabled = !edit.values.use;
  return (
    <InfoBox title={texts.box} icon={IconSettings}>
      <UnsavedGuard dirty={edit.dirty} />
      <EditForm edit={edit}>
        <UseSwitch edit={edit} />
        <ScheduleFields edit={edit} disabled={disabled} />
        <ContentFields edit={edit} disabled={disabled} room={stored.data.room} />
        <PasswordFields edit={edit} disabled={disabled} />
        <FtpFields edit={edit} disabled={disabled} />
        <EditButtons edit={edit} />
      </EditForm>
    </InfoBox>
  );
}
