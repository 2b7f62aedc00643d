/** Amounts, gaps, cost and emissions of a meter over periods. Whole numbers until the end, so that parts add up to their whole. */
import type { EnergySums } from "@hubwart/ipc";
import type { CompiledMeter } from "@hubwart/project/meters";
import { inUnits } from "./amounts.ts";
import { type DaySlots, dayOf, SLOTS } from "./day-slots.ts";
import type { RateLine } from "./rates.ts";
import { slotOf } from "./spread.ts";
import type { Totals } from "./store.ts";

/** Amounts in millionths of the base unit, times in ms, cost in euros and kg: an amount of one price is multiplied once, so that nothing is rounded on the way. */
export interface PeriodSums {
  amounts: number[];
  known: number[];
  estimated: number[];
  cost: number[];
  co2: number[];
}

export interface SumFacts {
  meter: CompiledMeter;
  days: (from: number, to: number) => Iterable<[day: number, slots: DaySlots]>;
  /** Whole days at once; without it each is looked into. */
  totals?: (from: number, to: number) => Totals;
  cost?: RateLine | undefined;
  co2?: RateLine | undefined;
}

/** Shorter periods are looked into quarter by quarter. */
const LONG = 3 * SLOTS;

export function sumUp(facts: SumFacts, bounds: readonly number[]): PeriodSums {
  const count = bounds.length - 1;
  const zeros = () => Array.from({ length: count }, () => 0);
  const sums: PeriodSums = {
    amounts: zeros(),
    known: zeros(),
    estimated: zeros(),
    cost: zeros(),
    co2: zeros(),
  };
  const slots = bounds.map(slotOf);
  let from = 0;
  for (let period = 0; period < count; period += 1) {
    const inner = innerOf(facts, slots[period] ?? 0, slots[period + 1] ?? 0);
    if (!inner) continue;
    addSlots(facts, sums, slots, from, period, inner.first * SLOTS);
    addWhole(facts, sums, period, inner);
    addSlots(facts, sums, slots, period, period + 1, slots[period + 1] ?? 0, (inner.last + 1) * SLOTS);
    from = period + 1;
  }
  addSlots(facts, sums, slots, from, count, slots[count] ?? 0);
  return sums;
}

/** The whole days of a long period in which one price holds. */
function innerOf(
  { co2, cost, totals }: SumFacts,
  from: number,
  to: number,
): { first: number; last: number } | undefined {
  if (!totals || to - from < LONG) return undefined;
  const [first, last] = [Math.ceil(from / SLOTS), Math.floor(to / SLOTS) - 1];
  const holds = [cost, co2].every((rate) => !rate || rate.holds(first * SLOTS, (last + 1) * SLOTS - 1));
  return holds ? { first, last } : undefined;
}

function addWhole(
  { co2, cost, meter, totals }: SumFacts,
  sums: PeriodSums,
  period: number,
  { first, last }: { first: number; last: number },
): void {
  if (!totals) return;
  const { amount, estimated, known } = totals(first, last);
  add(sums.amounts, period, amount);
  add(sums.known, period, known);
  add(sums.estimated, period, estimated);
  if (cost) add(sums.cost, period, inUnits(amount, meter.unit) * (cost.valueAt(first * SLOTS) ?? 0));
  if (co2) add(sums.co2, period, inUnits(amount, meter.unit) * (co2.valueAt(first * SLOTS) ?? 0));
}

/** Quarters from where a period begins (or `begin`) to `end`; those of `last` are the last that it may touch. */
function addSlots(
  { co2, cost, days, meter }: SumFacts,
  sums: PeriodSums,
  slots: readonly number[],
  period: number,
  last: number,
  end: number,
  begin = slots[period] ?? 0,
): void {
  if (end <= begin) return;
  const price = new Priced(sums.cost, cost, meter);
  const emission = new Priced(sums.co2, co2, meter);
  let at = period;
  for (const [day, { amounts, estimated, known }] of days(dayOf(begin), dayOf(end - 1))) {
    const base = day * SLOTS;
    const stop = Math.min(base + SLOTS, end);
    for (let slot = Math.max(base, begin); slot < stop; slot += 1) {
      while (at < last && slot >= (slots[at + 1] ?? Number.POSITIVE_INFINITY)) at += 1;
      const amount = amounts[slot - base] ?? 0;
      add(sums.amounts, at, amount);
      add(sums.known, at, known[slot - base] ?? 0);
      add(sums.estimated, at, estimated[slot - base] ?? 0);
      if (amount === 0) continue;
      price.take(at, slot, amount);
      emission.take(at, slot, amount);
    }
  }
  price.end();
  emission.end();
}

