/**
 * What is asked besides the password: one row, tied to the password it was switched on for. A password that replaces that one
 * without knowing of it (`hubwart password reset`, a release from before) switches it off.
 */
import type { DatabaseSyncInstance } from "@photostructure/sqlite";
import * as z from "zod/mini";
import { int, type Row, text } from "./rows.ts";
import type { Shelter } from "./shelter.ts";

/** What its copy beside the password's holds. */
export const storedFactor = z.object({
  /** Shared with the person's app: 20 bytes, base32 (RFC 4648, 6). */
  secret: z.string().check(z.regex(/^[A-Z2-7]{32}$/)),
  /** When it was switched on, ms since the epoch. */
  since: z.number(),
  /** SHA-256 of the recovery codes that are left, hex. */
  recovery: z.array(z.string().check(z.regex(/^[0-9a-f]{64}$/))).check(z.maxLength(8)),
});
export type StoredFactor = z.output<typeof storedFactor>;

export interface SecondFactor extends StoredFactor {
  /** Time step (RFC 6238, 4.2) of the last code that was accepted; 0 before the first. */
  step: number;
}

/** Where somebody's second factor is kept. */
export interface FactorStore {
  read(): SecondFactor | undefined;
  put(factor: SecondFactor): void;
  delete(): void;
  accepted(step: number): void;
  left(recovery: readonly string[]): void;
}

export class SecondFactorTable implements FactorStore {
  readonly #db: DatabaseSyncInstance;
  readonly #shelter: Shelter | undefined;

  constructor(db: DatabaseSyncInstance, shelter?: Shelter) {
    this.#db = db;
    this.#shelter = shelter;
  }

  /** That of the password of today; undefined where none is asked for. */
  read(): SecondFactor | undefined {
    const row = this.#db
      .prepare(
        "SELECT secret, since, recovery, step FROM second_factor JOIN credential ON credential.id = second_factor.credential WHERE second_factor.one = 1",
      )
      .get() as Row | undefined;
    return row && toFactor(row);
  }

  /** For the password of today. */
  put({ recovery, secret, since, step }: SecondFactor): void {
    this.#db
      .prepare("INSERT OR REPLACE INTO second_factor SELECT 1, id, ?, ?, ?, ? FROM credential WHERE one = 1")
      .run(secret, since, JSON.stringify(recovery), step);
  }

  delete(): void {
    this.#db.exec("DELETE FROM second_factor; DELETE FROM passkey WHERE person = ''");
  }

  /** Also on a disk that takes nothing: a code is good once. */
  accepted(step: number): void {
    this.#write("UPDATE second_factor SET step = ?", step);
  }

  left(recovery: readonly string[]): void {
    this.#write("UPDATE second_factor SET recovery = ?", JSON.stringify(recovery));
  }

  #write(sql: string, value: string | number): void {
    const work = () => void this.#db.prepare(sql).run(value);
    if (this.#shelter) this.#shelter.write(work);
    else work();
  }
}

/** Those of people, by the person's id. */
export class PersonFactorTable {
  readonly #db: DatabaseSyncInstance;
  readonly #shelter: Shelter;

  constructor(db: DatabaseSyncInstance, shelter: Shelter) {
    this.#db = db;
    this.#shelter = shelter;
  }

  of(person: string): FactorStore {
    const write = (sql: string, ...values: (string | number)[]) =>
      this.#shelter.write(() => void this.#db.prepare(sql).run(...values));
    return {
      read: () => {
        const row = this.#db.prepare("SELECT * FROM person_factor WHERE person = ?").get(person);
        return row && toFactor(row as Row);
      },
      put: ({ recovery, secret, since, step }) =>
        write(
          "INSERT OR REPLACE INTO person_factor VALUES (?, ?, ?, ?, ?)",
          person,
          secret,
          since,
          JSON.stringify(recovery),
          step,
        ),
      delete: () => {
        write("DELETE FROM person_factor WHERE person = ?", person);
        write("DELETE FROM passkey WHERE person = ?", person);
      },
      // Also on a disk that takes nothing: a code is good once.
      accepted: (step) => write("UPDATE person_factor SET step = ? WHERE person = ?", step, person),
      left: (recovery) =>
        write("UPDATE person_factor SET recovery = ? WHERE person = ?", JSON.stringify(recovery), person),
    };
  }
}

function toFactor(row: Row): SecondFactor {
  const { secret, since, recovery } = storedFactor.parse({
    secret: text(row, "secret"),
    since: int(row, "since"),
    recovery: JSON.parse(text(row, "recovery")) as unknown,
  });
  return { secret, since, recovery, step: int(row, "step") };
}
