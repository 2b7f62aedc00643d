/** Restoring on a device in use: from a file, from the FTP target, or one of the list above. */
import { Button } from "@mantine/core";
import { IconRestore } from "@tabler/icons-react";
import { useState } from "react";
import { DataTable } from "../../../../components/data-table/data-table.tsx";
import { EmptyState } from "../../../../components/empty-state.tsx";
import { InfoBox } from "../../../../components/info-box.tsx";
import layout from "../../../../components/layout.module.css";
import { QueryState } from "../../../../components/query-state.tsx";
import { formatFileSize } from "../../../../lib/format.ts";
import { notice } from "../../../../lib/notice.tsx";
import { backupTexts } from "../../../../texts/index.ts";
import { type Opened, openBackup, useTargetFiles } from "../../api/restore.ts";
import classes from "../backup.module.css";
import { RestorePanel } from "./restore-panel.tsx";
import { UploadField } from "./upload-field.tsx";

const texts = backupTexts.restore;

export interface RestoreBoxProps {
  opened: Opened | undefined;
  onOpened: (opened: Opened | undefined) => void;
}

export function RestoreBox({ opened, onOpened }: RestoreBoxProps) {
  const [asked, setAsked] = useState(false);
  return (
    <InfoBox title={texts.box} icon={IconRestore}>
      {opened ? (
        <RestorePanel key={opened.id} opened={opened} onClose={() => onOpened(undefined)} />
      ) : (
        <div className={layout["stackWide"]}>
          <p className={classes["text"]}>{texts.intro}</p>
          <UploadField
            onOpened={onOpened}
            other={
              asked ? null : (
                <Button variant="default" onClick={() => setAsked(true)}>
                  {texts.fromFtp}
                </Button>
              )
            }
          />
          {asked ? <TargetFiles onOpened={onOpened} /> : null}
        </div>
      )}
    </InfoBox>
  );
}

function TargetFiles({ onOpened }: { onOpened: (opened: Opened) => void }) {
  const [fetching, setFetching] = useState<string>();
  const query = useTargetFiles();
  async function fetchFile(name: string): Promise<void> {
    setFetching(name);
    try {
      onOpened(await openBackup("ftp", name));
    } catch (error) {
      notice.apiError(error);
    } finally {
      setFetching(undefined);
    }
  }
  return (
    <QueryState query={query}>
      {({ files }) =>
        files.length === 0 ? (
          <EmptyState title={texts.ftpNone} />
        ) : (
          <DataTable
            label={texts.ftpBox}
            name="ftp"
            rows={files}
            rowKey={({ name }) => name}
            columns={[
              {
                id: "name",
                header: backupTexts.files.name,
                value: ({ name }) => name,
                mono: true,
                breaks: true,
                rowHeader: true,
              },
              {
                id: "size",
                header: backupTexts.files.size,
                value: ({ size }) => size,
                cell: ({ size }) => formatFileSize(size),
                align: "right",
              },
              {
                id: "actions",
                header: backupTexts.files.actions,
                align: "right",
                cell: ({ name }) => fetchButton(name, fetching, () => void fetchFile(name)),
              },
            ]}
          />
        )
      }
    </QueryState>
  );
}

function fetchButton(name: string, fetching: string | undefined, start: () => void) {
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={texts.fetchOf(name)}
      loading={fetching === name}
      disabled={fetching !== undefined}
      onClick={start}
    >
      {texts.fetch}
    </Button>
  );
}
