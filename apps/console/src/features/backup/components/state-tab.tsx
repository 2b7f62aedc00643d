/** How the last backup ended, when the next one is due, and the backups that are kept. */
import { Alert, Button } from "@mantine/core";
import { IconArchive, IconDownload, IconFiles, IconRestore, IconTrash } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { FactTable } from "../../../components/fact-table.tsx";
import { InfoBox, InfoList } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { QueryState } from "../../../components/query-state.tsx";
import { RowActions } from "../../../components/row-actions.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { formatDateTime, formatFileSize, formatNumber } from "../../../lib/format.ts";
import { notice } from "../../../lib/notice.tsx";
import { backupTexts, commonTexts } from "../../../texts/index.ts";
import {
  type BackupState,
  downloadBackup,
  removeBackup,
  runBackup,
  stateQuery,
  useBackupState,
} from "../api/backup.ts";
import { type Opened, openBackup } from "../api/restore.ts";
import classes from "./backup.module.css";
import { RestoreBox } from "./restore/restore-box.tsx";

const texts = backupTexts.state;

export function StateTab() {
  const query = useBackupState();
  const [opened, setOpened] = useState<Opened>();
  return (
    <QueryState query={query}>
      {(state) => (
        <div className={layout["stackWide"]}>
          <LastBox state={state} />
          <FilesBox files={state.files} onOpened={setOpened} />
          <RestoreBox opened={opened} onOpened={setOpened} />
        </div>
      )}
    </QueryState>
  );
}

function LastBox({ state }: { state: BackupState }) {
  const client = useQueryClient();
  const [starting, setStarting] = useState(false);
  const { active, files, last, next } = state;
  async function start(): Promise<void> {
    setStarting(true);
    try {
      await runBackup();
      notice.info(texts.started);
    } catch (error) {
      notice.apiError(error);
    } finally {
      setStarting(false);
      void client.invalidateQueries({ queryKey: stateQuery.queryKey });
    }
  }
  return (
    <InfoBox
      title={texts.box}
      icon={IconArchive}
      status={<Badge state={state} />}
      actions={
        <Button size="xs" onClick={() => void start()} loading={starting} disabled={active}>
          {texts.now}
        </Button>
      }
      footer={<p className={classes["text"]}>{texts.proven}</p>}
    >
      <div className={layout["stackWide"]}>
        {last === null ? <p>{active ? texts.running : texts.never}</p> : null}
        {last?.error === undefined || last.success ? null : (
          <Alert color="red" variant="light" title={texts.failed}>
            {last.error}
          </Alert>
        )}
        <InfoList
          items={[
            ...(last === null
              ? []
              : [
                  { label: texts.start, value: formatDateTime(last.start * 1000) },
                  { label: texts.end, value: formatDateTime(last.end * 1000) },
                  { label: texts.upload, value: uploadText(last.upload.ftp) },
                ]),
            ...(last === null && files.length === 0
              ? []
              : [
                  { label: texts.files, value: formatNumber(files.length) },
                  {
                    label: texts.size,
                    value: formatFileSize(files.reduce((sum, { size }) => sum + size, 0)),
                  },
                ]),
            { label: texts.schedule, value: next === null ? texts.scheduleOff : formatDateTime(next * 1000) },
          ]}
        />
        {last === null || last.left.length === 0 ? null : (
          <div>
            <h3 className={classes["subtitle"]}>{texts.left}</h3>
            <ul className={classes["list"]}>
              {last.left.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </InfoBox>
  );
}

function Badge({ state: { active, last } }: { state: BackupState }) {
  if (active) return <StatusBadge tone="info">{texts.active}</StatusBadge>;
  if (last === null) return null;
  return last.success ? (
    <StatusBadge tone="ok">{texts.success}</StatusBadge>
  ) : (
    <StatusBadge tone="error">{texts.failed}</StatusBadge>
  );
}

function uploadText({ active, success }: { active: boolean; success: boolean }): string {
  if (!active) return texts.uploadOff;
  return success ? texts.uploadOk : texts.uploadFailed;
}

function fileActions(name: string, restore: () => void, remove: () => void) {
  const names = backupTexts.files;
  return (
    <RowActions
      row={name}
      actions={[
        {
          label: commonTexts.action.download,
          name: names.download(name),
          icon: IconDownload,
          run: () => void downloadBackup(name).catch((error: unknown) => notice.apiError(error)),
        },
        {
          label: backupTexts.restore.one,
          name: backupTexts.restore.of(name),
          icon: IconRestore,
          run: restore,
        },
        { label: commonTexts.action.delete, name: names.remove(name), icon: IconTrash, run: remove },
      ]}
    />
  );
}

interface FilesBoxProps {
  files: BackupState["files"];
  onOpened: (opened: Opened) => void;
}

function FilesBox({ files, onOpened }: FilesBoxProps) {
  const client = useQueryClient();
  const [leaving, setLeaving] = useState<{ name: string; opened: boolean }>({ name: "", opened: false });
  const names = backupTexts.files;
  const restore = (name: string) =>
    void openBackup("device", name).then(onOpened, (error: unknown) => notice.apiError(error));
  return (
    <InfoBox title={names.box} icon={IconFiles} flush={files.length > 0}>
      {files.length === 0 ? (
        <EmptyState title={names.none} />
      ) : (
        <FactTable
          label={names.box}
          rows={files}
          rowKey={({ name }) => name}
          columns={[
            { id: "name", header: names.name, cell: ({ name }) => name, mono: true },
            { id: "size", header: names.size, cell: ({ size }) => formatFileSize(size), align: "right" },
            { id: "ts", header: names.time, cell: ({ ts }) => formatDateTime(ts * 1000) },
            {
              id: "actions",
              header: names.actions,
              align: "right",
              cell: ({ name }) =>
                fileActions(
                  name,
                  () => restore(name),
                  () => setLeaving({ name, opened: true }),
                ),
            },
          ]}
        />
      )}
      <ConfirmDialog
        opened={leaving.opened}
        onClose={() => setLeaving((now) => ({ ...now, opened: false }))}
        title={names.removeTitle}
        confirmLabel={commonTexts.action.delete}
        question={names.question(leaving.name)}
        danger
        onConfirm={() => removeBackup(leaving.name)}
        onDone={() => {
          notice.success(names.removed);
          void client.invalidateQueries({ queryKey: stateQuery.queryKey });
        }}
      />
    </InfoBox>
  );
}
