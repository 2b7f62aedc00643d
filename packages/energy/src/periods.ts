/** Periods of the device's zone as quarters of an hour: days of 23 and 25 hours have as many as they have. */
import { InvalidInputError } from "@hubwart/core";
import type { EnergySpan, EnergyStep } from "@hubwart/ipc";
import { isoOf } from "@hubwart/schedule";
import type { Zone } from "@hubwart/schedule/zone";
import { QUARTER, slotOf } from "./spread.ts";
import { texts } from "./texts.ts";

const DAY = 86_400_000;
/** Bounds that one question may have. */
const BOUNDS_MAX = 40_000;

export const dayStart = (zone: Zone, day: number): number => slotOf(zone.instant(day, 0)) * QUARTER;

/** Number of the day; undefined for what is none. */
export function dayOfText(text: string): number | undefined {
  const day = Date.parse(`${text}T00:00:00Z`) / DAY;
  return Number.isInteger(day) && isoOf(day) === text ? day : undefined;
}

/** The first day of the month that has a day, and of the one `months` later. */
export function monthStart(day: number, months = 0): number {
  const date = new Date(day * DAY);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1) / DAY;
}

/** Where each period begins, and the last one ends; ms. @throws InvalidInputError for a span that is none */
export function boundsOf({ from, to }: EnergySpan, step: EnergyStep, zone: Zone): number[] {
  const first = dayOfText(from);
  const last = dayOfText(to);
  if (first === undefined) throw new InvalidInputError([{ field: "from", message: texts.badDay }]);
  if (last === undefined || last < first)
    throw new InvalidInputError([{ field: "to", message: texts.badDay }]);
  const bounds: number[] = [];
  for (const bound of step === "quarter" || step === "hour"
    ? hours(first, last, step, zone)
    : days(first, last, step, zone)) {
    if (bounds.length === BOUNDS_MAX)
      throw new InvalidInputError([{ field: "to", message: texts.spanTooLong }]);
    bounds.push(bound);
  }
  return bounds;
}

function* hours(first: number, last: number, step: "quarter" | "hour", zone: Zone): Generator<number> {
  const end = dayStart(zone, last + 1);
  const length = step === "hour" ? 4 * QUARTER : QUARTER;
  for (let at = dayStart(zone, first); at < end; at += length) yield at;
  yield end;
}

/** Of months and years whole ones: those that have the first and the last day. */
function* days(first: number, last: number, step: EnergyStep, zone: Zone): Generator<number> {
  const year = (day: number) => Date.UTC(new Date(day * DAY).getUTCFullYear(), 0, 1) / DAY;
  const begin = step === "month" ? monthStart(first) : step === "year" ? year(first) : first;
  let day = begin;
  while (day <= last) {
    yield dayStart(zone, day);
    day = step === "month" ? monthStart(day, 1) : step === "year" ? monthStart(day, 12) : day + 1;
  }
  yield dayStart(zone, day);
}
