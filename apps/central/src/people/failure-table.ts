/**
 * Failed attempts to sign in. Memory decides; the database is told of each, so that a restart makes nobody try anew. A database that takes
 * nothing neither stops the counting nor keeps anybody out: it hears of them later.
 */
import { type Clock, errorText, type Logger, type Scope, SerialQueue } from "@hubwart/core";
import type { ThrottleTable } from "@hubwart/core/sign-in";
import type { Database } from "../register/database.ts";

type Failures = Parameters<ThrottleTable["put"]>[1];

export interface FailureParts {
  database: Pick<Database, "query">;
  clock: Clock;
  log: Logger;
  scope: Scope;
}

const MOST = 10_000;
const AGAIN_EVERY = 5_000;
const STATEMENT = `
  WITH gone AS (DELETE FROM failures WHERE name = ANY ($1))
  INSERT INTO failures SELECT * FROM
    unnest($2::text[], $3::int[], $4::bigint[], $5::bigint[], $6::int[], $7::bigint[])
  ON CONFLICT (name) DO UPDATE SET failures = excluded.failures, first = excluded.first, last = excluded.last,
    locks = excluded.locks, locked_until = excluded.locked_until`;

export class FailureTable implements ThrottleTable {
  readonly #parts: FailureParts;
  readonly #queue = new SerialQueue();
  /** The one touched longest ago comes first. */
  readonly #rows = new Map<string, Failures>();
  /** Names of which the database knows less. */
  #unwritten = new Set<string>();
  /** Names that the database has, and of these the ones that it is to have no more. */
  readonly #stored = new Set<string>();
  #gone = new Set<string>();
  #writing = false;

  private constructor(parts: FailureParts) {
    this.#parts = parts;
    parts.scope.add(async () => void (await this.#write()));
    parts.scope.add(parts.clock.every(AGAIN_EVERY, () => this.#soon()));
  }

  static async open(parts: FailureParts): Promise<FailureTable> {
    const table = new FailureTable(parts);
    for (const row of await parts.database.query("SELECT * FROM failures ORDER BY last")) {
      const name = String(row["name"]);
      table.#stored.add(name);
      table.#rows.set(name, {
        failures: Number(row["failures"]),
        first: Number(row["first"]),
        last: Number(row["last"]),
        locks: Number(row["locks"]),
        lockedUntil: Number(row["locked_until"]),
      });
    }
    return table;
  }

  find(name: string): Failures | undefined {
    const row = this.#rows.get(name);
    return row && { ...row };
  }

  put(name: string, row: Failures): void {
    this.#rows.delete(name);
    this.#rows.set(name, { ...row });
    this.#gone.delete(name);
    this.#unwritten.add(name);
    for (const oldest of this.#rows.keys()) {
      if (this.#rows.size <= MOST) break;
      this.#forget(oldest);
    }
    this.#soon();
  }

  delete(name: string): void {
    this.#forget(name);
    this.#soon();
  }

  #forget(name: string): void {
    this.#rows.delete(name);
    this.#unwritten.delete(name);
    if (this.#stored.has(name)) this.#gone.add(name);
  }

  /** One at a time; what comes meanwhile goes with the next. */
  #soon(): void {
    if (this.#writing || this.#unwritten.size + this.#gone.size === 0) return;
    this.#writing = true;
    void this.#write().then((written) => {
      this.#writing = false;
      // Otherwise the timer comes again.
      if (written) this.#soon();
    });
  }

  #write(): Promise<boolean> {
    return this.#queue.run(async () => {
      const [names, gone] = [[...this.#unwritten], [...this.#gone]];
      if (names.length + gone.length === 0) return true;
      [this.#unwritten, this.#gone] = [new Set(), new Set()];
      const rows = names.flatMap((name) => {
        const row = this.#rows.get(name);
        return row ? [{ ...row, name }] : [];
      });
      try {
        await this.#parts.database.query(STATEMENT, [
          gone,
          rows.map(({ name }) => name),
          rows.map(({ failures }) => failures),
          rows.map(({ first }) => first),
          rows.map(({ last }) => last),
          rows.map(({ locks }) => locks),
          rows.map(({ lockedUntil }) => lockedUntil),
        ]);
        for (const name of gone) this.#stored.delete(name);
        for (const { name } of rows) {
          this.#stored.add(name);
          if (!this.#rows.has(name)) this.#gone.add(name);
        }
        return true;
      } catch (error) {
        for (const name of names) if (this.#rows.has(name)) this.#unwritten.add(name);
        for (const name of gone) if (!this.#rows.has(name)) this.#gone.add(name);
        this.#parts.log.debug(errorText(error));
        return false;
      }
    });
  }
}
