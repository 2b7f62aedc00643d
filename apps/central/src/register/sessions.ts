/**
 * Sessions of people at the central.
 *
 * Invariants
 * - Only the SHA-256 of a session's secret is kept.
 * - One ends five minutes of monotonic time after its last use, as at a hub, and twelve hours after it began, whatever it does. The
 *   database is told of uses now and then; after a restart the times go on from there.
 * - One counts as long as it is of what the person has today (`holds`), so that it cannot outlive a change of which it knew nothing.
 * - Which ones there are decides memory once they are read: what was to be removed while the database was away goes later.
 */
import { createHash, randomBytes } from "node:crypto";
import { LIMITS } from "@hubwart/contract";
import { type Clock, DeniedError, errorText, type Logger, type Scope, SerialQueue } from "@hubwart/core";
import { FLEET_LIMITS } from "@hubwart/fleet";
import { texts } from "../texts.ts";
import { type Account, holds } from "./account.ts";
import type { Database, Row } from "./database.ts";
import type { People } from "./people.ts";

export interface SessionParts {
  database: Pick<Database, "query">;
  people: Pick<People, "get">;
  clock: Clock;
  log: Logger;
  scope: Scope;
}

export interface Session {
  /** SHA-256 of its secret. */
  hash: string;
  account: Account;
  /** ms that it is old. */
  age: number;
}

interface Live {
  person: string;
  stamp: string;
  /** Monotonic times. */
  since: number;
  last: number;
}

const FLUSH_EVERY = 60_000;
const MOST = 1_000;
const MOST_OF_A_PERSON = 32;
const SHAPE = /^[A-Za-z0-9_-]{43}$/;

export class Sessions {
  readonly #parts: SessionParts;
  readonly #live = new Map<string, Live>();
  readonly #queue = new SerialQueue();

  private constructor(parts: SessionParts) {
    this.#parts = parts;
    parts.scope.add(() => this.#flush());
    parts.scope.add(parts.clock.every(FLUSH_EVERY, () => void this.#flush()));
  }

  static async open(parts: SessionParts): Promise<Sessions> {
    const sessions = new Sessions(parts);
    const { clock, database } = parts;
    const [now, mono] = [clock.now(), clock.monotonic()];
    const ago = (at: unknown) => mono - Math.max(0, now - Number(at));
    for (const row of await database.query("SELECT * FROM sessions"))
      sessions.#live.set(String(row["hash"]), {
        person: String(row["person"]),
        stamp: String(row["stamp"]),
        since: ago(row["began"]),
        last: ago(row["used"]),
      });
    return sessions;
  }

  /**
   * A new one.
   * @param stamp what it belongs to
   * @returns its secret
   * @throws DeniedError where the person has something else by now; UnavailableError
   */
  async begin({ id }: Account, stamp: string): Promise<string> {
    const secret = randomBytes(32).toString("base64url");
    const hash = hashOf(secret);
    const { clock, database } = this.#parts;
    await this.#queue.run(async () => {
      const rows: Row[] = await database.query(
        `INSERT INTO sessions (hash, person, stamp, began, used)
         SELECT $1, id, $3, $4, $4 FROM people WHERE id = $2 AND (stamp = $3 OR stamp || '/' || hash = $3) RETURNING hash`,
        [hash, id, stamp, clock.now()],
      );
      if (rows.length === 0) throw new DeniedError(texts.pleaseSignIn);
      const now = clock.monotonic();
      this.#live.set(hash, { person: id, stamp, since: now, last: now });
      this.#bound(id);
    });
    return secret;
  }

  /** Whose it is; its use counts. */
  find(secret: string): Session | undefined {
    if (!SHAPE.test(secret)) return undefined;
    const hash = hashOf(secret);
    const live = this.#live.get(hash);
    const account = live && this.#owner(live);
    if (!account) {
      this.#live.delete(hash);
      return undefined;
    }
    const now = this.#parts.clock.monotonic();
    live.last = now;
    return { hash, account, age: now - live.since };
  }

  /** At once; the database hears of it as soon as it can. */
  async end(hash: string): Promise<void> {
    this.#live.delete(hash);
    await this.#parts.database
      .query("DELETE FROM sessions WHERE hash = $1", [hash])
      .catch((error: unknown) => this.#parts.log.warn(errorText(error)));
  }

  #owner(live: Live): Account | undefined {
    const now = this.#parts.clock.monotonic();
    if (now - live.last >= LIMITS.tokenIdle || now - live.since >= FLEET_LIMITS.sessionLongest)
      return undefined;
    const account = this.#parts.people.get(live.person);
    return account && holds(account, live.stamp) ? account : undefined;
  }

  /** The longest unused go, of a person before those of others. */
  #bound(person: string): void {
    const byUse = [...this.#live].toSorted(([, a], [, b]) => b.last - a.last);
    const own = byUse.filter(([, live]) => live.person === person);
    for (const [hash] of [...own.slice(MOST_OF_A_PERSON), ...byUse.slice(MOST)]) this.#live.delete(hash);
  }

  /** What is over goes, and what was used is noted. */
  async #flush(): Promise<void> {
    const { clock, database, log } = this.#parts;
    await this.#queue.run(async () => {
      for (const [hash, live] of this.#live) if (!this.#owner(live)) this.#live.delete(hash);
      const ago = clock.now() - clock.monotonic();
      const left = [...this.#live];
      try {
        await database.query(
          `WITH live AS (SELECT * FROM unnest($1::text[], $2::bigint[]) AS u (hash, used)),
             gone AS (DELETE FROM sessions WHERE hash NOT IN (SELECT hash FROM live))
           UPDATE sessions SET used = live.used FROM live WHERE sessions.hash = live.hash`,
          [left.map(([hash]) => hash), left.map(([, { last }]) => Math.round(ago + last))],
        );
      } catch (error) {
        log.debug(errorText(error));
      }
    });
  }
}

const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("base64url");
