/**
 * The administrator's password: one row, and a copy of it in a file of its own, so that a damaged database
 * costs settings but never the password (docs/decisions/password-survives-the-database.md).
 */

import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import type { DatabaseSyncInstance } from "@photostructure/sqlite";
import * as z from "zod/mini";
import { isMissing, writeFileAtomic } from "../files.ts";
import { int, type Row, text } from "./rows.ts";
import { type StoredFactor, storedFactor } from "./second-factor.ts";

export interface Credential {
  /** Changes with every password; sessions belong to one. */
  id: string;
  /** PHC string of argon2id, or LOST. */
  hash: string;
  /** ms since the epoch. */
  changed: number;
}

/** A password was set, but is no longer known: nobody signs in until it is reset on the device. */
export const LOST = "!";

const fileSchema = z.object({
  id: z.string().check(z.minLength(1)),
  hash: z.union([z.string().check(z.regex(/^\$argon2id\$/)), z.literal(LOST)]),
  changed: z.number(),
  factor: z.optional(storedFactor),
});

export class CredentialTable {
  readonly #db: DatabaseSyncInstance;
  constructor(db: DatabaseSyncInstance) {
    this.#db = db;
  }

  read(): Credential | undefined {
    const row = this.#db.prepare("SELECT id, hash, changed FROM credential WHERE one = 1").get();
    if (row === undefined) return undefined;
    return {
      id: text(row as Row, "id"),
      hash: text(row as Row, "hash"),
      changed: int(row as Row, "changed"),
    };
  }

  /** False if there is a password already. */
  insertFirst(hash: string, now: number): boolean {
    const result = this.#db
      .prepare("INSERT INTO credential VALUES (1, ?, ?, ?) ON CONFLICT DO NOTHING")
      .run(newId(), hash, now);
    return result.changes === 1;
  }

  /** Replaces the password and returns its new id. */
  replace(hash: string, now: number): string {
    const id = newId();
    this.put({ id, hash, changed: now });
    return id;
  }

  put(credential: Credential): void {
    this.#db
      .prepare("INSERT OR REPLACE INTO credential VALUES (1, ?, ?, ?)")
      .run(credential.id, credential.hash, credential.changed);
  }
}

/** PHC string of argon2id (RFC 9106); memory in KiB, passes, lanes. */
const PHC =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$[A-Za-z0-9+/]{4,128}\$[A-Za-z0-9+/]{4,256}$/;
const COSTLIEST = { memory: 65_536, passes: 10, lanes: 4 };

/** One that somebody can sign in with, and that costs no more than a device can give: whoever wrote it chose its cost. */
export function usableCredential({ hash }: Credential): boolean {
  const [, memory, passes, lanes] = PHC.exec(hash) ?? [];
  return (
    Number(memory) <= COSTLIEST.memory &&
    Number(passes) <= COSTLIEST.passes &&
    Number(lanes) <= COSTLIEST.lanes
  );
}

export const newCredential = (hash: string, now: number): Credential => ({ id: newId(), hash, changed: now });

function newId(): string {
  return randomBytes(12).toString("base64url");
}

/** The password, and what is asked besides it. */
export interface CredentialCopy extends Credential {
  factor?: StoredFactor | undefined;
}

export async function writeCredentialFile(file: string, credential: CredentialCopy): Promise<void> {
  await writeFileAtomic(file, `${JSON.stringify(credential)}\n`, { mode: 0o600 });
}

/** The copy; `damaged` if there is one that cannot be read. */
export function readCredentialFile(file: string): CredentialCopy | "damaged" | undefined {
  try {
    return z.parse(fileSchema, JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    return isMissing(error) ? undefined : "damaged";
  }
}
