/**
 * Passkeys (W3C Web Authentication, level 3): the public half of each, by whom it lets in. They count beside the second factor that
 * they were added to (`factor`) and never beside another: whatever ends that one ends them, also what knows nothing of them.
 */
import type { DatabaseSyncInstance } from "@photostructure/sqlite";
import * as z from "zod/mini";
import { int, type Row, text } from "./rows.ts";
import type { Shelter } from "./shelter.ts";

export interface StoredPasskey {
  /** Credential id, base64url; of one person only. */
  id: string;
  /** Whose; empty of the one password. */
  person: string;
  /** Names the second factor it belongs to. */
  factor: string;
  /** Of the page on which it was made, `https://name` with the port where it is another. */
  origin: string;
  /** Public key (COSE), base64url. */
  key: string;
  /** How often it signed, as it told last; 0 of those that do not count. */
  counter: number;
  /** Ways to reach it, as the browser named them. */
  transports: readonly string[];
  name: string;
  /** ms since the epoch. */
  since: number;
  /** Last sign-in, ms since the epoch; 0 before the first. */
  used: number;
}

const texts = z.array(z.string());

export class PasskeyTable {
  readonly #db: DatabaseSyncInstance;
  readonly #shelter: Shelter;

  constructor(db: DatabaseSyncInstance, shelter: Shelter) {
    this.#db = db;
    this.#shelter = shelter;
  }

  /** Those that count, the oldest first. */
  of(person: string, factor: string): StoredPasskey[] {
    return this.#db
      .prepare("SELECT * FROM passkey WHERE person = ? AND factor = ? ORDER BY since, id")
      .all(person, factor)
      .map((row) => toPasskey(row as Row));
  }

  /** Whoever's it is, and whether it counts or not. */
  has(id: string): boolean {
    return this.#db.prepare("SELECT 1 FROM passkey WHERE id = ?").get(id) !== undefined;
  }

  /** In place of those of an earlier second factor. */
  add({ id, person, factor, origin, key, counter, transports, name, since, used }: StoredPasskey): void {
    this.#write("DELETE FROM passkey WHERE person = ? AND factor <> ?", person, factor);
    this.#write(
      "INSERT INTO passkey VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      id,
      person,
      factor,
      origin,
      key,
      counter,
      JSON.stringify(transports),
      name,
      since,
      used,
    );
  }

  /** Also on a disk that takes nothing: what counts up never counts down. */
  used(id: string, counter: number, at: number): void {
    this.#write("UPDATE passkey SET counter = ?, used = ? WHERE id = ?", counter, at, id);
  }

  rename(id: string, name: string): void {
    this.#write("UPDATE passkey SET name = ? WHERE id = ?", name, id);
  }

  remove(id: string): void {
    this.#write("DELETE FROM passkey WHERE id = ?", id);
  }

  #write(sql: string, ...values: (string | number)[]): void {
    this.#shelter.write(() => void this.#db.prepare(sql).run(...values));
  }
}

function toPasskey(row: Row): StoredPasskey {
  return {
    id: text(row, "id"),
    person: text(row, "person"),
    factor: text(row, "factor"),
    origin: text(row, "origin"),
    key: text(row, "key"),
    counter: int(row, "counter"),
    transports: texts.parse(JSON.parse(text(row, "transports")) as unknown),
    name: text(row, "name"),
    since: int(row, "since"),
    used: int(row, "used"),
  };
}
