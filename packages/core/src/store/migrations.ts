/**
 * The tables, step by step; `user_version` counts the steps taken. Steps only add: after a return to an
 * older release that release must still be able to work on the newer tables.
 */
import { DatabaseSync, type DatabaseSyncInstance } from "@photostructure/sqlite";

const STEPS = [
  `CREATE TABLE setting (
     name TEXT PRIMARY KEY, value TEXT NOT NULL, changed INTEGER NOT NULL
   ) STRICT;
   CREATE TABLE credential (
     one INTEGER PRIMARY KEY CHECK (one = 1), id TEXT NOT NULL, hash TEXT NOT NULL, changed INTEGER NOT NULL
   ) STRICT;
   CREATE TABLE session (
     token_hash BLOB PRIMARY KEY, session_id TEXT NOT NULL, credential TEXT NOT NULL,
     last_use INTEGER NOT NULL, deadline INTEGER, parent BLOB
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX session_by_id ON session (session_id);
   CREATE TABLE throttle (
     name TEXT PRIMARY KEY, failures INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
     locks INTEGER NOT NULL, locked_until INTEGER NOT NULL
   ) STRICT;
   CREATE TABLE audit (
     id INTEGER PRIMARY KEY AUTOINCREMENT, ts INTEGER NOT NULL, address TEXT NOT NULL, call TEXT NOT NULL,
     code INTEGER NOT NULL, kind TEXT NOT NULL, before TEXT, after TEXT
   ) STRICT;
   CREATE INDEX audit_by_kind ON audit (kind, id);`,
  // Filled and emptied at every start, so that there is room in the file (open-store.ts).
  `CREATE TABLE room (filler BLOB NOT NULL) STRICT;`,
  `CREATE TABLE job (
     id INTEGER PRIMARY KEY AUTOINCREMENT, ended INTEGER, body TEXT NOT NULL
   ) STRICT;`,
  // What of the settings could not be read and had to make room (settings.ts).
  `CREATE TABLE setting_aside (
     id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, value TEXT NOT NULL, at INTEGER NOT NULL
   ) STRICT;`,
  // From where a session was begun; those of older releases have no row.
  `CREATE TABLE session_origin (
     session_id TEXT PRIMARY KEY, began INTEGER NOT NULL, address TEXT NOT NULL, browser TEXT NOT NULL, system TEXT NOT NULL
   ) STRICT, WITHOUT ROWID;`,
  `CREATE TABLE second_factor (
     one INTEGER PRIMARY KEY CHECK (one = 1), credential TEXT NOT NULL, secret TEXT NOT NULL, since INTEGER NOT NULL,
     recovery TEXT NOT NULL, step INTEGER NOT NULL
   ) STRICT;`,
  // Who did it, JSON; null where nobody was signed in, and in entries of older releases.
  `ALTER TABLE audit ADD COLUMN who TEXT;
   CREATE TABLE person_factor (
     person TEXT PRIMARY KEY, secret TEXT NOT NULL, since INTEGER NOT NULL, recovery TEXT NOT NULL, step INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;`,
  `CREATE TABLE passkey (
     id TEXT PRIMARY KEY, person TEXT NOT NULL, factor TEXT NOT NULL, origin TEXT NOT NULL, key TEXT NOT NULL, counter INTEGER NOT NULL,
     transports TEXT NOT NULL, name TEXT NOT NULL, since INTEGER NOT NULL, used INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;`,
];

/** What this release makes of a database. */
export const SCHEMA = STEPS.length;

export function migrate(db: DatabaseSyncInstance): void {
  const done = db.prepare("PRAGMA user_version").get() as { user_version: number };
  for (const [index, step] of STEPS.entries()) {
    if (index < done.user_version) continue;
    db.exec(`BEGIN IMMEDIATE; ${step} PRAGMA user_version = ${index + 1}; COMMIT;`);
  }
}

/** What a release with that many steps declares: the text by type and name; none for what SQLite makes by itself. */
export function schemaOf(steps: number): Map<string, string | null> {
  const db = new DatabaseSync(":memory:");
  try {
    for (const step of STEPS.slice(0, steps)) db.exec(step);
    const rows = db.prepare("SELECT type, name, sql FROM sqlite_master").all() as {
      type: string;
      name: string;
      sql: string | null;
    }[];
    return new Map(rows.map(({ name, sql, type }) => [`${type} ${name}`, sql]));
  } finally {
    db.close();
  }
}

/** Triggers and views: no release has any, so whoever put them there is none of ours. They would change what is written. */
export function dropActive(db: DatabaseSyncInstance): void {
  const found = db.prepare("SELECT type, name FROM sqlite_master WHERE type IN ('trigger', 'view')").all();
  for (const { name, type } of found as { name: string; type: "trigger" | "view" }[])
    db.exec(`DROP ${type} "${name.replaceAll('"', '""')}"`);
}
