/**
 * Standing alarms, shelves, maintenance, what is still to be told, and the journal of all of it: one SQLite file. What happens
 * together is written together, and is on the disk when `commit` returns.
 *
 *     const journal = Journal.open(folder, clock.now());
 *     journal.commit({ events, alarms, … });
 *     journal.history({ from, to, offset: 0, limit: 50 });
 *
 * A file that SQLite calls damaged is kept aside and begun anew: what stands then is raised again by the values.
 */
import { mkdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { nodeCrypto } from "@hubwart/core";
import { asideOf, DAMAGED, damagedAt, isDamage, openDatabase, putAside } from "@hubwart/core/own-database";
import type { AlarmEvent, AlarmHistoryQuestion, Maintenance, Shelving } from "@hubwart/ipc";
import type { DatabaseSyncInstance } from "@photostructure/sqlite";
import { keptValue } from "./kept-value.ts";
import { type Counters, Numbers } from "./numbers.ts";
import type { AlarmRecord, Untold } from "./record.ts";

const FILE = "alarms.db";
/** Lines of the journal that are kept, and how many more there may be before some go. */
const MOST_EVENTS = 200_000;
const SECRET = "INSERT INTO secret VALUES ('links', ?) ON CONFLICT DO NOTHING";
const SURPLUS = 2_000;

const TABLES = `
  CREATE TABLE IF NOT EXISTS alarm (id TEXT PRIMARY KEY, data TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS shelf (id TEXT PRIMARY KEY, data TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS maintenance (nr INTEGER PRIMARY KEY, data TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS untold (seq INTEGER PRIMARY KEY, data TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS link (key TEXT PRIMARY KEY, data TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS secret (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS counter (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS journal (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, what TEXT NOT NULL, nr INTEGER NOT NULL, id TEXT NOT NULL,
    source TEXT NOT NULL, priority INTEGER NOT NULL, text TEXT NOT NULL, value TEXT, person TEXT, why TEXT,
    words TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS journal_at ON journal (at);`;

const COUNT =
  "INSERT INTO counter VALUES (?, ?) ON CONFLICT DO UPDATE SET value = max(value, excluded.value)";

export type NewEvent = Omit<AlarmEvent, "seq">;

/** What became other; undefined: it is gone. */
export interface Change {
  events: NewEvent[];
  alarms: Map<string, AlarmRecord | undefined>;
  shelves: Map<string, Shelving | undefined>;
  maintenance: Map<number, Maintenance | undefined>;
  untold: Map<number, Untold | undefined>;
  /** By key of the message. */
  links: Map<string, LinkRecord | undefined>;
  /** The last numbers that were given. */
  counters: { nr?: number; untold?: number; maintenance?: number };
}

export const emptyChange = (): Change => ({
  events: [],
  alarms: new Map(),
  shelves: new Map(),
  maintenance: new Map(),
  untold: new Map(),
  links: new Map(),
  counters: {},
});

/** A link in a message. */
export interface LinkRecord {
  key: string;
  way: string;
  /** Of the alarms that it is for. */
  nrs: number[];
  /** When it was made, and when somebody used it; ms since the epoch. */
  at: number;
  used?: number;
}

export interface Kept {
  alarms: AlarmRecord[];
  shelves: [id: string, Shelving][];
  maintenance: Maintenance[];
  untold: Untold[];
  links: LinkRecord[];
  counters: Counters;
}

export class Journal {
  readonly #folder: string;
  readonly #numbers: Numbers;
  #db: DatabaseSyncInstance;
  /** Where a damaged file was put since this was opened. */
  aside: string | undefined;
  /** There was no room for its file yet: nothing has been taken. */
  #homeless = false;
  #surplus = 0;
  #secret: string | undefined;

  static open(folder: string, now: number): Journal {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return new Journal(folder, now);
  }

  private constructor(folder: string, now: number) {
    this.#folder = folder;
    this.#numbers = new Numbers(folder);
    try {
      this.#db = statSync(this.#file, { throwIfNoEntry: false }) ? opened(this.#file) : this.#fresh();
      this.kept();
    } catch (error) {
      if (!isDamage(error)) throw error;
      this.aside = putAside(this.#file, now);
      this.#db = this.#fresh();
    }
  }

  /** It turned out to be damaged while it was in use: begins anew, empty. @returns where it lies now @throws Error of the disk */
  renew(now: number): string {
    this.#db.close();
    const aside = putAside(this.#file, now);
    this.aside = aside;
    this.#db = this.#fresh();
    return aside;
  }

  /** When a file was last put aside, ms since the epoch; undefined: never, or somebody has taken it away. */
  get damagedAt(): number | undefined {
    return damagedAt(this.#file);
  }

  get asidePath(): string {
    return asideOf(this.#file);
  }

  close(): void {
    this.#db.close();
  }

  get #file(): string {
    return path.join(this.#folder, FILE);
  }

  /**
   * Goes on with numbers that the one before cannot have given. Where the disk has no room for a new file it watches all the same:
   * nothing was there to be read, and `commit` tries again.
   */
  #fresh(): DatabaseSyncInstance {
    this.#homeless = false;
    try {
      return this.#begun(this.#file);
    } catch (error) {
      if (isDamage(error)) throw error;
      rmSync(this.#file, { force: true });
      this.#homeless = true;
      return this.#begun(":memory:");
    }
  }

  #begun(file: string): DatabaseSyncInstance {
    const db = opened(file);
    try {
      const count = db.prepare(COUNT);
      for (const [name, value] of Object.entries(this.#numbers.least)) count.run(name, value);
      // Links that were sent stay good.
      if (this.#secret !== undefined) db.prepare(SECRET).run(this.#secret);
      return db;
    } catch (error) {
      db.close();
      throw error;
    }
  }

  kept(): Kept {
    const all = <T>(sql: string) => this.#db.prepare(sql).all() as T[];
    const data = <T>(table: string) =>
      all<{ data: string }>(`SELECT data FROM ${table}`).map((row) => JSON.parse(row.data) as T);
    const counters = new Map(
      all<{ name: string; value: number }>("SELECT name, value FROM counter").map(({ name, value }) => [
        name,
        value,
      ]),
    );
    return {
      alarms: data<AlarmRecord>("alarm"),
      shelves: all<{ id: string; data: string }>("SELECT id, data FROM shelf").map((row) => [
        row.id,
        JSON.parse(row.data) as Shelving,
      ]),
      maintenance: data<Maintenance>("maintenance"),
      untold: data<Untold>("untold").sort((a, b) => a.seq - b.seq),
      links: data<LinkRecord>("link"),
      counters: {
        nr: counters.get("nr") ?? 0,
        untold: counters.get("untold") ?? 0,
        maintenance: counters.get("maintenance") ?? 0,
      },
    };
  }

  /** Of this device, made at the first start and written with the first change; nothing outside this file knows it. */
  secret(): string {
    const row = this.#db.prepare("SELECT value FROM secret WHERE name = 'links'").get();
    this.#secret ??= row ? String(row["value"]) : nodeCrypto().randomBytes(32).toString("hex");
    return this.#secret;
  }

  /** All or nothing. @throws Error of the disk; nothing was written then */
  commit(change: Change): void {
    if (this.#homeless) {
      this.#db.close();
      this.#db = this.#fresh();
      if (this.#homeless) throw new Error(NO_ROOM);
    }
    this.#numbers.reserve(change.counters);
    this.#db.exec("BEGIN IMMEDIATE");
    try {
      this.#write(change);
      this.#db.exec("COMMIT");
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec("ROLLBACK");
      throw error;
    }
  }

  history({ after, from, limit, offset, priority, text, to, what }: AlarmHistoryQuestion): {
    events: AlarmEvent[];
    total: number;
  } {
    const where = ["at >= ?", "at <= ?"];
    const values: (string | number)[] = [from, to];
    if (after !== undefined) {
      where.push("seq > ?");
      values.push(after);
    }
    if (text !== undefined && text !== "") {
      where.push("instr(words, ?) > 0");
      values.push(text.toLowerCase());
    }
    const among = (column: string, list: readonly (string | number)[] | undefined) => {
      if (!list) return;
      where.push(`${column} IN (${list.map(() => "?").join(", ")})`);
      values.push(...list);
    };
    among("what", what);
    among("priority", priority);
    const condition = where.join(" AND ");
    const total = this.#db.prepare(`SELECT count(*) AS n FROM journal WHERE ${condition}`).get(...values);
    const rows = this.#db
      .prepare(`SELECT * FROM journal WHERE ${condition} ORDER BY seq DESC LIMIT ? OFFSET ?`)
      .all(...values, limit, offset) as unknown as JournalRow[];
    return { events: rows.map(eventOf), total: Number(total?.["n"] ?? 0) };
  }

  /** Number of the newest line; 0 without any. */
  last(): number {
    const row = this.#db.prepare("SELECT max(seq) AS last FROM journal").get();
    return Number(row?.["last"] ?? 0);
  }

  /** What came after a line, oldest first. */
  after(seq: number, limit: number): AlarmEvent[] {
    const rows = this.#db.prepare("SELECT * FROM journal WHERE seq > ? ORDER BY seq LIMIT ?").all(seq, limit);
    return (rows as unknown as JournalRow[]).map(eventOf);
  }

  /** Of one kind within a time, oldest first. */
  *events(what: readonly AlarmEvent["what"][], from: number, to: number): Generator<AlarmEvent> {
    const marks = what.map(() => "?").join(", ");
    const statement = this.#db.prepare(
      `SELECT * FROM journal WHERE at >= ? AND at <= ? AND what IN (${marks}) ORDER BY seq`,
    );
    for (const row of statement.iterate(from, to, ...what)) yield eventOf(row as JournalRow);
  }

  #write({ alarms, counters, events, links, maintenance, shelves, untold }: Change): void {
    this.#put("alarm", "id", alarms);
    this.#put("shelf", "id", shelves);
    this.#put("maintenance", "nr", maintenance);
    this.#put("untold", "seq", untold);
    this.#put("link", "key", links);
    if (this.#secret !== undefined) this.#db.prepare(SECRET).run(this.#secret);
    const count = this.#db.prepare(COUNT);
    for (const [name, value] of Object.entries(counters)) if (value !== undefined) count.run(name, value);
    const add = this.#db.prepare(
      "INSERT INTO journal (at, what, nr, id, source, priority, text, value, person, why, words) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    );
    for (const event of events) {
      const value = event.value === undefined ? null : JSON.stringify(event.value);
      const { at, by = null, id, nr, priority, source, text, what, why = null } = event;
      // In lower case here: SQLite itself knows A to Z only.
      const words = `${id} ${source} ${text}`.toLowerCase();
      add.run(at, what, nr, id, source, priority, text, value, by, why, words);
    }
    this.#surplus += events.length;
    if (this.#surplus < SURPLUS) return;
    this.#surplus = 0;
    this.#db.prepare("DELETE FROM journal WHERE seq <= (SELECT max(seq) FROM journal) - ?").run(MOST_EVENTS);
  }

  #put(table: string, key: string, rows: ReadonlyMap<string | number, unknown>): void {
    if (rows.size === 0) return;
    const put = this.#db.prepare(
      `INSERT INTO ${table} VALUES (?, ?) ON CONFLICT DO UPDATE SET data = excluded.data`,
    );
    const drop = this.#db.prepare(`DELETE FROM ${table} WHERE ${key} = ?`);
    for (const [name, row] of rows) {
      if (row === undefined) drop.run(name);
      else put.run(name, JSON.stringify(row));
    }
  }
}

interface JournalRow {
  seq: number;
  at: number;
  what: AlarmEvent["what"];
  nr: number;
  id: string;
  source: string;
  priority: 1 | 2 | 3 | 4;
  text: string;
  value: string | null;
  person: string | null;
  why: string | null;
}

function eventOf({
  at,
  id,
  nr,
  person,
  priority,
  seq,
  source,
  text,
  value,
  what,
  why,
}: JournalRow): AlarmEvent {
  return {
    seq,
    at,
    what,
    nr,
    id,
    source,
    priority,
    text,
    // An earlier release wrote it whole.
    ...(value === null ? {} : { value: keptValue(JSON.parse(value)) }),
    ...(person === null ? {} : { by: person }),
    ...(why === null ? {} : { why }),
  };
}

/** @throws Error of SQLite; one that `isDamage` where the file is of no use */
function opened(file: string): DatabaseSyncInstance {
  // SQLite takes it for a new one.
  if (statSync(file, { throwIfNoEntry: false })?.size === 0) throw new Error(DAMAGED);
  return openDatabase(file, { tables: TABLES, cacheKib: 512, checkpoint: 128, check: true });
}

const NO_ROOM = "no room for a new file";
