/** A disk in memory that may refuse, and what a process finds on it that starts anew. */
import { addTo, type DaySlots, dayOf, emptyDay } from "../day-slots.ts";
import { type Change, type MeterEvent, type SeriesRow, type Totals, totalOf } from "../store.ts";

export class MemoryStore {
  full = false;
  commits = 0;
  #series: SeriesRow[] = [];
  readonly #days = new Map<string, DaySlots>();
  readonly #events: MeterEvent[] = [];

  series(): SeriesRow[] {
    return structuredClone(this.#series);
  }

  *days(nr: number, from: number, to: number): Generator<[day: number, slots: DaySlots]> {
    for (const [key, slots] of this.#days) {
      const [of, day = 0] = key.split(" ").map(Number);
      if (of === nr && day >= from && day <= to) yield [day, structuredClone(slots)];
    }
  }

  totals(nr: number, from: number, to: number): Totals {
    const sum = { amount: 0, known: 0, estimated: 0 };
    for (const [, slots] of this.days(nr, from, to)) {
      const { amount, estimated, known } = totalOf(slots);
      sum.amount += amount;
      sum.known += known;
      sum.estimated += estimated;
    }
    return sum;
  }

  events(nr: number, limit: number): MeterEvent[] {
    return this.#events
      .filter((event) => event.nr === nr)
      .reverse()
      .slice(0, limit);
  }

  exchanges(nr: number): MeterEvent[] {
    return this.events(nr, Number.POSITIVE_INFINITY).filter(
      ({ what }) => what === "exchange" || what === "lapsed",
    );
  }

  commit({ changed, days, events, series }: Change): void {
    if (this.full) throw new Error("ENOSPC: no space left");
    this.commits += 1;
    const rows = new Map(this.#series.map((row) => [row.nr, row]));
    for (const [nr, row] of series) rows.set(nr, structuredClone(row));
    this.#series = [...rows.values()];
    for (const [nr, postings] of days) {
      for (const posting of postings) {
        const key = `${nr} ${dayOf(posting.slot)}`;
        const slots = this.#days.get(key) ?? emptyDay();
        this.#days.set(key, slots);
        addTo(slots, posting);
      }
    }
    for (const event of events) this.#events.push({ ...event, seq: this.#events.length + 1 });
    for (const event of this.#events) event.data = changed.get(event.seq) ?? event.data;
  }
}
