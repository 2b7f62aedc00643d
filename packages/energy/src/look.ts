/** Answers about meters, in their units. */

import { InvalidInputError } from "@hubwart/core";
import {
  ENERGY_CELLS_MAX,
  type EnergyEvent,
  type EnergyMeter,
  type EnergyPeriods,
  type EnergySpan,
  type EnergyStep,
} from "@hubwart/ipc";
import type { CompiledMeter } from "@hubwart/project/meters";
import type { Zone } from "@hubwart/schedule/zone";
import { inUnits } from "./amounts.ts";
import type { Book, Entry } from "./book.ts";
import type { Reading } from "./counter.ts";
import { boundsOf } from "./periods.ts";
import type { RateLine } from "./rates.ts";
import type { MeterEvent } from "./store.ts";
import { answerOf, degreeDays, sumUp } from "./sums.ts";
import { texts } from "./texts.ts";

type Told = Omit<MeterEvent, "seq"> & { seq?: number };

export function overviewOf({ counter, meter, row }: Entry, events: readonly Told[]): EnergyMeter {
  const { area, co2, cost, id, kind, label, m2, medium, parent, source, target, targetFor, unit } = meter;
  const last = counter?.state.last;
  const seen = last?.t ?? row.data.integral?.at;
  return {
    id,
    source,
    medium,
    unit,
    kind,
    cost: cost !== undefined,
    co2: co2 !== undefined,
    breaks: events.filter(({ data, what }) => what === "break" && !data.settled).length,
    ...(label === undefined ? {} : { label }),
    ...(parent === undefined ? {} : { parent }),
    ...(area === undefined ? {} : { area }),
    ...(m2 === undefined ? {} : { m2 }),
    ...(target === undefined ? {} : { target, targetFor: targetFor ?? "day" }),
    ...(row.begun === undefined ? {} : { begun: row.begun }),
    ...(seen === undefined ? {} : { seen }),
    ...(last === undefined ? {} : { reading: inUnits(last.v, unit) }),
  };
}

export function shownEvent({ at, data, what }: Told, { unit }: CompiledMeter): EnergyEvent {
  const shown = ({ t, v }: Reading) => ({ at: t, reading: inUnits(v, unit) });
  const { by, end, from, settled, start, to } = data;
  return {
    at,
    what,
    from: shown(from),
    to: shown(to),
    ...(settled ? { settled } : {}),
    ...(by === undefined ? {} : { by }),
    ...(end === undefined ? {} : { end: inUnits(end, unit) }),
    ...(start === undefined ? {} : { start: inUnits(start, unit) }),
  };
}

interface Facts {
  book: Book;
  entries: readonly Entry[];
  zone: Zone;
  now: number;
  rate: (meter: CompiledMeter, what: "cost" | "co2") => RateLine | undefined;
}

export function answersOf(
  { from, step, to }: EnergySpan & { step: EnergyStep },
  { book, entries, now, rate, zone }: Facts,
): EnergyPeriods {
  const bounds = boundsOf({ from, to }, step, zone);
  if (bounds.length * entries.length > ENERGY_CELLS_MAX)
    throw new InvalidInputError([{ field: "to", message: texts.spanTooLong }]);
  const meters = entries.map((entry) => {
    const { meter, row } = entry;
    const days = (first: number, last: number) => book.days(entry, first, last);
    const totals = (first: number, last: number) => book.totals(entry, first, last);
    const sums = sumUp({ meter, days, totals, cost: rate(meter, "cost"), co2: rate(meter, "co2") }, bounds);
    return answerOf({ meter }, sums, bounds, { begun: row.begun, now });
  });
  const outside = step === "hour" || step === "quarter" ? undefined : outsideOf(book);
  return {
    zone: zone.name,
    step,
    bounds,
    meters,
    ...(outside ? { degreeDays: degreesOf(outside, book, bounds, { zone, now }) } : {}),
  };
}

/** Of several the first counts. */
const outsideOf = (book: Book): Entry | undefined =>
  [...book.entries].find(({ meter }) => meter.kind === "temperature");

/** Days that are not over count for nothing yet. */
function degreesOf(
  entry: Entry,
  book: Book,
  bounds: readonly number[],
  { now, zone }: { now: number; zone: Zone },
): (number | null)[] {
  const [first, end] = [bounds[0] ?? 0, Math.min(bounds.at(-1) ?? 0, now)];
  if (end <= first) return bounds.slice(1).map(() => null);
  const whole: number[] = [];
  for (let day = zone.dayAt(first); ; day += 1) {
    const at = zone.instant(day, 0);
    if (at > end) break;
    whole.push(at);
  }
  const days = (from: number, to: number) => book.days(entry, from, to);
  if (whole.length < 2) return bounds.slice(1).map(() => null);
  const sums = sumUp({ meter: entry.meter, days }, whole);
  let period = 0;
  const found = degreeDays(
    sums,
    (day) => {
      while ((bounds[period + 1] ?? Number.POSITIVE_INFINITY) <= (whole[day] ?? 0)) period += 1;
      return period;
    },
    bounds.length - 1,
  );
  // What has not begun has no degree days rather than none.
  return found.map((one, at) => ((bounds[at] ?? 0) < (whole.at(-1) ?? 0) ? one : null));
}
