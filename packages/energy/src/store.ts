/**
 * What meters consumed, their states, events and exchanges: one SQLite file. What happens together is written together, and is on the disk when
 * `commit` returns; a process that is killed finds the readings that its amounts end with.
 *
 *     const store = Store.open(folder, clock.now());
 *     store.commit({ series, days, events, … });
 *
 * Nothing is ever removed by its age. A file that SQLite calls damaged is kept aside and begun anew.
 */
import { mkdirSync, statSync } from "node:fs";
import path from "node:path";
import { asideOf, damagedAt, isDamage, openDatabase, putAside } from "@hubwart/core/own-database";
import type { DatabaseSyncInstance, StatementSyncInstance } from "@photostructure/sqlite";
import type { CounterEvent, CounterState } from "./counter.ts";
import { addTo, type DaySlots, dayOf, decodeDay, emptyDay, encodeDay } from "./day-slots.ts";
import type { IntegralState } from "./integral.ts";
import type { Posting } from "./spread.ts";

export const FILE = "energy.db";

const TABLES = `
  CREATE TABLE IF NOT EXISTS series (
    nr INTEGER PRIMARY KEY, id TEXT NOT NULL, base TEXT NOT NULL, begun INTEGER, data TEXT NOT NULL, UNIQUE (id, base)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS day (
    nr INTEGER NOT NULL, day INTEGER NOT NULL, amount INTEGER NOT NULL, known INTEGER NOT NULL, estimated INTEGER NOT NULL,
    data BLOB NOT NULL, PRIMARY KEY (nr, day)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS event (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, nr INTEGER NOT NULL, at INTEGER NOT NULL, what TEXT NOT NULL, data TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS event_nr ON event (nr, seq);
  CREATE TABLE IF NOT EXISTS rate (
    name TEXT NOT NULL, since INTEGER NOT NULL, value REAL NOT NULL, PRIMARY KEY (name, since)
  ) STRICT, WITHOUT ROWID;`;

/** A meter that counted: another base unit under the same id is another series. */
export interface SeriesRow {
  nr: number;
  id: string;
  base: string;
  /** Since when something is known, ms; absent: nothing came yet. */
  begun?: number;
  data: SeriesState;
}

export interface SeriesState {
  /** Of what it was read: another source or factor goes on from no reading. */
  of: string;
  counter?: CounterState;
  integral?: IntegralState;
  /** Time that the last reading says it is of, ms: the same one again is none. */
  ts?: number;
  /** Quarters that are not in a day yet. */
  open: Posting[];
}

/** What an event says besides: readings in millionths of the base unit. */
export interface EventData extends Pick<CounterEvent, "from" | "to"> {
  /** A break that somebody explained. */
  settled?: true;
  by?: string;
  end?: number;
  start?: number;
}

export interface MeterEvent {
  seq: number;
  nr: number;
  at: number;
  what: CounterEvent["what"] | "exchange" | "other-source";
  data: EventData;
}

export interface Change {
  series: Map<number, SeriesRow>;
  /** By series: what goes into days. */
  days: Map<number, Posting[]>;
  events: Omit<MeterEvent, "seq">[];
  /** Events whose data is other now. */
  changed: Map<number, EventData>;
  rates: { name: string; since: number; value: number }[];
}

export const emptyChange = (): Change => ({
  series: new Map(),
  days: new Map(),
  events: [],
  changed: new Map(),
  rates: [],
});

export class Store {
  readonly #file: string;
  #db: DatabaseSyncInstance;
  readonly #statements = new Map<string, StatementSyncInstance>();
  /** Where a damaged file was put since this was opened. */
  readonly aside: string | undefined;

  static open(folder: string, now: number): Store {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return new Store(path.join(folder, FILE), now);
  }

  private constructor(file: string, now: number) {
    this.#file = file;
    try {
      this.#db = opened(file);
      this.series();
    } catch (error) {
      if (!isUseless(error)) throw error;
      this.aside = putAside(file, now);
      this.#db = opened(file);
    }
  }

  close(): void {
    this.#db.close();
  }

  /** When a file was last put aside, ms since the epoch; undefined: never, or somebody has taken it away. */
  get damagedAt(): number | undefined {
    return damagedAt(this.#file);
  }

  get asidePath(): string {
    return asideOf(this.#file);
  }

  get size(): number {
    return statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0;
  }

  series(): SeriesRow[] {
    const rows = this.#db.prepare("SELECT nr, id, base, begun, data FROM series").all() as unknown as {
      nr: number;
      id: string;
      base: string;
      begun: number | null;
      data: string;
    }[];
    return rows.map(({ begun, data, ...rest }) => ({
      ...rest,
      ...(begun === null ? {} : { begun }),
      data: JSON.parse(data) as SeriesState,
    }));
  }

  /** Days of a series within [from, to], by their number; a damaged one is left out. */
  *days(nr: number, from: number, to: number): Generator<[day: number, slots: DaySlots]> {
    const rows = this.#read(
      "SELECT day, data FROM day WHERE nr = ? AND day BETWEEN ? AND ? ORDER BY day",
    ).all(nr, from, to) as unknown as { day: number; data: Uint8Array }[];
    for (const { data, day } of rows) {
      const slots = readable(data);
      if (slots) yield [day, slots];
    }
  }

