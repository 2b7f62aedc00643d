/**
 * A database that anybody may have written becomes one of ours: a fresh one, into which the rows of known tables are copied one
 * by one, each value looked at. Nothing else of the file lives on, and nothing of it is run.
 *
 *     const { password } = adoptDatabase(theirs, fresh, known);    // in a process of its own: a made-up file may take any time
 *
 * A trigger would change the console's password back, a view in a table's place would invent rows, a check or a virtual table
 * would run for ever: so the file's schema has to be one that a release of ours makes, to the letter, before anything is read.
 */
import { statSync } from "node:fs";
import { DatabaseSync, type DatabaseSyncInstance } from "@photostructure/sqlite";
import { AppError } from "../errors.ts";
import { withinBounds } from "../json-bounds.ts";
import { texts } from "../texts.ts";
import { AUDIT_KINDS, MOST_AUDIT } from "./audit.ts";
import { usableCredential } from "./credential.ts";
import { migrate, SCHEMA, schemaOf } from "./migrations.ts";
import { int, type Row, text } from "./rows.ts";

/** The database is none that a release of ours makes, or says too much. German, naming what it is about. */
export class ForeignDatabaseError extends AppError {
  readonly kind = "invalid";
}
/** The database is of a newer release. */
export class NewerSchemaError extends AppError {
  readonly kind = "invalid";
}

const MIB = 1024 * 1024;
const LARGEST_FILE = 256 * MIB;
const MOST_BYTES = 64 * MIB;
/** Of a hash, a caller's address, a call's name. */
const LONGEST = 500;
/** Of what an entry of the change log says, characters: no call takes as much. */
const LONGEST_ENTRY = 2 * MIB;
/** Nothing of ours has so many levels, and what has more can be parsed but not answered. */
const BOUNDS = { depth: 80, members: 1_000_000 };
const LATEST = 8_640_000_000_000_000;

export interface Adopted {
  /** Whether it holds a password that can be one. */
  password: boolean;
}

/** @param fresh must not be there yet  @param known names of settings that this release reads  @throws ForeignDatabaseError, NewerSchemaError, Error for a damaged one */
export function adoptDatabase(theirs: string, fresh: string, known: ReadonlySet<string>): Adopted {
  if (statSync(theirs).size > LARGEST_FILE) throw tooLarge(texts.theDatabase);
  const from = new DatabaseSync(theirs, {
    readOnly: true,
    allowExtension: false,
    defensive: true,
    enableDoubleQuotedStringLiterals: false,
  });
  try {
    from.exec("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0;");
    refuseForeign(from);
    const verdict = from.prepare("PRAGMA integrity_check(1)").get() as { integrity_check: string };
    if (verdict.integrity_check !== "ok") throw new Error(`database corruption: ${verdict.integrity_check}`);
    const to = new DatabaseSync(fresh);
    try {
      to.exec("PRAGMA trusted_schema = OFF; PRAGMA journal_mode = DELETE;");
      migrate(to);
      to.exec("BEGIN IMMEDIATE");
      const password = copyRows(from, to, known);
      to.exec("COMMIT");
      return { password };
    } finally {
      to.close();
    }
  } finally {
    from.close();
  }
}

/** What an adopted database says. */
export function readAdopted(fresh: string): { rows: [name: string, json: string][]; hash?: string } {
  const db = new DatabaseSync(fresh, { readOnly: true });
  try {
    const rows = db
      .prepare("SELECT name, value FROM setting")
      .all()
      .map((row): [string, string] => [text(row as Row, "name"), text(row as Row, "value")]);
    const found = db.prepare("SELECT hash FROM credential WHERE one = 1").get();
    return { rows, ...(found === undefined ? {} : { hash: text(found as Row, "hash") }) };
  } finally {
    db.close();
  }
}

/** Everything that the file declares has to be what a release of that number declares. */
function refuseForeign(db: DatabaseSyncInstance): void {
  const { user_version } = db.prepare("PRAGMA user_version").get() as { user_version: number };
  if (user_version > SCHEMA) throw new NewerSchemaError(texts.newerDatabase);
  const ours = schemaOf(user_version);
  const theirs = db.prepare("SELECT type, name, sql FROM sqlite_master").all() as Record<string, unknown>[];
  for (const { name, sql, type } of theirs) {
    const known = ours.get(`${String(type)} ${String(name)}`);
    if (known === undefined) throw foreign(String(type), String(name), texts.unknown);
    if (known !== sql) throw foreign(String(type), String(name), "anders aufgebaut");
  }
  if (theirs.length !== ours.size) throw new ForeignDatabaseError(texts.tablesMissing);
}

