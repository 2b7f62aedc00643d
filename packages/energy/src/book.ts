/**
 * What the meters of the project consumed: takes the values of their sources, books amounts by quarters of an hour and writes them down.
 *
 *     const book = new Book({ meters, store, steady, … });
 *     book.value("strom", 1234.5, 0, ts);       // in order of arrival
 *     book.tick();                              // about every 10 s
 *     book.commit();                            // once a minute, and at the end
 *
 * Invariants: a state is written together with the amounts that led to it, so a kill at any moment costs no consumption and counts none twice. What the
 * disk does not take stays here. Quarters that are not over are part of the state: each day is written once a quarter.
 */
import { errorText, type Logger } from "@hubwart/core";
import { BASE_OF, type CompiledMeter } from "@hubwart/project/meters";
import { AMOUNT_MAX, amountOf, perUnit } from "./amounts.ts";
import { Counter, type CounterEvent } from "./counter.ts";
import { addTo, type DaySlots, dayOf, emptyDay, SLOTS } from "./day-slots.ts";
import { freshIntegral, Integral } from "./integral.ts";
import { type Posting, slotOf } from "./spread.ts";
import type { SteadyClock } from "./steady-clock.ts";
import {
  type Change,
  emptyChange,
  type MeterEvent,
  type SeriesRow,
  type Store,
  type Totals,
} from "./store.ts";
import { texts } from "./texts.ts";

export interface BookOptions {
  meters: readonly CompiledMeter[];
  store: Pick<Store, "commit" | "days" | "events" | "exchanges" | "series" | "totals">;
  steady: SteadyClock;
  log: Logger;
}

export interface Entry {
  readonly meter: CompiledMeter;
  readonly row: SeriesRow;
  readonly counter: Counter | undefined;
  readonly integral: Integral | undefined;
  /** Quarters that are in no day on the disk, by number. */
  readonly open: Map<number, Posting>;
  dirty: boolean;
}

/** Breaks that somebody may still explain. */
const EVENTS_LOOKED = 200;

export class Book {
  readonly #options: BookOptions;
  readonly #entries = new Map<string, Entry>();
  #events: Omit<MeterEvent, "seq">[] = [];
  #changed: Change["changed"] = new Map();
  #rates: Change["rates"] = [];
  #trouble: string | undefined;
  #begun = false;

  constructor(options: BookOptions) {
    this.#options = options;
    const kept = options.store.series();
    let next = kept.reduce((most, { nr }) => Math.max(most, nr), 0) + 1;
    const byKey = new Map(kept.map((row) => [`${row.id} ${row.base}`, row]));
    for (const meter of options.meters) {
      const { base } = BASE_OF[meter.unit];
      const row = byKey.get(`${meter.id} ${base}`) ?? {
        nr: next++,
        id: meter.id,
        base,
        data: { of: sourceOf(meter), open: [] },
      };
      this.#entries.set(meter.id, this.#entry(meter, row));
    }
  }

  /** Why amounts are not on the disk, German; undefined: they are. */
  get trouble(): string | undefined {
    return this.#trouble;
  }

  /** A meter has its first reading: what it consumes from now on is known only once that is on the disk. */
  get begun(): boolean {
    return this.#begun;
  }

  get entries(): IterableIterator<Entry> {
    return this.#entries.values();
  }

  entry(id: string): Entry | undefined {
    return this.#entries.get(id);
  }

