/**
 * What charts are drawn from: minimum, maximum, mean, last and number of a channel's numbers per minute, hour
 * and day (UTC). Minutes lie in blocks of a quarter of an hour, one row per channel, so that a minute with one
 * value costs ten bytes instead of a row.
 *
 * Derived data: everything here can be made again from the Parquet files.
 */
import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from "@photostructure/sqlite";
import {
  addFigures,
  type Bin,
  decodeBins,
  eachBin,
  encodeBins,
  type Figures,
  mergeBins,
  sumOf,
} from "./bins.ts";
import { DAY, HOUR, MINUTE, QUARTER, type Step, startOf } from "./spans.ts";
import type { Turn } from "./turns.ts";
import { type ChannelDay, type Told, Unsettled } from "./unsettled.ts";

/** Bins of one channel by the start of their minute. */
export type MinuteBins = Map<number, Bin>;

const TABLES = `
  CREATE TABLE IF NOT EXISTS channel (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE IF NOT EXISTS minutes (
    channel INTEGER NOT NULL, start INTEGER NOT NULL, bins BLOB NOT NULL, PRIMARY KEY (channel, start)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS long (
    channel INTEGER NOT NULL, step INTEGER NOT NULL, start INTEGER NOT NULL,
    count INTEGER NOT NULL, min REAL NOT NULL, max REAL NOT NULL, sum REAL NOT NULL, last REAL NOT NULL,
    PRIMARY KEY (channel, step, start)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS turn (
    channel INTEGER NOT NULL, time INTEGER NOT NULL, quality INTEGER NOT NULL, PRIMARY KEY (channel, time)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS absence (start INTEGER PRIMARY KEY, until INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS settled (file TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;`;

/** Of a double, as SQL reads it. */
const LARGEST = "1.7976931348623157e308";
/** As SQLite's `user_version`. */
const PARTIAL = 1;

export class Summaries {
  readonly unsettled: Unsettled;
  readonly #db: DatabaseSyncInstance;
  readonly #ids = new Map<string, number>();
  readonly #readMinutes: StatementSyncInstance;
  readonly #writeMinutes: StatementSyncInstance;
  readonly #addLong: StatementSyncInstance;

