/** The kept versions, newest first: notes, files, differences, and the way back to each. */

import { IconArrowBackUp, IconPinFilled } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { ButtonLink } from "../../../components/button-link.tsx";
import { type DataColumn, DataTable } from "../../../components/data-table/data-table.tsx";
import { IconButton } from "../../../components/icon-button.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { RowMenu } from "../../../components/row-menu.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { formatDateTimeShort, formatFileSize } from "../../../lib/format.ts";
import { projectTexts } from "../../../texts/index.ts";
import type { Version } from "../api/versions.ts";
import { FileName } from "./file-name.tsx";
import { useVersionActions, type VersionDialog, VersionDialogs } from "./version-actions.tsx";
import classes from "./version-table.module.css";

const texts = projectTexts.versions;
const EMPTY = {
  title: texts.none,
  text: texts.noneText,
  action: (
    <ButtonLink component="a" to="/project/upload" variant="default">
      {texts.toUpload}
    </ButtonLink>
  ),
};

export function VersionTable({ versions }: { versions: readonly Version[] }) {
  const [dialog, setDialog] = useState<VersionDialog>();
  const columns = useMemo(() => columnsOf(setDialog), []);
  return (
    <InfoBox title={texts.title} flush>
      <p className={classes["text"]}>{texts.text}</p>
      <DataTable
        label={texts.title}
        name="versions"
        rows={versions}
        columns={columns}
        rowKey={({ version }) => version}
        emptyState={EMPTY}
      />
      <VersionDialogs dialog={dialog} versions={versions} onClose={() => setDialog(undefined)} />
    </InfoBox>
  );
}

function columnsOf(open: (dialog: VersionDialog) => void): DataColumn<Version>[] {
  return [
    {
      id: "version",
      header: texts.version,
      value: ({ version }) => Number(version),
      cell: ({ version, current, keep }) => (
        <span className={classes["version"]}>
          {version}
          {current ? <StatusBadge tone="ok">{texts.current}</StatusBadge> : null}
          {keep ? (
            <span className={classes["keep"]} title={texts.kept}>
              <IconPinFilled size={15} aria-hidden />
              <span className="hw-visually-hidden">{texts.kept}</span>
            </span>
          ) : null}
        </span>
      ),
    },
    {
      id: "uploaded",
      header: texts.uploaded,
      value: ({ uploaded }) => uploaded,
      cell: ({ uploaded, address, of }) => (
        <span className={classes["lines"]}>
          <span className={classes["nowrap"]}>{formatDateTimeShort(uploaded * 1_000)}</span>
          {address === undefined ? null : <span className={classes["by"]}>{texts.by(address)}</span>}
          {of === undefined ? null : <span className={classes["by"]}>{texts.of(of)}</span>}
        </span>
      ),
    },
    {
      id: "project",
      header: texts.project,
      breaks: true,
      value: ({ name, id, note }) => `${name || id} ${note}`,
      cell: ({ name, id, note }) => (
        <span className={classes["lines"]}>
          <span>{name || id}</span>
          {note === "" ? null : <span className={classes["note"]}>{note}</span>}
        </span>
      ),
    },
    {
      id: "file",
      header: texts.file,
      value: ({ filename }) => filename,
      cell: (version) => (
        <span className={classes["lines"]}>
          <FileName version={version} />
          <span className={classes["by"]}>{formatFileSize(version.size)}</span>
        </span>
      ),
    },
    {
      id: "extent",
      header: texts.extent,
      value: ({ channels }) => channels,
      cell: ({ channels, pods }) => (
        <span className={classes["lines"]}>
          <span className={classes["nowrap"]}>{texts.podCount(pods)}</span>
          <span className={classes["nowrap"]}>{texts.channelCount(channels)}</span>
        </span>
      ),
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

function Actions({ version, open }: { version: Version; open: (dialog: VersionDialog) => void }) {
  const actions = useVersionActions(version, open);
  return (
    <span className={classes["actions"]}>
      {version.current ? null : (
        <IconButton
          size="xs"
          variant="default"
          aria-label={texts.restoreTitle(version.version)}
          icon={IconArrowBackUp}
          onClick={() => open({ kind: "restore", version })}
        >
          {texts.restore}
        </IconButton>
      )}
      <RowMenu label={texts.actionsOf(version.version)} actions={actions} />
    </span>
  );
}