  /** @param ts of the value, ms since the epoch: the same one again says nothing new of a counter */
  value(id: string, value: unknown, quality: number, ts: number): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    this.look();
    const now = this.#options.steady.now();
    const { counter, integral, meter, row } = entry;
    const amount = quality === 0 ? amountOf(value, meter.factor ?? 1, meter.unit) : undefined;
    if (integral) {
      this.#take(entry, integral.value(now, amount));
      if (amount !== undefined) begin(row, now);
      entry.dirty = true;
      return;
    }
    if (!counter || amount === undefined || row.data.ts === ts) return;
    row.data.ts = ts;
    begin(row, now);
    this.#begun ||= counter.state.last === undefined;
    const { events, postings } = counter.reading({ t: now, v: amount });
    this.#take(entry, postings);
    for (const event of events) this.#note(entry, event, now);
    entry.dirty = true;
  }

  /** Powers go on. */
  tick(): void {
    this.look();
    const now = this.#options.steady.now();
    for (const entry of this.#entries.values()) {
      const { integral } = entry;
      if (integral?.state.rate === undefined) continue;
      this.#take(entry, integral.until(now));
      entry.dirty = true;
    }
  }

  /** Where the clock was set, everything keeps its distance from now. */
  look(): void {
    const moved = this.#options.steady.look();
    if (moved === 0) return;
    for (const entry of this.#entries.values()) {
      entry.counter?.moved(moved);
      entry.integral?.moved(moved);
      entry.dirty = true;
    }
  }

  /** An amount from elsewhere than a reading: an exchange. */
  post(entry: Entry, postings: readonly Posting[], event: Omit<MeterEvent, "seq">): void {
    this.#take(entry, postings);
    this.#events.push(event);
    entry.dirty = true;
  }

  change(seq: number, data: MeterEvent["data"]): void {
    this.#changed.set(seq, data);
  }

  rate(rate: Change["rates"][number]): void {
    this.#rates.push(rate);
  }

  /** Newest first, with what is not written yet. */
  events(entry: Entry, limit = EVENTS_LOOKED): (Omit<MeterEvent, "seq"> & { seq?: number })[] {
    const kept = this.#options.store.events(entry.row.nr, limit).map((event) => ({
      ...event,
      data: this.#changed.get(event.seq) ?? event.data,
    }));
    const waiting = this.#events.filter(({ nr }) => nr === entry.row.nr).reverse();
    return [...waiting, ...kept].slice(0, limit);
  }

  /** Newest first, however long ago, with what is not written yet; and announced ones that lapsed. */
  exchanges({ row: { nr } }: Entry): Omit<MeterEvent, "seq">[] {
    const waiting = this.#events.filter(
      (event) => event.nr === nr && (event.what === "exchange" || event.what === "lapsed"),
    );
    return [...waiting.reverse(), ...this.#options.store.exchanges(nr)];
  }

  /** Days of a series within [from, to], with what is not written yet. */
  *days(entry: Entry, from: number, to: number): Generator<[day: number, slots: DaySlots]> {
    const waiting = new Map<number, Posting[]>();
    for (const posting of entry.open.values()) {
      const day = dayOf(posting.slot);
      if (day >= from && day <= to) waiting.set(day, [...(waiting.get(day) ?? []), posting]);
    }
    for (const [day, slots] of this.#options.store.days(entry.row.nr, from, to)) {
      for (const posting of waiting.get(day) ?? []) addTo(slots, posting);
      waiting.delete(day);
      yield [day, slots];
    }
    for (const [day, postings] of [...waiting].sort(([a], [b]) => a - b)) {
      const slots = emptyDay();
      for (const posting of postings) addTo(slots, posting);
      yield [day, slots];
    }
  }

  /** Whole days within [from, to], with what is not written yet. */
  totals(entry: Entry, from: number, to: number): Totals {
    const totals = { ...this.#options.store.totals(entry.row.nr, from, to) };
    for (const { amount, estimated, known, slot } of entry.open.values()) {
      const day = dayOf(slot);
      if (day < from || day > to) continue;
      totals.amount += amount;
      totals.known += known;
      totals.estimated += estimated;
    }
    return totals;
  }

  /** Of one quarter, in millionths of the base unit. */
  amountAt(entry: Entry, slot: number): number {
    const day = dayOf(slot);
    for (const [found, slots] of this.days(entry, day, day))
      if (found === day) return slots.amounts[slot - day * SLOTS] ?? 0;
    return 0;
  }

  /** What is over goes into its day, and everything that changed to the disk. What the disk refuses stays. */
  commit(): void {
    const { log, store } = this.#options;
    const change = { ...emptyChange(), events: this.#events, changed: this.#changed, rates: this.#rates };
    const current = slotOf(this.#options.steady.now());
    for (const entry of this.#entries.values()) {
      if (!entry.dirty) continue;
      const over = [...entry.open.values()].filter(({ slot }) => slot < current);
      const rest = [...entry.open.values()].filter(({ slot }) => slot >= current);
      if (over.length > 0) change.days.set(entry.row.nr, over);
      change.series.set(entry.row.nr, { ...entry.row, data: { ...entry.row.data, open: rest } });
    }
    if (change.series.size === 0 && this.#events.length + this.#changed.size + this.#rates.length === 0)
      return;
    try {
      store.commit(change);
    } catch (error) {
      if (this.#trouble === undefined) log.error(texts.noRoom(errorText(error)));
      this.#trouble = texts.noRoom(errorText(error));
      return;
    }
    if (this.#trouble !== undefined) log.info(texts.roomAgain);
    this.#trouble = undefined;
    this.#begun = false;
    this.#events = [];
    this.#changed = new Map();
    this.#rates = [];
    for (const entry of this.#entries.values()) {
      for (const { slot } of change.days.get(entry.row.nr) ?? []) entry.open.delete(slot);
      entry.dirty = false;
    }
  }

  #entry(meter: CompiledMeter, row: SeriesRow): Entry {
    const { data } = row;
    const of = sourceOf(meter);
    const other = data.of !== of;
    if (other) {
      // Another source, or read in another way: its first reading has nothing to do with the last one before.
      delete data.counter;
      delete data.integral;
      delete data.ts;
      data.of = of;
    }
    const open = new Map(data.open.map((posting) => [posting.slot, posting]));
    if (meter.kind === "counter") {
      data.counter ??= {};
      const counter = new Counter(data.counter, rulesOf(meter));
      return { meter, row, counter, integral: undefined, open, dirty: other };
    }
    data.integral ??= freshIntegral();
    const integral = new Integral(data.integral);
    integral.lost();
    return { meter, row, counter: undefined, integral, open, dirty: other };
  }

  #take(entry: Entry, postings: readonly Posting[]): void {
    for (const { amount, estimated, known, slot } of postings) {
      const before = entry.open.get(slot);
      if (before) {
        before.amount += amount;
        before.known += known;
        before.estimated += estimated;
      } else entry.open.set(slot, { slot, amount, known, estimated });
    }
  }

  #note(entry: Entry, { from, to, what }: CounterEvent, at: number): void {
    this.#events.push({ nr: entry.row.nr, at, what, data: { from, to } });
    const name = entry.meter.label ?? entry.meter.id;
    if (what === "break") this.#options.log.warn(texts.fell(name));
    if (what === "lapsed") this.#options.log.warn(texts.lapsed(name));
  }
}

function begin(row: SeriesRow, now: number): void {
  row.begun ??= now;
}

/** What two readings must have in common to be compared. */
const sourceOf = ({ factor = 1, kind, source, unit }: CompiledMeter): string =>
  `${kind} ${source} ${factor * perUnit(unit)}`;

function rulesOf({ factor = 1, max, resets, rollover, unit }: CompiledMeter) {
  return {
    rollover: rollover === undefined ? undefined : amountOf(rollover, factor, unit),
    resets,
    max: max === undefined ? undefined : Math.min(max * perUnit(unit), AMOUNT_MAX),
  };
}
