/**
 * Where sessions and failed attempts live once the disk takes nothing any more, because it is full or has died: in memory, until the
 * next start. So administrators get in, to tidy up or to save what there is, and guessing stays braked.
 */
import type { DatabaseSyncInstance } from "@photostructure/sqlite";
import { isDiskFull, isUnwritable } from "../disk-room.ts";

const TABLES = ["session", "session_origin", "throttle", "second_factor", "person_factor", "passkey"];

export class Shelter {
  readonly #db: DatabaseSyncInstance;
  #active = false;

  constructor(db: DatabaseSyncInstance) {
    this.#db = db;
  }

  get active(): boolean {
    return this.#active;
  }

  /** Runs what writes to one of the tables; once more in memory if the disk does not take it. */
  write<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      // Within a transaction the whole of it is run again.
      if (this.#active || !(isUnwritable(error) || isDiskFull(error)) || this.#db.isTransaction) throw error;
      this.#enter();
      return work();
    }
  }

  /** A temporary table stands before the one of the same name in the file (SQLite, "CREATE TABLE"). */
  #enter(): void {
    this.#active = true;
    this.#db.exec("PRAGMA temp_store = MEMORY");
    const definition = this.#db.prepare(
      "SELECT sql FROM main.sqlite_master WHERE type = 'table' AND name = ?",
    );
    for (const table of TABLES) {
      const sql = String(definition.get(table)?.["sql"]);
      this.#db.exec(sql.replace(/^CREATE TABLE/, "CREATE TEMP TABLE"));
      this.#db.exec(`INSERT INTO temp.${table} SELECT * FROM main.${table}`);
    }
  }
}
