/** A database out of a backup, made ready to take the place of the present one. */
import { DatabaseSync, type DatabaseSyncInstance } from "@photostructure/sqlite";
import { AppError } from "../errors.ts";
import { type Credential, CredentialTable, LOST } from "./credential.ts";
import type { StoredJob } from "./jobs.ts";
import { migrate, SCHEMA } from "./migrations.ts";

/** The database is of a newer release. */
export class NewerSchemaError extends AppError {
  readonly kind = "invalid";
}

/** @throws Error for a damaged database, NewerSchemaError for one of a newer release. Writes nothing. @returns whether it holds a password */
export function checkRestorable(file: string): { password: boolean } {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const verdict = db.prepare("PRAGMA integrity_check(1)").get() as { integrity_check: string };
    if (verdict.integrity_check !== "ok") throw new Error(`database corruption: ${verdict.integrity_check}`);
    const { user_version } = db.prepare("PRAGMA user_version").get() as { user_version: number };
    if (user_version > SCHEMA) throw new NewerSchemaError("Die Datenbank stammt von einer neueren Version.");
    return { password: usable(new CredentialTable(db).read()) !== undefined };
  } finally {
    db.close();
  }
}

export interface RestoreCopy {
  /** The password that applies if the backup brings none; without both the device has none. */
  credential: Credential | undefined;
  /** The job that restores; the next start takes it up. */
  job: StoredJob;
  /** Settings that belong to a device and not to what it does: those of this one stay, the backup's go. */
  ofDevice: readonly string[];
  /** The present database: what was changed since the backup was made stays in the change log. */
  present: string;
}

/** Migrates it, and takes sessions and locks out. @returns the password that applies */
export function prepareRestored(file: string, copy: RestoreCopy): Credential | undefined {
  const db = new DatabaseSync(file);
  try {
    db.exec("PRAGMA journal_mode = DELETE");
    migrate(db);
    db.prepare("ATTACH ? AS present").run(copy.present);
    db.exec("BEGIN IMMEDIATE");
    const applies = fill(db, copy);
    db.exec("COMMIT");
    return applies;
  } finally {
    db.close();
  }
}

function fill(db: DatabaseSyncInstance, { credential, job, ofDevice }: RestoreCopy): Credential | undefined {
  db.exec("DELETE FROM session; DELETE FROM throttle; DELETE FROM job;");
  for (const name of ofDevice) {
    db.prepare("DELETE FROM main.setting WHERE name = ?").run(name);
    db.prepare("INSERT INTO main.setting SELECT * FROM present.setting WHERE name = ?").run(name);
  }
  const table = new CredentialTable(db);
  const own = usable(table.read());
  if (!own) db.exec("DELETE FROM credential");
  if (!own && credential) table.put(credential);
  const columns = "ts, address, call, code, kind, before, after";
  db.exec(
    `INSERT INTO audit (${columns}) SELECT ${columns} FROM present.audit
       WHERE ts > (SELECT coalesce(max(ts), 0) FROM main.audit) ORDER BY id`,
  );
  db.prepare("INSERT INTO job (id, ended, body) VALUES (?, NULL, ?)").run(job.id, job.body);
  return own ?? credential;
}

/** Anything else in its place would be a password that nobody knows. */
const usable = (credential: Credential | undefined): Credential | undefined =>
  credential && credential.hash !== LOST && credential.hash.startsWith("$argon2id$") ? credential : undefined;
