/** Failed attempts by name (an address, a kind of password). Bounded: the longest untouched goes first. */
import type { DatabaseSyncInstance } from "@photostructure/sqlite";
import { type Cell, int, type Row } from "./rows.ts";
import type { Shelter } from "./shelter.ts";

export interface ThrottleRow {
  /** Failures since `first`. */
  failures: number;
  /** Times in ms since the epoch. */
  first: number;
  last: number;
  /** How often it was locked in a row. */
  locks: number;
  lockedUntil: number;
}

const MOST_ROWS = 10_000;
/** Trimmed in one go, so that not every failure costs a sort. */
const SLACK = 200;

export class ThrottleTable {
  readonly #db: DatabaseSyncInstance;
  readonly #shelter: Shelter;

  constructor(db: DatabaseSyncInstance, shelter: Shelter) {
    this.#db = db;
    this.#shelter = shelter;
  }

  find(name: string): ThrottleRow | undefined {
    const row = this.#db.prepare("SELECT * FROM throttle WHERE name = ?").get(name) as Row | undefined;
    if (row === undefined) return undefined;
    return {
      failures: int(row, "failures"),
      first: int(row, "first"),
      last: int(row, "last"),
      locks: int(row, "locks"),
      lockedUntil: int(row, "locked_until"),
    };
  }

  put(name: string, row: ThrottleRow): void {
    const { failures, first, last, lockedUntil, locks } = row;
    this.#write("INSERT OR REPLACE INTO throttle VALUES (?, ?, ?, ?, ?, ?)", [
      name,
      failures,
      first,
      last,
      locks,
      lockedUntil,
    ]);
    if (this.count() <= MOST_ROWS + SLACK) return;
    this.#write(
      "DELETE FROM throttle WHERE name IN (SELECT name FROM throttle ORDER BY last DESC LIMIT -1 OFFSET ?)",
      [MOST_ROWS],
    );
  }

  delete(name: string): void {
    this.#write("DELETE FROM throttle WHERE name = ?", [name]);
  }

  deleteAll(): void {
    this.#write("DELETE FROM throttle", []);
  }

  #write(sql: string, values: readonly Cell[]): void {
    this.#shelter.write(() => this.#db.prepare(sql).run(...values));
  }

  count(): number {
    return int(this.#db.prepare("SELECT count(*) AS n FROM throttle").get() as Row, "n");
  }
}
