/** Entries of the change log, newest first. */
import { DottedName } from "../../../components/dotted-name.tsx";
import { type FactColumn, FactTable } from "../../../components/fact-table.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { formatDateTime } from "../../../lib/format.ts";
import { useAddressed } from "../../../lib/use-view.ts";
import { auditTexts } from "../../../texts/index.ts";
import type { AuditEntry } from "../api/audit.ts";
import { type EntryGroup, groupsOf, isOpen, withOpen } from "../model/groups.ts";
import { actionOf, fieldOf, resultOf } from "../model/labels.ts";
import { differing, type ValueRow } from "../model/values.ts";
import classes from "./audit.module.css";

const texts = auditTexts.columns;

const COLUMNS: readonly FactColumn<EntryGroup>[] = [
  {
    id: "time",
    header: texts.time,
    cell: ({ entry: { ts } }) => <Time ts={ts} />,
  },
  {
    id: "what",
    header: texts.what,
    cell: What,
  },
  {
    id: "who",
    header: texts.who,
    cell: ({ entry }) => <Who entry={entry} />,
  },
  {
    id: "result",
    header: texts.result,
    cell: ({ entry }) => (
      <span className={classes["result"]}>
        <StatusBadge tone={entry.result === 0 ? "ok" : "warn"}>{resultOf(entry)}</StatusBadge>
      </span>
    ),
  },
  {
    id: "before",
    header: texts.before,
    cell: ({ entry, folded }) => (
      <Values rows={folded.length > 0 ? [] : differing(entry.before, entry.after).before} />
    ),
  },
  {
    id: "after",
    header: texts.after,
    cell: ({ entry, folded }) => (
      <Values rows={folded.length > 0 ? [] : differing(entry.before, entry.after).after} />
    ),
  },
];

export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <FactTable
      label={auditTexts.entries}
      rows={groupsOf(entries)}
      columns={COLUMNS}
      rowKey={({ entry }) => String(entry.id)}
      top
    />
  );
}

const addressText = (address: string): string => (address === "" ? auditTexts.onDevice : address);

/** Who it was, and from where. */
function Who({ entry: { address, who } }: { entry: AuditEntry }) {
  return (
    <div>
      {who ? <div className={classes["what"]}>{whoText(who)}</div> : null}
      <span className={classes["nowrap"]}>{addressText(address)}</span>
    </div>
  );
}

function whoText({ kind, name, owner }: NonNullable<AuditEntry["who"]>): string {
  if (kind === "unknown") return auditTexts.unknownName;
  if (kind === "panel") return auditTexts.panel(name);
  if (kind === "central") return auditTexts.fromCentral(name, owner ?? "");
  return kind === "token" ? auditTexts.token(name, owner ?? "") : name;
}

function Time({ ts }: { ts: number }) {
  return (
    <time className={classes["nowrap"]} dateTime={new Date(ts).toISOString()}>
      {formatDateTime(ts)}
    </time>
  );
}

function What({ entry, folded }: EntryGroup) {
  if (folded.length === 0) return <span className={classes["what"]}>{actionOf(entry)}</span>;
  return <Folded folded={folded} />;
}

function Folded({ folded }: Pick<EntryGroup, "folded">) {
  const [opened, setOpened] = useAddressed("audit.open");
  return (
    <details
      className={classes["folded"]}
      open={isOpen(opened, folded)}
      onToggle={({ currentTarget: { open } }) => {
        if (open !== isOpen(opened, folded)) setOpened(withOpen(opened, folded, open));
      }}
    >
      <summary className={classes["what"]}>{auditTexts.signing(folded.length)}</summary>
      <ul>
        {folded.map((each) => (
          <li key={each.id}>
            <Time ts={each.ts} /> {actionOf(each)} (
            {[...(each.who ? [whoText(each.who)] : []), addressText(each.address)].join(", ")})
          </li>
        ))}
      </ul>
    </details>
  );
}

function Values({ rows }: { rows: readonly ValueRow[] }) {
  if (rows.length === 0) return auditTexts.nothing;
  return (
    <dl className={classes["values"]}>
      {rows.map(({ name, text, whole }) => (
        <div key={name}>
          <dt>{fieldOf(name)}</dt>
          <dd title={whole}>
            <DottedName name={text} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
