/** Entries of the change log, newest first. */
import { type FactColumn, FactTable } from "../../../components/fact-table.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { formatDateTime } from "../../../lib/format.ts";
import { auditTexts } from "../../../texts/index.ts";
import type { AuditEntry } from "../api/audit.ts";
import { actionOf, fieldOf } from "../model/labels.ts";
import { valueRows } from "../model/values.ts";
import classes from "./audit.module.css";

const texts = auditTexts.columns;

const COLUMNS: readonly FactColumn<AuditEntry>[] = [
  {
    id: "time",
    header: texts.time,
    cell: ({ ts }) => (
      <time className={classes["nowrap"]} dateTime={new Date(ts).toISOString()}>
        {formatDateTime(ts)}
      </time>
    ),
  },
  {
    id: "what",
    header: texts.what,
    cell: (entry) => <span className={classes["what"]}>{actionOf(entry)}</span>,
  },
  {
    id: "address",
    header: texts.address,
    cell: ({ address }) => (
      <span className={classes["nowrap"]}>{address === "" ? auditTexts.onDevice : address}</span>
    ),
  },
  {
    id: "result",
    header: texts.result,
    cell: ({ result }) =>
      result === 0 ? (
        <StatusBadge tone="ok">{auditTexts.ok}</StatusBadge>
      ) : (
        <StatusBadge tone="warn">{auditTexts.failed(result)}</StatusBadge>
      ),
  },
  { id: "before", header: texts.before, cell: ({ before }) => <Values value={before} /> },
  { id: "after", header: texts.after, cell: ({ after }) => <Values value={after} /> },
];

export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <FactTable
      label={auditTexts.entries}
      rows={entries}
      columns={COLUMNS}
      rowKey={({ id }) => String(id)}
      top
    />
  );
}

function Values({ value }: { value: unknown }) {
  const rows = valueRows(value);
  if (rows.length === 0) return auditTexts.nothing;
  return (
    <dl className={classes["values"]}>
      {rows.map(({ name, text }) => (
        <div key={name}>
          <dt>{fieldOf(name)}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
