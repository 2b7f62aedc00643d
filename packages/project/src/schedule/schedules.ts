/** The tables `schedules`, `schedule_times` and `calendars`: sources whose values the hub takes from a plan. */

import type { Calendar, Place } from "@hubwart/schedule";
import { scheduleKinds } from "../catalogue/schedules.ts";
import type { Draft } from "../check/draft.ts";
import { shapeFrom } from "../check/shapes.ts";
import { TableView, type ViewRow } from "../check/table-view.ts";
import { splitTags } from "../check/tags.ts";
import { columnOfType, typeOfCell } from "../check/values.ts";
import type { CompiledSchedule, ScheduleType } from "../compiled.ts";
import { fullSchedule } from "../full-names.ts";
import type { SheetTable } from "../read/table.ts";
import { placeText } from "../report.ts";
import { SCHEDULE_COLUMNS, SCHEDULE_TABLES } from "../schedule-tables.ts";
import { checkCalendars } from "./calendars.ts";
import { checkTimes } from "./times.ts";

/** Schedules of a project. */
export const SCHEDULES_MAX = 20_000;

interface ScheduleTables {
  schedules: readonly SheetTable[];
  times: readonly SheetTable[];
  calendars: readonly SheetTable[];
}

/** Schedules become part of the draft. @returns its calendars */
export function checkSchedules(tables: ScheduleTables, place: Place | undefined, draft: Draft): Calendar[] {
  const calendars = checkCalendars(tables.calendars, draft);
  const names = calendars.map(({ id }) => id);
  const shape = shapeFrom(SCHEDULE_TABLES.schedules);
  for (const table of tables.schedules) {
    const view = TableView.open(table, "schedules", shape, draft.report);
    for (const row of view.rows()) checkSchedule(row, names, table.pointIsDecimal, draft);
    view.finish();
    table.rows = [];
  }
  checkTimes(tables.times, { draft, calendars, place });
  return calendars;
}

function checkSchedule(row: ViewRow, names: string[], pointIsDecimal: boolean, draft: Draft): void {
  const given = row.text("id", SCHEDULE_COLUMNS.id);
  const chan = given === undefined ? undefined : fullSchedule(given);
  row.channel = chan ?? "";
  if (given !== undefined && chan === undefined)
    row.fail(scheduleKinds.badSchedule, "id", { value: given.slice(0, 80) });
  const earlier = chan === undefined ? undefined : draft.schedules.get(chan);
  if (earlier) row.fail(scheduleKinds.duplicateSchedule, "id", { first: placeText(earlier.place) });
  const label = row.text("label", SCHEDULE_COLUMNS.label);
  const chosen = row.read("type", SCHEDULE_COLUMNS.type) as ScheduleType | undefined;
  const type = chosen ?? (typeOfCell(row.plain("default") ?? "", pointIsDecimal) as ScheduleType);
  const value = row.read("default", columnOfType(type, SCHEDULE_COLUMNS.default));
  const exceptions = splitTags(row.text("calendar", SCHEDULE_COLUMNS.calendar));
  for (const name of exceptions) {
    if (names.includes(name)) continue;
    const near = draft.report.near(name, names);
    row.fail(scheduleKinds.unknownCalendar, "calendar", { value: name.slice(0, 80), names, near });
  }
  if (chan === undefined || earlier) return;
  if (draft.schedules.size === SCHEDULES_MAX)
    row.fail(scheduleKinds.tooManySchedules, "id", { limit: SCHEDULES_MAX });
  if (!row.ok || value === undefined) {
    draft.brokenNames.add(chan);
    return;
  }
  const schedule: CompiledSchedule = {
    chan,
    type,
    default: value,
    ...(label === undefined ? {} : { label }),
    ...(exceptions.length > 0 ? { exceptions } : {}),
  };
  draft.schedules.set(chan, { schedule, place: row.place });
}
