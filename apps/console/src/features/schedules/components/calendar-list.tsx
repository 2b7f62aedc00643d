/** Calendars of the project: their days, and which comes next. */
import { IconCalendarEvent } from "@tabler/icons-react";
import { EmptyState } from "../../../components/empty-state.tsx";
import { type FactColumn, FactTable } from "../../../components/fact-table.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { schedulesTexts } from "../../../texts/index.ts";
import type { CalendarRow } from "../api/schedules.ts";
import { dayText } from "../model/day-text.ts";
import classes from "./schedules.module.css";

const texts = schedulesTexts.calendars;

const COLUMNS: readonly FactColumn<CalendarRow>[] = [
  { id: "name", header: texts.columns.name, rowHeader: true, breaks: true, cell: ({ id }) => id },
  {
    id: "days",
    header: texts.columns.days,
    breaks: true,
    cell: ({ count, days }) => (
      <ul className={classes["lines"]}>
        {days.map(({ label, text }) => (
          <li key={`${text} ${label}`}>
            {text} {label === undefined ? null : <span className={layout["muted"]}>{label}</span>}
          </li>
        ))}
        {count > days.length ? <li className={layout["muted"]}>{texts.more(count - days.length)}</li> : null}
      </ul>
    ),
  },
  {
    id: "next",
    header: texts.columns.next,
    breaks: true,
    cell: ({ next }) =>
      next === undefined ? null : (
        <span className={classes["lines"]}>
          <span>{dayText(next.date)}</span>
          {next.label === undefined ? null : <span className={layout["muted"]}>{next.label}</span>}
        </span>
      ),
  },
  {
    id: "priority",
    header: texts.columns.priority,
    align: "right",
    cell: ({ priority }) => String(priority),
  },
];

export function CalendarList({ calendars }: { calendars: readonly CalendarRow[] }) {
  return (
    <InfoBox title={texts.title} icon={IconCalendarEvent} flush>
      {calendars.length === 0 ? (
        <EmptyState title={texts.none} text={texts.noneText} />
      ) : (
        <FactTable label={texts.title} rows={calendars} columns={COLUMNS} rowKey={({ id }) => id} top />
      )}
    </InfoBox>
  );
}
