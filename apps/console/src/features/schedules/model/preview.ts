/** What follows from a plan as it is being edited: by the evaluator that the hub runs. */
import {
  type GermanState,
  nextChanges,
  type Plan,
  type PlanChange,
  planFaults,
  type Reading,
  readPlan,
  reasonText,
  Surroundings,
} from "@hubwart/schedule";
import type { Schedule } from "../api/schedule.ts";
import type { SunMinutes } from "./bands.ts";

const NEXT = 6;
const MINUTE = 60_000;

/** A browser may not know the device's zone. */
export function surroundingsOf({
  calendars,
  place,
  zone,
}: Pick<Schedule, "calendars" | "place" | "zone">): Surroundings {
  const known = calendars.map(({ states, ...rest }) => ({
    ...rest,
    ...(states ? { states: states as GermanState[] } : {}),
  }));
  try {
    return new Surroundings({ zone, calendars: known, place });
  } catch {
    return new Surroundings({ zone: "UTC", calendars: known, place });
  }
}

export interface Told {
  value: Reading["value"];
  why: string;
  since?: number | undefined;
}

export const toldAt = (plan: Plan, around: Surroundings, at: number): Told =>
  told(plan, readPlan(plan, around, at));

export const changesOf = (plan: Plan, around: Surroundings, now: number): (Told & { at: number })[] =>
  nextChanges(plan, around, now, NEXT).map((change: PlanChange) => ({
    ...told(plan, change),
    at: change.at,
  }));

const told = (plan: Plan, reading: Reading): Told => ({
  value: reading.value,
  why: reasonText(plan, reading),
  since: reading.since,
});

/** Today's, in minutes of the device's clock. */
export function sunMinutes(around: Surroundings, now: number): SunMinutes | undefined {
  const { start, sun } = around.day(around.dayAt(now));
  if (!sun || sun.rise === undefined || sun.set === undefined) return undefined;
  return { rise: Math.round((sun.rise - start) / MINUTE), set: Math.round((sun.set - start) / MINUTE) };
}

/** The instant of a day and time of the device's clock: `2026-12-24`, `22:00`. */
export function instantOf(around: Surroundings, date: string, time: string): number | undefined {
  const [hour = Number.NaN, minute = Number.NaN] = time.split(":").map(Number);
  const day = Date.parse(`${date}T00:00:00Z`) / 86_400_000;
  if (!Number.isFinite(day + hour + minute)) return undefined;
  return around.zone.instant(day, hour * 60 + minute);
}

/** The first thing that is wrong, with the field's place in the plan. */
export function faultOf(plan: Plan, schedule: Schedule): string | undefined {
  const [fault] = planFaults(plan, schedule.type, {
    calendars: schedule.calendars.map(({ id }) => id),
    sun: schedule.place !== undefined,
  });
  return fault?.message;
}
