/** Jobs as their runner writes them; what the body means is the runner's business. */
import type { DatabaseSyncInstance } from "@photostructure/sqlite";
import { int, type Row, text } from "./rows.ts";

export interface StoredJob {
  /** Rises with every job. */
  id: number;
  /** JSON. */
  body: string;
}

export class JobTable {
  readonly #db: DatabaseSyncInstance;
  constructor(db: DatabaseSyncInstance) {
    this.#db = db;
  }

  /** A new job, open. The oldest that ended go, so that no more than `keep` are left. Returns its id. */
  insert(body: string, keep: number): number {
    const { lastInsertRowid } = this.#db.prepare("INSERT INTO job (ended, body) VALUES (NULL, ?)").run(body);
    this.#db
      .prepare(
        "DELETE FROM job WHERE ended IS NOT NULL AND id <= (SELECT id FROM job ORDER BY id DESC LIMIT 1 OFFSET ?)",
      )
      .run(keep);
    return Number(lastInsertRowid);
  }

  /** `ended` in ms since the epoch, or null while it is open. */
  update(id: number, body: string, ended: number | null): void {
    this.#db.prepare("UPDATE job SET body = ?, ended = ? WHERE id = ?").run(body, ended, id);
  }

  /** Oldest first. */
  open(): StoredJob[] {
    return this.#db
      .prepare("SELECT id, body FROM job WHERE ended IS NULL ORDER BY id")
      .all()
      .map((row) => stored(row as Row));
  }

  /** Newest first. */
  latest(limit: number): StoredJob[] {
    return this.#db
      .prepare("SELECT id, body FROM job ORDER BY id DESC LIMIT ?")
      .all(limit)
      .map((row) => stored(row as Row));
  }
}

function stored(row: Row): StoredJob {
  return { id: int(row, "id"), body: text(row, "body") };
}
