/** Schedules, their times and calendars of a compiled project as rows. */
import { atText, type Calendar, dateText, daysText, holidaysText, type PlanTime } from "@hubwart/schedule";
import type { CompiledSchedule } from "../compiled.ts";
import { SCHEDULE_COLUMNS, USUAL_PRIORITY } from "../schedule-tables.ts";
import { SCHEDULE_TYPE } from "../tables.ts";
import { tagsText } from "./alarm-rows.ts";
import type { Row } from "./cells.ts";

const shortName = (chan: string): string => chan.slice(SCHEDULE_TYPE.length + 1);

/** With its type: what a cell alone would be taken for may be another. */
export function scheduleRows(schedules: readonly CompiledSchedule[]): Row[] {
  return schedules.map((schedule) => ({ id: shortName(schedule.chan), ...scheduleCells(schedule) }));
}

/** By column, without the id. */
export function scheduleCells({ default: usual, exceptions, label, type }: CompiledSchedule): Row {
  return {
    label,
    type,
    default: valueCell(usual),
    calendar: tagsText(exceptions, SCHEDULE_COLUMNS.calendar.maxLength),
  };
}

export function scheduleTimeRows(schedules: readonly CompiledSchedule[]): Row[] {
  return schedules.flatMap(({ chan, times = [] }) =>
    times.map((time) => ({ schedule: shortName(chan), ...timeCells(time) })),
  );
}

/** By column, without the schedule. */
export function timeCells(time: PlanTime): Row {
  return { days: daysText(time), at: atText(time.at), value: valueCell(time.value) };
}

/** The priority stands in the first row, unless it is the usual one. */
export function calendarRows(calendars: readonly Calendar[]): Row[] {
  return calendars.flatMap((calendar) =>
    dateRows(calendar).map((row, at) => ({
      calendar: calendar.id,
      ...row,
      ...(at === 0 && calendar.priority !== USUAL_PRIORITY ? { priority: calendar.priority } : {}),
    })),
  );
}

interface DateRow {
  from: string;
  to?: string | undefined;
  label?: string | undefined;
}

/** By column, without name and priority. */
export function dateRows({ ranges = [], states = [] }: Calendar): DateRow[] {
  return [
    ...states.map((state) => ({ from: holidaysText(state) })),
    ...ranges.map(({ from, label, to }) => ({ from: dateText(from), to: to && dateText(to), label })),
  ];
}

const valueCell = (value: PlanTime["value"]): Row[string] =>
  typeof value === "boolean" ? (value ? "ja" : "nein") : value;
