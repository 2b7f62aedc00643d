/**
 * What a meter consumed, as sources that links and alarms take.
 *
 * Uncertain, where more than a hundredth of the time is missing: alarms neither come nor go by it.
 */
import type { Quality } from "@hubwart/ipc";
import { figuresOf, type MeterFigure } from "@hubwart/project/meters";
import type { Zone } from "@hubwart/schedule/zone";
import { inUnits } from "./amounts.ts";
import type { Book, Entry } from "./book.ts";
import { dayStart, monthStart } from "./periods.ts";
import { QUARTER, slotOf } from "./spread.ts";
import { sumUp } from "./sums.ts";

export interface Figure {
  value: number;
  quality: Quality;
}

/** Share of the time that may be missing. */
const MISSING_MAX = 0.01;
const HOUR = 3_600_000;

export class Figures {
  readonly #book: Book;
  readonly #zone: () => Zone;

  constructor(book: Book, zone: () => Zone) {
    this.#book = book;
    this.#zone = zone;
  }

  /** Undefined for what nothing is known of yet. */
  of(entry: Entry, now: number): Map<MeterFigure, Figure | undefined> {
    const zone = this.#zone();
    const today = zone.dayAt(now);
    const month = monthStart(today);
    const quarter = slotOf(now) * QUARTER;
    const at = (day: number) => dayStart(zone, day);
    const lastMonth = this.#sum(entry, [at(monthStart(today, -1)), at(month)], now);
    const yesterday = this.#sum(entry, [at(today - 1), at(today)], now);
    const day = this.#sum(entry, [at(today), at(today + 1)], now);
    const thisMonth = this.#sum(entry, [at(month), at(monthStart(today, 1))], now);
    const last = this.#sum(entry, [quarter - QUARTER, quarter], now);
    const { meter } = entry;
    const period = meter.targetFor === "month" ? lastMonth : yesterday;
    const { target } = meter;
    const found: Record<MeterFigure, Figure | undefined> = {
      quarter: last,
      power: last && { ...last, value: last.value * 4 },
      day,
      yesterday,
      month: thisMonth,
      deviation:
        period && target !== undefined
          ? { ...period, value: ((period.value - target) / target) * 100 }
          : undefined,
    };
    return new Map(figuresOf(meter).map((figure) => [figure, found[figure]]));
  }

  #sum(entry: Entry, bounds: [number, number], now: number): Figure | undefined {
    const { meter, row } = entry;
    const days = (from: number, to: number) => this.#book.days(entry, from, to);
    const totals = (from: number, to: number) => this.#book.totals(entry, from, to);
    const sums = sumUp({ meter, days, totals }, bounds);
    const [amount = 0] = sums.amounts;
    const [known = 0] = sums.known;
    const begun = Math.max(bounds[0], row.begun ?? Number.POSITIVE_INFINITY);
    const span = Math.min(bounds[1], now) - begun;
    if (known === 0 || span <= 0) return undefined;
    const value = inUnits(amount, meter.unit) / (meter.kind === "temperature" ? known / HOUR : 1);
    // The reading that is on its way is not missing.
    const missing = Math.max(0, span - known - (bounds[1] > now ? QUARTER : 0));
    // A period that a meter was not there for from its beginning is not whole.
    const whole = bounds[0] >= (row.begun ?? 0) || bounds[1] > now;
    return { value, quality: missing / span > MISSING_MAX || !whole ? 1 : 0 };
  }
}
