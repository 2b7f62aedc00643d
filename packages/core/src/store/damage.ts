/** What happens with a database that SQLite calls damaged: it is kept aside, and what is readable is carried over. */

import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { isMissing } from "../files.ts";
import { type Credential, CredentialTable } from "./credential.ts";
import { COMPANIONS } from "./own-database.ts";
import { type SecondFactor, SecondFactorTable } from "./second-factor.ts";
import { SettingsTable } from "./settings.ts";

const KEPT = 3;

export function isDamage(error: unknown): boolean {
  const text = error instanceof Error ? error.message : String(error);
  return /malformed|not a database|database corruption|disk image|SQLITE_CORRUPT|SQLITE_NOTADB|holds no/i.test(
    text,
  );
}

/** Moves the database and its companions into `damaged/`; returns the new place. */
export function keepAside(file: string, now: number): string {
  const folder = path.join(path.dirname(file), "damaged");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const target = path.join(folder, `${path.basename(file, ".db")}-${now}.db`);
  for (const companion of COMPANIONS) {
    try {
      renameSync(file + companion, target + companion);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  const kept = readdirSync(folder)
    .filter((name) => name.endsWith(".db"))
    .toSorted();
  for (const name of kept.slice(0, -KEPT)) {
    for (const companion of COMPANIONS) rmSync(path.join(folder, name + companion), { force: true });
  }
  return target;
}

export interface Salvage {
  settings: { name: string; value: string; changed: number }[];
  credential: Credential | undefined;
  factor: SecondFactor | undefined;
}

/** Whatever can still be read; nothing of it is trusted beyond its shape. */
export function salvage(file: string): Salvage {
  const found: Salvage = { settings: [], credential: undefined, factor: undefined };
  let db: InstanceType<typeof DatabaseSync> | undefined;
  try {
    db = new DatabaseSync(file, { readOnly: true });
    const [settings, credential] = [new SettingsTable(db), new CredentialTable(db)];
    const second = new SecondFactorTable(db);
    found.credential = attempt(() => credential.read());
    found.factor = attempt(() => second.read());
    found.settings = attempt(() => settings.all()) ?? [];
  } catch {
    return found;
  } finally {
    db?.close();
  }
  return found;
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
