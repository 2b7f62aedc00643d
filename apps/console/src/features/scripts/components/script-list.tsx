/** The scripts with their states; each name leads to its editor. */
import { IconTrash } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { actionColumn } from "../../../components/data-table/action-column.tsx";
import { type DataColumn, DataTable } from "../../../components/data-table/data-table.tsx";
import { DottedName } from "../../../components/dotted-name.tsx";
import layout from "../../../components/layout.module.css";
import { StatusBadge, type Tone } from "../../../components/status-badge.tsx";
import { formatFileSize, NOTHING } from "../../../lib/format.ts";
import { scriptsTexts as texts } from "../../../texts/index.ts";
import type { ScriptFile, ScriptStatus } from "../api/scripts.ts";
import classes from "./scripts.module.css";

export interface Row extends ScriptFile {
  status: ScriptStatus | undefined;
  /** Whether the states are known. */
  known: boolean;
  onDelete: () => void;
}

const TONES: Record<ScriptStatus["state"], Tone> = {
  starting: "info",
  running: "ok",
  waiting: "error",
  broken: "error",
  ended: "off",
};

const heads = texts.columns;
const columns: readonly DataColumn<Row>[] = [
  {
    id: "name",
    header: heads.name,
    value: ({ filename }) => filename,
    cell: ({ changed, filename }) => (
      <div>
        <Link to="/resources/scripts/$file" params={{ file: filename }} className={classes["name"]}>
          <DottedName name={filename} />
        </Link>
        {changed ? <span className={layout["second"]}>{texts.changed}</span> : null}
      </div>
    ),
  },
  { id: "origin", header: heads.origin, value: originOf },
  {
    id: "state",
    header: heads.state,
    value: ({ known, status }) => (status ? texts.states[status.state] : known ? texts.states.off : ""),
    cell: ({ known, status }) => (known ? <State status={status} /> : NOTHING),
  },
  {
    id: "counters",
    header: heads.counters,
    value: ({ status }) => (status ? texts.counters(status.events, status.writes, status.failures) : "–"),
  },
  {
    id: "memory",
    header: heads.memory,
    align: "right",
    value: ({ status }) => status?.memory ?? 0,
    cell: ({ status }) => (status ? formatFileSize(status.memory) : "–"),
  },
  actionColumn(
    heads.actions,
    ({ filename }) => filename,
    ({ onDelete, uploaded }) => (uploaded ? [{ label: texts.delete, icon: IconTrash, run: onDelete }] : []),
  ),
];

export function ScriptList({ rows }: { rows: readonly Row[] }) {
  return (
    <DataTable
      label={texts.list}
      name="scripts"
      rows={rows}
      columns={columns}
      rowKey={({ filename }) => filename}
      emptyState={{ title: texts.empty, text: texts.emptyText }}
    />
  );
}

function State({ status }: { status: ScriptStatus | undefined }) {
  if (!status) return <StatusBadge tone="off">{texts.states.off}</StatusBadge>;
  // One element: on a card, each would be a line of its own.
  return (
    <div>
      <StatusBadge tone={TONES[status.state]}>{texts.states[status.state]}</StatusBadge>
      {status.throttled ? <span className={layout["second"]}>{texts.throttled}</span> : null}
      {status.loop === undefined ? null : <span className={layout["second"]}>{texts.loop(status.loop)}</span>}
      {status.error === undefined ? null : (
        <span className={layout["second"]}>
          {texts.lastError} {status.error}
        </span>
      )}
    </div>
  );
}

function originOf({ in_project, uploaded }: ScriptFile): string {
  if (!uploaded) return texts.origin.project;
  return in_project ? texts.origin.both : texts.origin.uploaded;
}
