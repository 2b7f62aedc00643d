/**
 * How long the central's change log is kept: so many days, and of attempts to sign in, which strangers can cause, so many entries.
 *
 * Invariants
 * - Nothing goes without an entry that says how much went and why, made in the same transaction.
 * - By age goes what `Ageing` lets go: a clock that is ahead, or has just jumped, deletes nothing, and one that stays ahead a day in a day.
 * - Attempts go by their number, which needs no clock, and push out no other entry.
 */
import { type Ageing, type Clock, errorText, type Logger, type Scope, SerialQueue } from "@hubwart/core";
import type { PoolClient } from "pg";
import { insertEntry } from "./audit.ts";
import type { Database } from "./database.ts";

export interface AuditRetentionParts {
  database: Pick<Database, "all" | "query">;
  ageing: Pick<Ageing, "bound">;
  /** Undefined: nothing goes by its age. */
  days: number | undefined;
  clock: Clock;
  log: Logger;
  scope: Scope;
}

const DAY = 86_400_000;
const EVERY = 3_600_000;
/** Attempts that are kept. */
export const MOST_ATTEMPTS = 20_000;
/** Calls that strangers can make, where they were refused. */
const ATTEMPTS = [
  "centralSignIn",
  "centralSignInToken",
  "centralInvitation",
  "centralInvitationAccept",
  "centralJoin",
];
/** In one transaction. */
const PORTION = 20_000;

export class AuditRetention {
  readonly #parts: AuditRetentionParts;
  readonly #queue = new SerialQueue();

  constructor(parts: AuditRetentionParts) {
    this.#parts = parts;
    parts.scope.add(parts.clock.every(EVERY, () => void this.run()));
    parts.scope.add(() => this.#queue.run(async () => undefined));
  }

  /** What fails comes with the next. */
  run(): Promise<void> {
    return this.#queue.run(async () => {
      try {
        await this.#byNumber();
        await this.#byAge();
      } catch (error) {
        this.#parts.log.warn(errorText(error));
      }
    });
  }

  async #byNumber(): Promise<void> {
    const rows = await this.#parts.database.query(
      "SELECT id FROM audit WHERE code <> 0 AND call = ANY ($1) ORDER BY id DESC LIMIT 1 OFFSET $2",
      [ATTEMPTS, MOST_ATTEMPTS],
    );
    const last = rows[0]?.["id"];
    if (last === undefined) return;
    await this.#remove("attempts", "code <> 0 AND call = ANY ($1) AND id <= $2", [ATTEMPTS, last]);
  }

  async #byAge(): Promise<void> {
    const { ageing, database, days } = this.#parts;
    if (days === undefined) return;
    const [row] = await database.query("SELECT min(at) AS oldest, max(at) AS newest FROM audit");
    const { newest, oldest } = row ?? {};
    if (typeof oldest !== "string" || typeof newest !== "string") return;
    const bound = await ageing.bound({ oldest: Number(oldest), newest: Number(newest), keep: days * DAY });
    if (bound !== undefined) await this.#remove("age", "at < $1", [Math.floor(bound)]);
  }

  async #remove(why: "age" | "attempts", condition: string, values: unknown[]): Promise<void> {
    const { clock, database } = this.#parts;
    let removed: number;
    do {
      removed = await database.all(async (client: PoolClient) => {
        const { rows } = await client.query<{ at: string }>(
          `DELETE FROM audit WHERE id IN (SELECT id FROM audit WHERE ${condition} ORDER BY id LIMIT ${PORTION}) RETURNING at`,
          values,
        );
        if (rows.length === 0) return 0;
        const times = rows.map(({ at }) => Number(at)).toSorted((a, b) => a - b);
        const detail = { why, entries: rows.length, from: times[0], to: times.at(-1) };
        const entry = { who: "", address: "", call: "auditRemoved", code: 0, detail };
        await insertEntry((...given) => client.query(...given), entry, clock.now());
        return rows.length;
      });
    } while (removed === PORTION);
  }
}
