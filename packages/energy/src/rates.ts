/** Prices and emission factors over time: what was paid in March is not what holds today. */
import type { CompiledMeter, MeterRate } from "@hubwart/project/meters";
import { QUARTER } from "./spread.ts";

export interface RateStep {
  since: number;
  value: number;
}

/** Where the values of a rate are kept: by their source, or by the meter that names a number. */
export const rateName = (meter: CompiledMeter, what: "cost" | "co2", rate: MeterRate): string =>
  typeof rate === "object" ? rate.chan : `#${meter.id}/${what}`;

/**
 * With what holds from now on; the same list where that held already. The first one counts for what was before it too, and what was noted by a clock that was
 * ahead never came.
 */
export function withStep(known: readonly RateStep[], value: number, now: number): readonly RateStep[] {
  const steps = known.filter(({ since }) => since <= now);
  if (steps.length === known.length && steps.at(-1)?.value === value) return known;
  return [...steps, { since: steps.length === 0 ? 0 : now, value }];
}

/** What holds at the beginning of a quarter. Before the first value that is known this one. */
export class RateLine {
  readonly #steps: readonly RateStep[];
  #at = 0;

  constructor(steps: readonly RateStep[]) {
    this.#steps = steps;
  }

  /** Whether the same holds from the first of these quarters to the last. */
  holds(from: number, to: number): boolean {
    return !this.#steps.some(({ since }, at) => at > 0 && since > from * QUARTER && since <= to * QUARTER);
  }

  /** Asked in order of time, or anew from the beginning. */
  valueAt(slot: number): number | undefined {
    const time = slot * QUARTER;
    const steps = this.#steps;
    if (time < (steps[this.#at]?.since ?? 0)) this.#at = 0;
    while ((steps[this.#at + 1]?.since ?? Number.POSITIVE_INFINITY) <= time) this.#at += 1;
    return steps[this.#at]?.value;
  }
}
