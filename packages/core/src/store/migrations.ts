/**
 * The tables, step by step; `user_version` counts the steps taken. Steps only add: after a return to an
 * older release that release must still be able to work on the newer tables.
 */
import type { DatabaseSyncInstance } from "@photostructure/sqlite";

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
