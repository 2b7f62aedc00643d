/** Schedule, content, password and FTP target of the backups. */
import { Alert, Button } from "@mantine/core";
import { IconSettings } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { InfoBox } from "../../../components/info-box.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { UnsavedGuard } from "../../../components/unsaved-guard.tsx";
import { backupTexts, commonTexts } from "../../../texts/index.ts";
import { useBackupConfig } from "../api/backup.ts";
import { type StoredConfig, useEdit } from "../model/use-edit.ts";
import classes from "./backup.module.css";
import { ContentFields, PasswordFields, ScheduleFields, UseSwitch } from "./fields.tsx";
import { FtpFields } from "./ftp-fields.tsx";

const texts = backupTexts.settings;

export function SettingsTab() {
  const query = useBackupConfig();
  return <QueryState query={query}>{(stored) => <SettingsForm stored={stored} />}</QueryState>;
}

function SettingsForm({ stored }: { stored: StoredConfig }) {
  const edit = useEdit(stored);
  const [tried, setTried] = useState(false);
  const { conflict, dirty, draft, reload, reset, saving } = edit;
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTried(true);
    if (dirty && !saving && (await edit.save())) setTried(false);
  }
  return (
    <InfoBox title={texts.box} icon={IconSettings}>
      <UnsavedGuard dirty={dirty} />
      <form className={classes["form"]} onSubmit={(event) => void submit(event)} noValidate>
        {conflict ? (
          <Alert color="yellow" variant="light">
            {texts.conflict}
            <div>
              <Button mt="xs" size="xs" variant="default" onClick={reload}>
                {texts.reload}
              </Button>
            </div>
          </Alert>
        ) : null}
        <UseSwitch edit={edit} />
        <ScheduleFields edit={edit} disabled={!draft.use} />
        <ContentFields edit={edit} disabled={!draft.use} />
        <PasswordFields edit={edit} disabled={!draft.use} />
        <FtpFields edit={edit} disabled={!draft.use} tried={tried} />
        <div className={classes["buttons"]}>
          <Button type="submit" disabled={!dirty} loading={saving}>
            {commonTexts.action.save}
          </Button>
          <Button variant="default" disabled={!dirty || saving} onClick={reset}>
            {commonTexts.action.reset}
          </Button>
        </div>
      </form>
    </InfoBox>
  );
}
