/** The table `schedule_times`: one line a time of some days. */

import {
  atText,
  type Calendar,
  daysText,
  type Place,
  type PlanTime,
  type PlanValue,
  parseAt,
  parseDays,
} from "@hubwart/schedule";
import { scheduleKinds } from "../catalogue/schedules.ts";
import type { Draft } from "../check/draft.ts";
import { shapeFrom } from "../check/shapes.ts";
import { TableView, type ViewRow } from "../check/table-view.ts";
import { columnOfType } from "../check/values.ts";
import type { ScheduleType } from "../compiled.ts";
import { fullSchedule } from "../full-names.ts";
import { cellText, type SheetTable } from "../read/table.ts";
import { placeText } from "../report.ts";
import { SCHEDULE_TABLES, SCHEDULE_TIME_COLUMNS } from "../schedule-tables.ts";

/** Of one schedule. */
export const TIMES_MAX = 200;

interface Checking {
  draft: Draft;
  calendars: readonly Calendar[];
  place: Place | undefined;
  /** By schedule: `{day or calendar} {at}`, and the row that has it. */
  taken: Map<string, Map<string, ViewRow>>;
}

/** They become part of their schedules. */
export function checkTimes(
  tables: readonly SheetTable[],
  context: Pick<Checking, "draft" | "calendars" | "place">,
): void {
  const checking: Checking = { ...context, taken: new Map() };
  const { draft } = context;
  const shape = shapeFrom(SCHEDULE_TABLES.schedule_times);
  for (const table of tables) {
    const view = TableView.open(table, "schedule_times", shape, draft.report);
    for (const row of view.rows()) checkTime(row, checking);
    view.finish();
    table.rows = [];
  }
  for (const { schedule } of draft.schedules.values()) schedule.times?.sort(inOrder);
}

function checkTime(row: ViewRow, checking: Checking): void {
  const { draft } = checking;
  const given = row.text("schedule", SCHEDULE_TIME_COLUMNS.schedule);
  const chan = given === undefined ? undefined : (fullSchedule(given) ?? given);
  row.channel = (chan ?? "").slice(0, 210);
  const schedule = chan === undefined ? undefined : draft.schedules.get(chan)?.schedule;
  if (chan !== undefined && !schedule) {
    if (draft.brokenNames.has(chan)) row.ok = false;
    else
      row.fail(scheduleKinds.unknownSchedule, "schedule", {
        value: (given ?? "").slice(0, 210),
        near: draft.report.near(chan, draft.schedules.keys()),
      });
  }
  const days = readDays(row, checking);
  const at = readAt(row, checking);
  const value = readValue(row, schedule?.type);
  if (!schedule || !days || at === undefined || value === undefined) return;
  const time: PlanTime = { ...days, at, value };
  checkTaken(row, schedule.chan, time, checking);
  const times = schedule.times ?? [];
  if (times.length === TIMES_MAX) row.fail(scheduleKinds.tooManyTimes, "schedule", { limit: TIMES_MAX });
  if (row.ok) schedule.times = [...times, time];
}

function readDays(
  row: ViewRow,
  { calendars, draft }: Checking,
): Pick<PlanTime, "weekdays" | "calendars"> | undefined {
  const text = row.text("days", SCHEDULE_TIME_COLUMNS.days);
  if (text === undefined) return undefined;
  const { names, weekdays } = parseDays(text);
  if (names.length === 0 && weekdays.length === 0)
    row.fail("missingValue", "days", { column: "days", help: SCHEDULE_TIME_COLUMNS.days.help });
  const known = calendars.map(({ id }) => id);
  for (const name of names) {
    if (!known.includes(name))
      row.fail(scheduleKinds.unknownDays, "days", {
        value: name.slice(0, 80),
        near: draft.report.near(name, known),
      });
  }
  return {
    ...(weekdays.length > 0 ? { weekdays } : {}),
    ...(names.length > 0 ? { calendars: names } : {}),
  };
}

function readAt(row: ViewRow, { place }: Checking): PlanTime["at"] | undefined {
  const text = row.text("at", SCHEDULE_TIME_COLUMNS.at);
  if (text === undefined) return undefined;
  const at = parseAt(text);
  if (at === undefined) row.fail(scheduleKinds.badTime, "at", { value: text.slice(0, 60) });
  if (typeof at === "object" && !place) row.fail(scheduleKinds.placeNeeded, "at", {});
  return at;
}

function readValue(row: ViewRow, type: ScheduleType | undefined): PlanValue | undefined {
  // Without its schedule nobody knows what it should be.
  if (type === undefined) return undefined;
  const value = row.read("value", columnOfType(type, SCHEDULE_TIME_COLUMNS.value));
  const plain = row.plain("value");
  // A number in a cell reads as people see it, whatever the type that another table gives it: `1,5`.
  return type === "string" && value !== undefined && typeof plain === "number" ? cellText(plain) : value;
}

function checkTaken(row: ViewRow, chan: string, time: PlanTime, { taken }: Checking): void {
  const own = taken.get(chan) ?? new Map<string, ViewRow>();
  taken.set(chan, own);
  const days = [
    ...(time.weekdays ?? []).map((weekday) => daysText({ weekdays: [weekday] })),
    ...(time.calendars ?? []),
  ];
  for (const day of days) {
    const key = `${day} ${atText(time.at)}`;
    const first = own.get(key);
    if (!first) own.set(key, row);
    else if (row.ok)
      row.fail(scheduleKinds.duplicateTime, "at", { value: day, first: placeText(first.place) });
  }
}

/** By days, then by time, so that sorting the sheet is no change. */
function inOrder(a: PlanTime, b: PlanTime): number {
  const [left, right] = [keyOf(a), keyOf(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

const keyOf = (time: PlanTime): string =>
  `${(time.weekdays ?? ["~"]).join("")} ${(time.calendars ?? []).join(",")} ${atText(time.at)}`;
