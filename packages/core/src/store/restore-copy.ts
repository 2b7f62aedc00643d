/** A database out of a backup, made ready to take the place of the present one. */
import { DatabaseSync, type DatabaseSyncInstance } from "@photostructure/sqlite";
import { MOST_AUDIT } from "./audit.ts";
import { type Credential, CredentialTable, usableCredential } from "./credential.ts";
import type { StoredJob } from "./jobs.ts";
import { type Row, text } from "./rows.ts";

/** @param theirs of the backup  @param mine of this device; JSON, undefined without */
export type Merge = (theirs: string | undefined, mine: string | undefined) => string | undefined;

export interface RestoreCopy {
  /** The password that applies if the backup brings none; without both the device has none. */
  credential: Credential | undefined;
  /** The job that restores; the next start takes it up. */
  job: StoredJob;
  /** Settings that belong to a device and not to what it does: those of this one stay, the backup's go. */
  ofDevice: readonly string[];
  /** Settings of which this device keeps a part: what is stored of each afterwards, JSON; undefined: nothing. */
  merge?: Readonly<Record<string, Merge>>;
  /** The present database: its change log goes on. */
  present: string;
}

/** @param file what `adoptDatabase` made  @returns the password that applies */
export function prepareRestored(file: string, copy: RestoreCopy): Credential | undefined {
  const db = new DatabaseSync(file);
  try {
    db.exec("PRAGMA trusted_schema = OFF; PRAGMA journal_mode = DELETE;");
    db.prepare("ATTACH ? AS present").run(copy.present);
    db.exec("BEGIN IMMEDIATE");
    const applies = fill(db, copy);
    db.exec("COMMIT");
    return applies;
  } finally {
    db.close();
  }
}

function fill(
  db: DatabaseSyncInstance,
  { credential, job, merge = {}, ofDevice }: RestoreCopy,
): Credential | undefined {
  for (const name of ofDevice) {
    db.prepare("DELETE FROM main.setting WHERE name = ?").run(name);
    db.prepare("INSERT INTO main.setting SELECT * FROM present.setting WHERE name = ?").run(name);
  }
  for (const [name, merged] of Object.entries(merge)) mergeSetting(db, name, merged);
  const table = new CredentialTable(db);
  const found = table.read();
  const own = found && usableCredential(found) ? found : undefined;
  if (!own && credential) table.put(credential);
  joinAudit(db);
  // It belongs to the device and to who restores, not to the backup; with the password that applies from now on.
  db.exec(
    `DELETE FROM main.second_factor;
     INSERT INTO main.second_factor SELECT 1, mine.id, had.secret, had.since, had.recovery, had.step
       FROM main.credential AS mine, present.second_factor AS had JOIN present.credential AS was ON was.id = had.credential;
     DELETE FROM main.person_factor;
     INSERT INTO main.person_factor SELECT * FROM present.person_factor;
     DELETE FROM main.passkey;
     INSERT INTO main.passkey SELECT * FROM present.passkey;`,
  );
  db.exec("DELETE FROM job");
  db.prepare("INSERT INTO job (id, ended, body) VALUES (?, NULL, ?)").run(job.id, job.body);
  return own ?? credential;
}

function mergeSetting(db: DatabaseSyncInstance, name: string, merged: Merge): void {
  const read = (schema: "main" | "present") => {
    const row = db.prepare(`SELECT value FROM ${schema}.setting WHERE name = ?`).get(name);
    return row && text(row as Row, "value");
  };
  const value = merged(read("main"), read("present"));
  db.prepare("DELETE FROM main.setting WHERE name = ?").run(name);
  if (value !== undefined) db.prepare("INSERT INTO main.setting VALUES (?, ?, 0)").run(name, value);
}

/**
 * What this device noted stands behind what the backup brings and stays longest: by when it was noted here, not by times that
 * somebody else wrote.
 */
function joinAudit(db: DatabaseSyncInstance): void {
  const names = ["ts", "address", "call", "code", "kind", "before", "after", "who"];
  const columns = names.join(", ");
  const mine = names.map((name) => `mine.${name}`).join(", ");
  db.exec(
    `INSERT INTO main.audit (${columns}) SELECT ${mine}
       FROM present.audit AS mine LEFT JOIN main.audit AS had
         ON had.ts = mine.ts AND had.call = mine.call AND had.code = mine.code AND had.address = mine.address AND had.kind = mine.kind
       WHERE had.id IS NULL ORDER BY mine.id`,
  );
  for (const [kind, most] of Object.entries(MOST_AUDIT))
    db.prepare(
      "DELETE FROM main.audit WHERE kind = ? AND id <= (SELECT id FROM main.audit WHERE kind = ? ORDER BY id DESC LIMIT 1 OFFSET ?)",
    ).run(kind, kind, most);
}
