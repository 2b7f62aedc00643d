/** The kept versions, newest first, with the way back to each. */
import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { IconArrowBackUp, IconListSearch } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { type DataColumn, DataTable } from "../../../components/data-table/data-table.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { formatDateTimeShort, formatFileSize, formatNumber } from "../../../lib/format.ts";
import { projectTexts } from "../../../texts/index.ts";
import type { Version } from "../api/versions.ts";
import { FileName } from "./file-name.tsx";
import { ChangesDialog, RestoreDialog } from "./version-dialogs.tsx";
import classes from "./version-table.module.css";

const texts = projectTexts.versions;
const EMPTY = { title: texts.none, text: texts.noneText };
type Dialog = { kind: "changes" | "restore"; version: Version };
type Open = (dialog: Dialog) => void;

export function VersionTable({ versions }: { versions: readonly Version[] }) {
  const [dialog, setDialog] = useState<Dialog>();
  const columns = useMemo(() => columnsOf(setDialog), []);
  const close = (): void => setDialog(undefined);
  return (
    <InfoBox title={texts.title} flush>
      <p className={classes["text"]}>{texts.text}</p>
      <DataTable
        label={texts.title}
        rows={versions}
        columns={columns}
        rowKey={({ version }) => version}
        filter={false}
        emptyState={EMPTY}
      />
      <ChangesDialog version={dialog?.kind === "changes" ? dialog.version : undefined} onClose={close} />
      <RestoreDialog version={dialog?.kind === "restore" ? dialog.version : undefined} onClose={close} />
    </InfoBox>
  );
}

function columnsOf(open: Open): DataColumn<Version>[] {
  return [
    {
      id: "version",
      header: texts.version,
      value: ({ version }) => Number(version),
      cell: ({ version, current }) => (
        <span className={classes["version"]}>
          {version}
          {current ? <StatusBadge tone="ok">{texts.current}</StatusBadge> : null}
        </span>
      ),
    },
    {
      id: "uploaded",
      header: texts.uploaded,
      value: ({ uploaded }) => uploaded,
      cell: ({ uploaded }) => (
        <span className={classes["nowrap"]}>{formatDateTimeShort(uploaded * 1_000)}</span>
      ),
    },
    { id: "project", header: texts.project, value: ({ name, id }) => name || id },
    {
      id: "file",
      header: texts.file,
      value: ({ filename }) => filename,
      cell: (version) => <FileName version={version} />,
    },
    {
      id: "pods",
      header: texts.pods,
      value: ({ pods }) => pods,
      cell: ({ pods }) => formatNumber(pods),
      align: "right",
    },
    {
      id: "channels",
      header: texts.channels,
      value: ({ channels }) => channels,
      cell: ({ channels }) => formatNumber(channels),
      align: "right",
    },
    {
      id: "size",
      header: texts.size,
      value: ({ size }) => size,
      cell: ({ size }) => <span className={classes["nowrap"]}>{formatFileSize(size)}</span>,
      align: "right",
    },
    {
      id: "actions",
      header: texts.actions,
      cell: (version) => <Actions version={version} open={open} />,
      hideHeader: true,
      align: "right",
    },
  ];
}

function Actions({ version, open }: { version: Version; open: Open }) {
  return (
    <span className={classes["actions"]}>
      <Tooltip label={texts.changes}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={texts.changesTitle(version.version)}
          onClick={() => open({ kind: "changes", version })}
        >
          <IconListSearch size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {version.current ? null : (
        <Button
          size="xs"
          variant="default"
          aria-label={texts.restoreTitle(version.version)}
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          onClick={() => open({ kind: "restore", version })}
        >
          {texts.restore}
        </Button>
      )}
    </span>
  );
}