  constructor(file: string) {
    this.#db = new DatabaseSync(file);
    // FULL: a log is removed as soon as its bins are settled.
    this.#db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -4096;");
    this.#db.exec(TABLES);
    this.unsettled = new Unsettled(this.#db);
    this.#readMinutes = this.#db.prepare("SELECT bins FROM minutes WHERE channel = ? AND start = ?");
    this.#writeMinutes = this.#db.prepare(
      "INSERT INTO minutes VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET bins = excluded.bins",
    );
    this.#addLong = this.#db.prepare(
      `INSERT INTO long VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
         count = count + excluded.count, min = min(min, excluded.min), max = max(max, excluded.max),
         sum = max(-${LARGEST}, min(${LARGEST}, sum + excluded.sum)), last = excluded.last`,
    );
  }

  close(): void {
    this.#db.close();
  }

  /** Whether everything recorded is in here. */
  get complete(): boolean {
    return Number(this.#db.prepare("PRAGMA user_version").get()?.["user_version"]) !== PARTIAL;
  }

  /** They are to be filled from the files; what ends before `filled` begins anew. */
  filling(): void {
    this.#db.exec(`PRAGMA user_version = ${PARTIAL}`);
  }

  filled(): void {
    this.#db.exec("PRAGMA user_version = 0");
  }

  /** Whether the bins of a hot log have been taken in; then the log is not needed for them any more. */
  isSettled(file: string): boolean {
    return this.#db.prepare("SELECT 1 FROM settled WHERE file = ?").get(file) !== undefined;
  }

  forgetSettled(files: readonly string[]): void {
    const statement = this.#db.prepare("DELETE FROM settled WHERE file = ?");
    for (const file of files) statement.run(file);
  }

  /**
   * Adds the bins and the changes of quality of some hot logs and remembers that, in one transaction.
   *
   * @param corrected whose figures are to be made anew, for not all that was added counts
   */
  settle(
    files: readonly string[],
    channels: Iterable<[name: string, bins: MinuteBins]>,
    turns: Iterable<[name: string, turns: readonly Turn[]]> = [],
    corrected: readonly ChannelDay[] = [],
  ): void {
    this.#transaction(() => {
      for (const [name, bins] of channels) this.#add(this.#idOf(name), bins);
      for (const [name, changes] of turns) this.#addTurns(name, changes);
      const settled = this.#db.prepare("INSERT OR IGNORE INTO settled VALUES (?)");
      for (const file of files) settled.run(file);
      this.unsettled.add(corrected);
    });
  }

  /** Notes days whose figures are to be made anew, and what is known of corrections, in one transaction. */
  note(days: readonly ChannelDay[], { forget, tell }: { tell?: Told; forget?: number } = {}): void {
    this.#transaction(() => {
      this.unsettled.add(days);
      if (tell) this.unsettled.tell(tell);
      if (forget !== undefined) this.unsettled.forget(forget);
    });
  }

  /** The figures of a channel and day from now on; it is no longer noted. In one transaction. */
  replaceDay([chan, day]: ChannelDay, bins: MinuteBins): void {
    this.#transaction(() => {
      const id = this.#idOf(chan);
      for (const table of ["minutes", "long"])
        this.#db
          .prepare(`DELETE FROM ${table} WHERE channel = ? AND start >= ? AND start < ?`)
          .run(id, day, day + DAY);
      this.#add(id, bins);
      this.unsettled.remove([chan, day]);
    });
  }

  /** Numbers of a channel's day, as its figures say. */
  countOf([chan, day]: ChannelDay): number {
    const spans = new Map<number, Figures>();
    this.read(chan, { base: DAY, from: day, step: DAY, to: day + DAY }, spans);
    return spans.get(day)?.count ?? 0;
  }

  /** Adds the figures of a channel's `base` bins from `from` to before `to` to spans of `step`, a multiple of `base`. */
  read(
    name: string,
    { base, from, step, to }: { base: Step; step: number; from: number; to: number },
    spans: Map<number, Figures>,
  ): void {
    const id = this.#known(name);
    if (id === undefined) return;
    if (base === MINUTE) this.#minutes(id, from, to, step, spans);
    else this.#long(id, base, from, to, step, spans);
  }

  /** The last number before a time, from the hours; undefined if there is none. */
  lastBefore(name: string, time: number): { time: number; value: number } | undefined {
    const id = this.#known(name);
    if (id === undefined) return undefined;
    const row = this.#db
      .prepare(
        "SELECT start, last FROM long WHERE channel = ? AND step = ? AND start < ? ORDER BY start DESC LIMIT 1",
      )
      .get(id, HOUR, startOf(time, HOUR)) as { start: number; last: number } | undefined;
    return row && { time: row.start + HOUR, value: row.last };
  }

  /** Changes of a channel's quality before `to`, and the last one up to `from`; oldest first. */
  turns(name: string, from: number, to: number): Turn[] {
    const id = this.#known(name);
    if (id === undefined) return [];
    const before = this.#turnBefore(id, from);
    const rows = this.#db
      .prepare("SELECT time, quality FROM turn WHERE channel = ? AND time > ? AND time < ? ORDER BY time")
      .all(id, from, to) as { time: number; quality: number }[];
    return [...(before ? [before] : []), ...rows.map(({ quality, time }): Turn => [time, quality])];
  }

  /** From `start` to `until` nothing could be recorded. */
  addAbsence(start: number, until: number): void {
    this.#db.prepare("INSERT OR REPLACE INTO absence VALUES (?, ?)").run(start, until);
  }

  absences(from: number, to: number): [start: number, until: number][] {
    const rows = this.#db
      .prepare("SELECT start, until FROM absence WHERE until > ? AND start < ? ORDER BY start")
      .all(from, to) as { start: number; until: number }[];
    return rows.map(({ start, until }) => [Math.max(from, start), Math.min(to, until)]);
  }

  names(): string[] {
    return this.#db
      .prepare("SELECT name FROM channel ORDER BY name")
      .all()
      .map((row) => (row as { name: string }).name);
  }

  /** When the minutes begin; undefined without any. Asked channel by channel: by its key, and not through all rows. */
  firstMinute(): number | undefined {
    const row = this.#db
      .prepare(
        "SELECT min((SELECT start FROM minutes WHERE channel = id ORDER BY start LIMIT 1)) AS first FROM channel",
      )
      .get() as { first: number | null };
    return row.first ?? undefined;
  }

  /** Forgets the minutes that lie before. */
  trimMinutes(before: number): void {
    this.#db.prepare("DELETE FROM minutes WHERE start < ?").run(before);
  }

  /** Forgets the longer bins that lie before. */
  trim(longBefore: number): void {
    this.#db.prepare("DELETE FROM long WHERE start < ? AND step <> ?").run(longBefore, DAY);
    this.#db.prepare("DELETE FROM turn WHERE time < ?").run(longBefore);
    this.#db.prepare("DELETE FROM absence WHERE until < ?").run(longBefore);
  }

  /** Forgets the bins of a span, to make them again. */
  clear(from: number, to: number): void {
    this.#transaction(() => {
      this.#db.prepare("DELETE FROM minutes WHERE start >= ? AND start < ?").run(from, to);
      this.#db.prepare("DELETE FROM long WHERE start >= ? AND start < ?").run(from, to);
      this.#db.prepare("DELETE FROM turn WHERE time >= ? AND time < ?").run(from, to);
    });
  }

  #add(id: number, bins: MinuteBins): void {
    for (const [start, block] of grouped(bins, QUARTER)) {
      const stored = this.#readMinutes.get(id, start) as { bins: Uint8Array } | undefined;
      const merged = stored ? mergeBins(decodeBins(stored.bins, start), block) : block;
      this.#writeMinutes.run(id, start, encodeBins(merged, start));
    }
    for (const step of [HOUR, DAY]) {
      for (const [start, block] of grouped(bins, step)) {
        const { count, min, max, sum, last } = whole(block);
        this.#addLong.run(id, step, start, count, min, max, sum, last);
      }
    }
  }

  /** Good is what a channel is without any turn. */
  #addTurns(name: string, turns: readonly Turn[]): void {
    const first = turns[0];
    if (!first) return;
    const id = this.#idOf(name);
    let quality = this.#turnBefore(id, first[0])?.[1] ?? 0;
    const insert = this.#db.prepare("INSERT OR REPLACE INTO turn VALUES (?, ?, ?)");
    for (const [time, next] of turns) {
      if (next !== quality) insert.run(id, time, next);
      quality = next;
    }
  }

  #turnBefore(id: number, time: number): Turn | undefined {
    const row = this.#db
      .prepare("SELECT time, quality FROM turn WHERE channel = ? AND time <= ? ORDER BY time DESC LIMIT 1")
      .get(id, time) as { time: number; quality: number } | undefined;
    return row && [row.time, row.quality];
  }

  #minutes(id: number, from: number, to: number, step: number, spans: Map<number, Figures>): void {
    const rows = this.#db
      .prepare("SELECT start, bins FROM minutes WHERE channel = ? AND start > ? AND start < ? ORDER BY start")
      .all(id, from - QUARTER, to) as { start: number; bins: Uint8Array }[];
    for (const { bins, start } of rows)
      eachBin(bins, start, (minute, bin) => {
        if (minute >= from && minute < to) addFigures(spans, startOf(minute, step), bin);
      });
  }

  /** Joined by the database: a year has 8,760 hours, and a chart has room for a tenth of them. */
  #long(id: number, base: Step, from: number, to: number, step: number, spans: Map<number, Figures>): void {
    const rows = this.#db
      .prepare(
        `SELECT start - start % ? AS span, sum(count) AS count, min(min) AS min, max(max) AS max, sum(sum) AS sum
         FROM long WHERE channel = ? AND step = ? AND start >= ? AND start < ? GROUP BY span`,
      )
      .all(step, id, base, from, to) as ({ span: number; sum: number | null } & Omit<Figures, "sum">)[];
    // SQLite tells a sum that is no number as NULL.
    for (const { span, sum, ...figures } of rows)
      addFigures(spans, span, { ...figures, sum: sum ?? Number.NaN });
  }

  #known(name: string): number | undefined {
    const cached = this.#ids.get(name);
    if (cached !== undefined) return cached;
    const row = this.#db.prepare("SELECT id FROM channel WHERE name = ?").get(name) as
      | { id: number }
      | undefined;
    if (row) this.#ids.set(name, row.id);
    return row?.id;
  }

  #idOf(name: string): number {
    const known = this.#known(name);
    if (known !== undefined) return known;
    const id = Number(this.#db.prepare("INSERT INTO channel (name) VALUES (?)").run(name).lastInsertRowid);
    this.#ids.set(name, id);
    return id;
  }

  #transaction(task: () => void): void {
    this.#db.exec("BEGIN IMMEDIATE");
    try {
      task();
      this.#db.exec("COMMIT");
    } catch (error) {
      this.#db.exec("ROLLBACK");
      this.#ids.clear();
      throw error;
    }
  }
}

function grouped(bins: MinuteBins, step: number): Map<number, MinuteBins> {
  const groups = new Map<number, MinuteBins>();
  for (const [start, bin] of bins) {
    const first = startOf(start, step);
    const group = groups.get(first) ?? new Map<number, Bin>();
    group.set(start, bin);
    groups.set(first, group);
  }
  return groups;
}

/** All minutes of a block as one bin. */
function whole(bins: MinuteBins): Bin {
  const parts = [...bins].sort(([a], [b]) => a - b).map(([, bin]) => bin);
  return {
    count: parts.reduce((sum, { count }) => sum + count, 0),
    min: Math.min(...parts.map(({ min }) => min)),
    max: Math.max(...parts.map(({ max }) => max)),
    sum: parts.reduce((sum, part) => sumOf(sum, part.sum), 0),
    last: parts.at(-1)?.last ?? Number.NaN,
  };
}
