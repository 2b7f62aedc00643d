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
import { mkdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import type { AlarmEvent, AlarmHistoryQuestion, Maintenance, Shelving } from "@hubwart/ipc";
import { DatabaseSync, type DatabaseSyncInstance } from "@photostructure/sqlite";
import type { AlarmRecord, Untold } from "./record.ts";

const FILE = "alarms.db";
const COMPANIONS = ["", "-wal", "-shm"];
/** Lines of the journal that are kept, and how many more there may be before some go. */
const MOST_EVENTS = 200_000;
const SURPLUS = 2_000;

const TABLES = `
  CREATE TABLE IF NOT EXISTS alarm (id TEXT PRIMARY KEY, data TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS shelf (id TEXT PRIMARY KEY, data TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS maintenance (nr INTEGER PRIMARY KEY, data TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS untold (seq INTEGER PRIMARY KEY, data TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS counter (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS journal (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, what TEXT NOT NULL, nr INTEGER NOT NULL, id TEXT NOT NULL,
    source TEXT NOT NULL, priority INTEGER NOT NULL, text TEXT NOT NULL, value TEXT, person TEXT, why TEXT,
    words TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS journal_at ON journal (at);`;

export type NewEvent = Omit<AlarmEvent, "seq">;

/** What became other; undefined: it is gone. */
export interface Change {
  events: NewEvent[];
  alarms: Map<string, AlarmRecord | undefined>;
  shelves: Map<string, Shelving | undefined>;
  maintenance: Map<number, Maintenance | undefined>;
  untold: Map<number, Untold | undefined>;
  /** The last numbers that were given. */
  counters: { nr?: number; untold?: number; maintenance?: number };
}

export const emptyChange = (): Change => ({
  events: [],
  alarms: new Map(),
  shelves: new Map(),
  maintenance: new Map(),
  untold: new Map(),
  counters: {},
});

export interface Kept {
  alarms: AlarmRecord[];
  shelves: [id: string, Shelving][];
  maintenance: Maintenance[];
  untold: Untold[];
  counters: { nr: number; untold: number; maintenance: number };
}

export class Journal {
  readonly #db: DatabaseSyncInstance;
  /** Where a damaged file was put when this was opened. */
  readonly aside: string | undefined;
  #surplus = 0;

  static open(folder: string, now: number): Journal {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const file = path.join(folder, FILE);
    try {
      return new Journal(file, undefined);
    } catch (error) {
      if (!isDamage(error)) throw error;
      return new Journal(file, putAside(file, now));
    }
  }

  private constructor(file: string, aside: string | undefined) {
    this.aside = aside;
    this.#db = new DatabaseSync(file);
    try {
      this.#db.exec("PRAGMA trusted_schema = OFF; PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL;");
      this.#db.exec("PRAGMA synchronous = FULL; PRAGMA cache_size = -2048; PRAGMA wal_autocheckpoint = 128;");
      const verdict = this.#db.prepare("PRAGMA quick_check(1)").get();
      if (verdict?.["quick_check"] !== "ok") throw new Error("database corruption");
      this.#db.exec(TABLES);
      this.kept();
    } catch (error) {
      this.#db.close();
      throw error;
    }
  }

  close(): void {
    this.#db.close();
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
      counters: {
        nr: counters.get("nr") ?? 0,
        untold: counters.get("untold") ?? 0,
        maintenance: counters.get("maintenance") ?? 0,
      },
    };
  }

  /** All or nothing. @throws Error of the disk; nothing was written then */
  commit(change: Change): void {
    this.#db.exec("BEGIN IMMEDIATE");
    try {
      this.#write(change);
      this.#db.exec("COMMIT");
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec("ROLLBACK");
      throw error;
    }
  }

  history({ from, limit, offset, priority, text, to, what }: AlarmHistoryQuestion): {
    events: AlarmEvent[];
    total: number;
  } {
    const where = ["at >= ?", "at <= ?"];
    const values: (string | number)[] = [from, to];
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

  /** Of one kind within a time, oldest first. */
  *events(what: readonly AlarmEvent["what"][], from: number, to: number): Generator<AlarmEvent> {
    const marks = what.map(() => "?").join(", ");
    const statement = this.#db.prepare(
      `SELECT * FROM journal WHERE at >= ? AND at <= ? AND what IN (${marks}) ORDER BY seq`,
    );
    for (const row of statement.iterate(from, to, ...what)) yield eventOf(row as JournalRow);
  }

  #write({ alarms, counters, events, maintenance, shelves, untold }: Change): void {
    this.#put("alarm", "id", alarms);
    this.#put("shelf", "id", shelves);
    this.#put("maintenance", "nr", maintenance);
    this.#put("untold", "seq", untold);
    const count = this.#db.prepare(
      "INSERT INTO counter VALUES (?, ?) ON CONFLICT DO UPDATE SET value = max(value, excluded.value)",
    );
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
    ...(value === null ? {} : { value: JSON.parse(value) as unknown }),
    ...(person === null ? {} : { by: person }),
    ...(why === null ? {} : { why }),
  };
}

const isDamage = (error: unknown): boolean =>
  error instanceof SyntaxError ||
  (error instanceof Error && /malformed|not a database|database corruption|disk image/i.test(error.message));

/** The last damaged one only. @returns where it lies now */
function putAside(file: string, now: number): string {
  const target = path.join(path.dirname(file), "damaged.db");
  for (const companion of COMPANIONS) {
    rmSync(target + companion, { force: true });
    try {
      renameSync(file + companion, target + companion);
    } catch {
      // Without a log beside it there is nothing to move.
    }
  }
  return `${target} (${new Date(now).toISOString()})`;
}
