/** What a version changed, and how any two of them differ. */
import { Modal, NativeSelect } from "@mantine/core";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import { LoadingState } from "../../../components/loading-state.tsx";
import { type Changes, changeRows } from "../../../components/project-changes/changes.ts";
import { ChangesTable } from "../../../components/project-changes/changes-table.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { formatDateTimeShort } from "../../../lib/format.ts";
import { projectTexts } from "../../../texts/index.ts";
import { changesQuery, compareQuery, currentOf, type Version } from "../api/versions.ts";
import { useLast, type VersionDialogProps } from "./version-dialogs.tsx";
import classes from "./version-table.module.css";

const texts = projectTexts.versions;

export function ChangesDialog({ version, onClose }: VersionDialogProps) {
  const shown = useLast(version);
  return (
    <WideDialog
      opened={version !== undefined}
      onClose={onClose}
      title={shown ? texts.changesTitle(shown.version) : ""}
    >
      <p className={classes["text"]}>{texts.changesText}</p>
      {shown ? <VersionChanges version={shown.version} /> : null}
    </WideDialog>
  );
}

function VersionChanges({ version }: { version: string }) {
  return <Difference query={useQuery(changesQuery(version))} />;
}

export interface CompareDialogProps extends VersionDialogProps {
  versions: readonly Version[];
}

export function CompareDialog({ version, versions, onClose }: CompareDialogProps) {
  const shown = useLast(version);
  return (
    <WideDialog opened={version !== undefined} onClose={onClose} title={texts.compareTitle}>
      {shown ? <Comparison key={shown.version} start={shown} versions={versions} /> : null}
    </WideDialog>
  );
}

/** At first the version with the one that runs; the one that runs with the one before it. */
function Comparison({ start, versions }: { start: Version; versions: readonly Version[] }) {
  const before = versions[versions.findIndex(({ version }) => version === start.version) + 1];
  const other = start.current ? before : currentOf(versions);
  const pair = [start, other ?? start].sort((a, b) => Number(a.version) - Number(b.version));
  const [from, setFrom] = useState(pair[0]?.version ?? "");
  const [to, setTo] = useState(pair[1]?.version ?? "");
  const options = versions.map(({ version, uploaded, note }) => ({
    value: version,
    label: texts.option(version, formatDateTimeShort(uploaded * 1_000), note),
  }));
  const compared = useQuery({ ...compareQuery(from, to), enabled: from !== to });
  return (
    <>
      <div className={classes["pair"]}>
        <NativeSelect
          label={texts.from}
          data={options}
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <NativeSelect
          label={texts.to}
          data={options}
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
      </div>
      {from === to ? <p className={classes["text"]}>{texts.same}</p> : <Difference query={compared} />}
    </>
  );
}

function Difference({ query }: { query: UseQueryResult<Changes> }) {
  return (
    <QueryState query={query} loading={<LoadingState lines={5} shape="table" />}>
      {(data) => <DifferenceTable changes={data} />}
    </QueryState>
  );
}

function DifferenceTable({ changes }: { changes: Changes }) {
  const rows = useMemo(() => changeRows(changes), [changes]);
  return <ChangesTable rows={rows} maxHeight="55vh" />;
}

interface WideDialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
}

function WideDialog(props: WideDialogProps) {
  return (
    <Modal
      {...props}
      size="xl"
      padding={0}
      classNames={{ header: classes["dialogHead"] ?? "", title: classes["dialogTitle"] ?? "" }}
    />
  );
}
