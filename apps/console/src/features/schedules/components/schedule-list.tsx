/** Time programmes: what each says now and why, what comes next, and its plan. */
import { Link } from "@tanstack/react-router";
import { DottedName } from "../../../components/dotted-name.tsx";
import { type FactColumn, FactTable } from "../../../components/fact-table.tsx";
import layout from "../../../components/layout.module.css";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { formatMoment } from "../../../lib/format.ts";
import { valueText } from "../../../lib/value-text.ts";
import { schedulesTexts as texts } from "../../../texts/index.ts";
import type { ScheduleRow } from "../api/schedules.ts";
import classes from "./schedules.module.css";

const COLUMNS: readonly FactColumn<ScheduleRow>[] = [
  {
    id: "name",
    header: texts.columns.name,
    rowHeader: true,
    breaks: true,
    cell: (row) => (
      <span className={classes["lines"]}>
        <Link
          to="/runtime/schedules/$id"
          params={{ id: row.chan }}
          aria-label={texts.change(row.label ?? row.chan)}
        >
          {row.label ?? <DottedName name={row.chan} />}
        </Link>
        {row.label === undefined ? null : (
          <span className={layout["muted"]}>
            <DottedName name={row.chan} />
          </span>
        )}
        <Badges row={row} />
      </span>
    ),
  },
  {
    id: "now",
    header: texts.columns.now,
    breaks: true,
    cell: ({ since, value, why }) => (
      <span className={classes["lines"]}>
        <span className={classes["value"]}>{valueText(value)}</span>
        <span>{why}</span>
        {since === undefined ? null : (
          <span className={layout["muted"]}>{texts.since(formatMoment(since))}</span>
        )}
      </span>
    ),
  },
  { id: "next", header: texts.columns.next, breaks: true, cell: next },
  { id: "plan", header: texts.columns.plan, breaks: true, cell: plan },
];

function Badges({ row: { edited, off, override } }: { row: ScheduleRow }) {
  const { badges } = texts;
  return (
    <>
      {override ? (
        <StatusBadge tone="warn">{badges.override(formatMoment(override.until))}</StatusBadge>
      ) : null}
      {off ? <StatusBadge tone="off">{badges.off}</StatusBadge> : null}
      {edited ? <StatusBadge tone="info">{badges.edited}</StatusBadge> : null}
    </>
  );
}

function next({ next: changes }: ScheduleRow) {
  if (changes.length === 0) return <span className={layout["muted"]}>{texts.noNext}</span>;
  return (
    <ol className={classes["lines"]}>
      {changes.map(({ at, value, why }) => (
        <li key={at}>
          {formatMoment(at)}: {valueText(value)} <span className={layout["muted"]}>({why})</span>
        </li>
      ))}
    </ol>
  );
}

function plan({ default: usual, exceptions, times }: ScheduleRow) {
  return (
    <ul className={classes["lines"]}>
      {times.length === 0 ? <li className={layout["muted"]}>{texts.noTimes}</li> : null}
      {times.map(({ at, days, value }) => (
        <li key={`${days} ${at}`}>
          {days} {at}: {valueText(value)}
        </li>
      ))}
      <li className={layout["muted"]}>
        {texts.default}: {valueText(usual)}
      </li>
      {exceptions.length === 0 ? null : (
        <li className={layout["muted"]}>
          {texts.exceptions}: {exceptions.join(", ")}
        </li>
      )}
    </ul>
  );
}

export function ScheduleList({ rows }: { rows: readonly ScheduleRow[] }) {
  return <FactTable label={texts.title} rows={rows} columns={COLUMNS} rowKey={({ chan }) => chan} top />;
}