  /** Whole days within [from, to] without looking into them. A sum that is beyond whole numbers is about right. */
  totals(nr: number, from: number, to: number): Totals {
    const row = this.#read(
      "SELECT total(amount) AS amount, coalesce(sum(known), 0) AS known, coalesce(sum(estimated), 0) AS estimated FROM day WHERE nr = ? AND day BETWEEN ? AND ?",
    ).get(nr, from, to) as unknown as Totals | undefined;
    return row ?? { amount: 0, known: 0, estimated: 0 };
  }

  events(nr: number, limit: number): MeterEvent[] {
    return eventsOf(
      this.#db.prepare("SELECT * FROM event WHERE nr = ? ORDER BY seq DESC LIMIT ?").all(nr, limit),
    );
  }

  /** Those of a meter, newest first, and announced ones that lapsed. */
  exchanges(nr: number): MeterEvent[] {
    return eventsOf(
      this.#db
        .prepare("SELECT * FROM event WHERE nr = ? AND what IN ('exchange', 'lapsed') ORDER BY seq DESC")
        .all(nr),
    );
  }

  /** What something cost or emitted from when on, oldest first. */
  rates(name: string): { since: number; value: number }[] {
    return this.#db.prepare("SELECT since, value FROM rate WHERE name = ? ORDER BY since").all(name);
  }

  /** Statements are kept: thousands of them would lie in memory until V8 sees a need. */
  #read(sql: string): StatementSyncInstance {
    const known = this.#statements.get(sql) ?? this.#db.prepare(sql);
    this.#statements.set(sql, known);
    return known;
  }

  /** All or nothing. @throws Error of the disk; nothing was written then */
  commit({ changed, days, events, rates, series }: Change): void {
    this.#db.exec("BEGIN IMMEDIATE");
    try {
      const put = this.#db.prepare(
        "INSERT INTO series VALUES (?, ?, ?, ?, ?) ON CONFLICT (nr) DO UPDATE SET begun = excluded.begun, data = excluded.data",
      );
      for (const { base, begun, data, id, nr } of series.values())
        put.run(nr, id, base, begun ?? null, JSON.stringify(data));
      for (const [nr, postings] of days) this.#putDays(nr, postings);
      const add = this.#db.prepare("INSERT INTO event (nr, at, what, data) VALUES (?, ?, ?, ?)");
      for (const { at, data, nr, what } of events) add.run(nr, at, what, JSON.stringify(data));
      const change = this.#db.prepare("UPDATE event SET data = ? WHERE seq = ?");
      for (const [seq, data] of changed) change.run(JSON.stringify(data), seq);
      const rate = this.#db.prepare(
        "INSERT INTO rate VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
      );
      // By a clock that was ahead.
      const toCome = this.#db.prepare("DELETE FROM rate WHERE name = ? AND since > ?");
      for (const { name, since, value } of rates) {
        toCome.run(name, since);
        rate.run(name, since, value);
      }
      this.#db.exec("COMMIT");
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec("ROLLBACK");
      throw error;
    }
  }

  #putDays(nr: number, postings: readonly Posting[]): void {
    const byDay = new Map<number, Posting[]>();
    for (const posting of postings) {
      const day = dayOf(posting.slot);
      byDay.set(day, [...(byDay.get(day) ?? []), posting]);
    }
    const read = this.#db.prepare("SELECT data FROM day WHERE nr = ? AND day = ?");
    const put = this.#db.prepare(
      "INSERT INTO day VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET amount = excluded.amount, known = excluded.known, estimated = excluded.estimated, data = excluded.data",
    );
    for (const [day, added] of byDay) {
      const data = read.get(nr, day)?.["data"] as Uint8Array | undefined;
      // A damaged one begins anew: it must not keep all others from the disk.
      const slots = (data && readable(data)) ?? emptyDay();
      for (const posting of added) addTo(slots, posting);
      const { amount, estimated, known } = totalOf(slots);
      put.run(nr, day, amount, known, estimated, encodeDay(slots));
    }
  }
}

/** Undefined for bytes that are no day. */
function readable(data: Uint8Array): DaySlots | undefined {
  try {
    return decodeDay(data);
  } catch {
    return undefined;
  }
}

const eventsOf = (rows: unknown[]): MeterEvent[] =>
  (rows as (Omit<MeterEvent, "data"> & { data: string })[]).map((row) => ({
    ...row,
    data: JSON.parse(row.data) as EventData,
  }));

/** Millionths of the base unit, and ms. */
export interface Totals {
  amount: number;
  known: number;
  estimated: number;
}

export function totalOf({ amounts, estimated, known }: DaySlots): Totals {
  const sum = (list: ArrayLike<number>): number => {
    let all = 0;
    for (let at = 0; at < list.length; at += 1) all += list[at] ?? 0;
    return all;
  };
  return { amount: sum(amounts), known: sum(known), estimated: sum(estimated) };
}

const opened = (file: string): DatabaseSyncInstance =>
  openDatabase(file, { tables: TABLES, cacheKib: 2048, checkpoint: 256 });

const isUseless = (error: unknown): boolean => error instanceof RangeError || isDamage(error);
