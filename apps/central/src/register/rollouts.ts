/** Rollouts in the database: one row each, written as a whole. */
import * as z from "zod/mini";
import { isOpen, type Rollout, storedRollout } from "../rollouts/rollout.ts";
import type { Database } from "./database.ts";

/** Of those that are over, so many are shown. */
const OVER_SHOWN = 50;

export class RolloutStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** All that are open, and the newest of the others. One that this release does not understand is left where it is. */
  async read(): Promise<Rollout[]> {
    const rows = await this.#database.query(
      `SELECT data FROM rollouts WHERE open UNION ALL
       (SELECT data FROM rollouts WHERE NOT open ORDER BY began DESC LIMIT ${OVER_SHOWN})`,
    );
    return rows.flatMap((row) => {
      const read = z.safeParse(storedRollout, JSON.parse(String(row["data"])));
      return read.success ? [read.data] : [];
    });
  }

  /** @throws UnavailableError: nothing was written then */
  async write(rollout: Rollout): Promise<void> {
    await this.#database.query(
      `INSERT INTO rollouts (id, began, open, data) VALUES ($1, $2, $3, $4)
       ON CONFLICT (id) DO UPDATE SET open = excluded.open, data = excluded.data`,
      [rollout.id, rollout.began, isOpen(rollout), JSON.stringify(rollout)],
    );
  }
}