function copyRows(from: DatabaseSyncInstance, to: DatabaseSyncInstance, known: ReadonlySet<string>): boolean {
  const budget = new Budget();
  copy(
    from,
    to,
    "SELECT name, value, changed FROM setting",
    "INSERT INTO setting VALUES (?, ?, ?)",
    (row) => {
      const [name, value] = [text(row, "name"), budget.take("setting", text(row, "value"))];
      // What no part of this release reads would only lie there.
      if (!known.has(name)) return undefined;
      if (!withinBounds(value, BOUNDS)) throw odd("setting", "value");
      if (asJson(value) === undefined) return undefined;
      return [name, value, time(row, "setting", "changed")];
    },
  );
  copy(
    from,
    to,
    `SELECT * FROM (${AUDIT_KINDS.map(newest).join(" UNION ALL ")}) ORDER BY id`,
    "INSERT INTO audit (ts, address, call, code, kind, before, after, who) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    (row) => {
      const [before, after] = [optional(budget, row, "before"), optional(budget, row, "after")];
      return [
        time(row, "audit", "ts"),
        short(row, "audit", "address"),
        short(row, "audit", "call"),
        int(row, "code"),
        text(row, "kind"),
        before,
        after,
        optional(budget, row, "who"),
      ];
    },
  );
  let password = false;
  copy(
    from,
    to,
    "SELECT id, hash, changed FROM credential WHERE one = 1",
    "INSERT INTO credential VALUES (1, ?, ?, ?)",
    (row) => {
      const found = {
        id: short(row, "credential", "id"),
        hash: short(row, "credential", "hash"),
        changed: time(row, "credential", "changed"),
      };
      if (!usableCredential(found)) return undefined;
      password = true;
      return [found.id, found.hash, found.changed];
    },
  );
  return password;
}

const newest = (kind: keyof typeof MOST_AUDIT) =>
  `SELECT * FROM (SELECT * FROM audit WHERE kind = '${kind}' ORDER BY id DESC LIMIT ${MOST_AUDIT[kind]})`;

function copy(
  from: DatabaseSyncInstance,
  to: DatabaseSyncInstance,
  select: string,
  insert: string,
  cells: (row: Row) => (string | number | null)[] | undefined,
): void {
  const put = to.prepare(insert);
  for (const row of from.prepare(select).iterate()) {
    const values = cells(row as Row);
    if (values) put.run(...values);
  }
}

/** Of the whole file: a name of 64 MB costs as much as a value. */
class Budget {
  #left = MOST_BYTES;
  take(table: string, value: string): string {
    this.#left -= value.length + 64;
    if (this.#left < 0) throw tooLarge(texts.tableOfDatabase(table));
    return value;
  }
}

function optional(budget: Budget, row: Row, column: string): string | null {
  if (row[column] === null || row[column] === undefined) return null;
  const value = budget.take("audit", text(row, column));
  if (value.length > LONGEST_ENTRY || !withinBounds(value, BOUNDS) || asJson(value) === undefined)
    throw odd("audit", column);
  return value;
}

function short(row: Row, table: string, column: string): string {
  const value = text(row, column);
  if (value.length > LONGEST) throw odd(table, column);
  return value;
}

function time(row: Row, table: string, column: string): number {
  const value = int(row, column);
  if (!(Math.abs(value) <= LATEST)) throw odd(table, column);
  return value;
}

function asJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

const odd = (table: string, column: string) => new ForeignDatabaseError(texts.foreignValue(table, column));
const tooLarge = (what: string) => new ForeignDatabaseError(texts.tooLargeInBackup(what));

function foreign(type: string, name: string, how: string): ForeignDatabaseError {
  const what = Object.hasOwn(texts.parts, type) ? texts.parts[type] : texts.entry;
  return new ForeignDatabaseError(texts.foreignDatabase(what ?? "", name.slice(0, 60), how));
}