/** Amounts of one price in one period are added up before they are priced. */
class Priced {
  readonly #sums: number[];
  readonly #line: RateLine | undefined;
  readonly #meter: CompiledMeter;
  #period = -1;
  #rate = 0;
  #amount = 0;

  constructor(sums: number[], line: RateLine | undefined, meter: CompiledMeter) {
    this.#sums = sums;
    this.#line = line;
    this.#meter = meter;
  }

  take(period: number, slot: number, amount: number): void {
    if (!this.#line) return;
    const rate = this.#line.valueAt(slot) ?? 0;
    if (rate !== this.#rate || period !== this.#period) {
      this.end();
      this.#rate = rate;
      this.#period = period;
    }
    this.#amount += amount;
  }

  end(): void {
    if (this.#amount !== 0)
      add(this.#sums, this.#period, inUnits(this.#amount, this.#meter.unit) * this.#rate);
    this.#amount = 0;
  }
}

const add = (list: number[], at: number, value: number): void => {
  list[at] = (list[at] ?? 0) + value;
};

const HOUR = 3_600_000;
const MILLION = 1_000_000;
/** To a millionth: what is beyond is the dust of multiplying. */
const exact = (value: number): number => Math.round(value * MILLION) / MILLION;

/** In units, with what is missing as a share of the time that has passed since the meter began. */
export function answerOf(
  { meter }: Pick<SumFacts, "meter">,
  sums: PeriodSums,
  bounds: readonly number[],
  { begun, now }: { begun: number | undefined; now: number },
): EnergySums {
  const temperature = meter.kind === "temperature";
  const value = (amount: number, known: number): number | null => {
    if (temperature) return known > 0 ? inUnits(amount, meter.unit) / (known / HOUR) : null;
    return known > 0 || amount !== 0 ? inUnits(amount, meter.unit) : null;
  };
  const spans = sums.known.map((_, at) =>
    Math.max(
      0,
      Math.min(bounds[at + 1] ?? 0, now) - Math.max(bounds[at] ?? 0, begun ?? Number.POSITIVE_INFINITY),
    ),
  );
  const whole = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0);
  const [amount, known, estimated, span] = [sums.amounts, sums.known, sums.estimated, spans].map(whole) as [
    number,
    number,
    number,
    number,
  ];
  const money = (list: readonly number[]) =>
    list.map((euros, at) =>
      value(sums.amounts[at] ?? 0, sums.known[at] ?? 0) === null ? null : exact(euros),
    );
  return {
    id: meter.id,
    amounts: sums.amounts.map((one, at) => value(one, sums.known[at] ?? 0)),
    missing: spans.map((ms, at) => shareOf(ms - (sums.known[at] ?? 0), ms)),
    estimated: spans.map((ms, at) => shareOf(sums.estimated[at] ?? 0, ms)),
    ...(meter.cost === undefined ? {} : { cost: money(sums.cost) }),
    ...(meter.co2 === undefined ? {} : { co2: money(sums.co2) }),
    total: {
      amount: value(amount, known),
      missing: shareOf(span - known, span),
      estimated: shareOf(estimated, span),
      ...(meter.cost === undefined ? {} : { cost: exact(whole(sums.cost)) }),
      ...(meter.co2 === undefined ? {} : { co2: exact(whole(sums.co2)) }),
    },
  };
}

/** 0 to 1. */
function shareOf(ms: number, span: number): number {
  return span <= 0 ? 0 : Math.max(0, Math.min(1, ms / span));
}

/**
 * Heating degree days after VDI 2067: on days whose mean outside is below 15 °C what it is below 20 °C. A day counts with half of its temperatures.
 * @param days sums of whole days, and in which period each is
 */
export function degreeDays(
  { amounts, known }: Pick<PeriodSums, "amounts" | "known">,
  periodOf: (day: number) => number,
  count: number,
): (number | null)[] {
  const result = Array.from({ length: count }, (): number | null => 0);
  amounts.forEach((amount, day) => {
    const period = periodOf(day);
    const before = result[period];
    if (before === null || before === undefined) return;
    const ms = known[day] ?? 0;
    if (ms < 12 * HOUR) {
      result[period] = null;
      return;
    }
    const mean = amount / MILLION / (ms / HOUR);
    result[period] = before + (mean < 15 ? 20 - mean : 0);
  });
  return result;
}
