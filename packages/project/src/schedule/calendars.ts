/** The table `calendars`: one line a day, a range of days, or the holidays of a state. */

import {
  type Calendar,
  type DateRange,
  type GermanState,
  isWeekdayName,
  parseDate,
  parseHolidays,
} from "@hubwart/schedule";
import { scheduleKinds } from "../catalogue/schedules.ts";
import type { Draft } from "../check/draft.ts";
import { shapeFrom } from "../check/shapes.ts";
import { TableView, type ViewRow } from "../check/table-view.ts";
import { placeKey } from "../places.ts";
import type { SheetTable } from "../read/table.ts";
import { placeText } from "../report.ts";
import { CALENDAR_COLUMNS, SCHEDULE_TABLES, USUAL_PRIORITY } from "../schedule-tables.ts";
import { NAME } from "../tables.ts";

/** Rows of all calendars: each day is looked up in all of them. */
export const DATES_MAX = 2_000;

interface Known {
  ranges: DateRange[];
  states: Set<GermanState>;
  priority?: { value: number; row: ViewRow };
}

/** Calendars whose rows are broken are among them: a reference to one is no error of its own. */
export function checkCalendars(tables: readonly SheetTable[], draft: Draft): Calendar[] {
  const calendars = new Map<string, Known>();
  const shape = shapeFrom(SCHEDULE_TABLES.calendars);
  let count = 0;
  for (const table of tables) {
    const view = TableView.open(table, "calendars", shape, draft.report);
    for (const row of view.rows()) {
      count += 1;
      if (count === DATES_MAX + 1) row.fail(scheduleKinds.tooManyDates, "calendar", { limit: DATES_MAX });
      checkRow(row, calendars, draft);
    }
    view.finish();
  }
  return [...calendars].map(([id, { priority, ranges, states }]) => ({
    id,
    priority: priority?.value ?? USUAL_PRIORITY,
    ...(ranges.length > 0 ? { ranges: ranges.sort(byDate) } : {}),
    ...(states.size > 0 ? { states: [...states].sort() } : {}),
  }));
}

const byDate = (a: DateRange, b: DateRange): number => (keyOf(a) < keyOf(b) ? -1 : 1);
const keyOf = ({ from, to = "", label = "" }: DateRange): string => `${from} ${to} ${label}`;

function checkRow(row: ViewRow, calendars: Map<string, Known>, draft: Draft): void {
  const name = row.text("calendar", CALENDAR_COLUMNS.calendar);
  row.channel = (name ?? "").slice(0, 80);
  if (name !== undefined && (!NAME.test(name) || isWeekdayName(name)))
    row.fail(scheduleKinds.badCalendar, "calendar", { value: name.slice(0, 80) });
  const from = row.text("from", CALENDAR_COLUMNS.from);
  const to = row.text("to", CALENDAR_COLUMNS.to);
  const label = row.text("label", CALENDAR_COLUMNS.label);
  const priority = row.read("priority", CALENDAR_COLUMNS.priority) as number | undefined;
  if (name === undefined) return;
  const known = calendars.get(name) ?? { ranges: [], states: new Set<GermanState>() };
  if (!calendars.has(name)) {
    calendars.set(name, known);
    draft.calendarPlaces.set(placeKey.calendar(name), row.place);
  }
  if (priority !== undefined) {
    known.priority ??= { value: priority, row };
    if (known.priority.value !== priority)
      row.fail(scheduleKinds.otherPriority, "priority", { first: placeText(known.priority.row.place) });
  }
  if (from === undefined) return;
  const state = parseHolidays(from);
  if (state !== undefined) {
    for (const [column, text] of [
      ["to", to],
      ["label", label],
    ] as const)
      if (text !== undefined) row.fail(scheduleKinds.holidaysAlone, column, { column });
    known.states.add(state);
    return;
  }
  const range = readRange(row, from, to);
  if (range && row.ok) known.ranges.push({ ...range, ...(label === undefined ? {} : { label }) });
}

function readRange(row: ViewRow, from: string, to: string | undefined): DateRange | undefined {
  const first = parseDate(from);
  if (first === undefined) row.fail(scheduleKinds.badDate, "from", { value: from.slice(0, 60) });
  if (to === undefined) return first === undefined ? undefined : { from: first };
  const last = parseDate(to);
  if (last === undefined) row.fail(scheduleKinds.badDate, "to", { value: to.slice(0, 60) });
  if (first === undefined || last === undefined) return undefined;
  if (first.length !== last.length) row.fail(scheduleKinds.mixedDates, "to", {});
  // Without a year the later may be the first: over the end of the year.
  else if (first.length > 5 && last < first) row.fail(scheduleKinds.dateOrder, "to", {});
  return first === last ? { from: first } : { from: first, to: last };
}
