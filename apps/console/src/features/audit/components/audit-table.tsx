/** Entries of the change log, newest first. */
import { StatusBadge } from "../../../components/status-badge.tsx";
import { formatDateTime } from "../../../lib/format.ts";
import { auditTexts } from "../../../texts/index.ts";
import type { AuditEntry } from "../api/audit.ts";
import { actionOf, fieldOf } from "../model/labels.ts";
import { valueRows } from "../model/values.ts";
import classes from "./audit.module.css";

const texts = auditTexts.columns;
const HEAD = [texts.time, texts.what, texts.address, texts.result, texts.before, texts.after];

export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <table className={classes["table"]} aria-label={auditTexts.entries}>
      <thead>
        <tr>
          {HEAD.map((label) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Row key={entry.id} entry={entry} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ entry }: { entry: AuditEntry }) {
  const { ts, address, result, before, after } = entry;
  return (
    <tr>
      <td className={classes["nowrap"]} data-label={texts.time}>
        <time dateTime={new Date(ts).toISOString()}>{formatDateTime(ts)}</time>
      </td>
      <td className={classes["what"]} data-label={texts.what}>
        {actionOf(entry)}
      </td>
      <td className={classes["nowrap"]} data-label={texts.address}>
        {address === "" ? auditTexts.onDevice : address}
      </td>
      <td data-label={texts.result}>
        {result === 0 ? (
          <StatusBadge tone="ok">{auditTexts.ok}</StatusBadge>
        ) : (
          <StatusBadge tone="warn">{auditTexts.failed(result)}</StatusBadge>
        )}
      </td>
      <td data-label={texts.before}>
        <Values value={before} />
      </td>
      <td data-label={texts.after}>
        <Values value={after} />
      </td>
    </tr>
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
