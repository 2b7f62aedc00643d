/**
 * Good copies of the database, for the day it is gone: made by SQLite itself, checked, and in place only then. What is taken
 * back of one is settings and the change log; password, sessions and locks stay those of today.
 */
import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import path from "node:path";
import { DatabaseSync, type DatabaseSyncInstance } from "@photostructure/sqlite";
import { surplus } from "../ageing.ts";
import { isMissing } from "../files.ts";
import { int, type Row } from "./rows.ts";

export interface StoreCopy {
  /** Of the file. */
  name: string;
  /** When it was made, ms since the epoch. */
  at: number;
  bytes: number;
}

const MOST = 3;
/** Columns of the change log but its numbers. */
const ALL = "ts, address, call, code, kind, before, after, who";
const MINE = ALL.replace(/\w+/g, "mine.$&");
const NAME = /^state-(\d{1,16})\.db$/;

/** Newest first. */
export function listCopies(folder: string): StoreCopy[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
  return names
    .flatMap((name) => {
      const at = NAME.exec(name)?.[1];
      return at === undefined
        ? []
        : [{ name, at: Number(at), bytes: statSync(path.join(folder, name)).size }];
    })
    .toSorted((a, b) => b.at - a.at);
}

/** Makes a copy and removes the oldest of too many. @throws what SQLite and the disk say; the copies there are stay then */
export function makeCopy(db: DatabaseSyncInstance, folder: string, now: number): StoreCopy {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const name = `state-${Math.floor(now)}.db`;
  const making = path.join(folder, "making");
  rmSync(making, { force: true });
  try {
    db.prepare("VACUUM INTO ?").run(making);
    chmodSync(making, 0o600);
    verify(making);
    sync(making);
    renameSync(making, path.join(folder, name));
    sync(folder);
  } catch (error) {
    rmSync(making, { force: true });
    throw error;
  }
  const copies = listCopies(folder);
  for (const old of surplus(copies, { most: MOST, now, written: name })) {
    rmSync(path.join(folder, old.name), { force: true });
  }
  return copies.find((copy) => copy.name === name) ?? { name, at: now, bytes: 0 };
}

/**
 * Puts settings and change log of a copy into `db`, all or nothing; entries that the copy does not have stay behind its own, whatever
 * the clock said when each was made.
 *
 * @returns how many settings
 * @throws Error if the copy is not whole
 */
export function takeBack(db: DatabaseSyncInstance, file: string, kept: readonly string[]): number {
  verify(file);
  db.prepare("ATTACH ? AS copy").run(file);
  try {
    db.exec("BEGIN IMMEDIATE");
    try {
      const own = kept.map(() => "?").join(", ");
      db.prepare(`DELETE FROM setting WHERE name NOT IN (${own})`).run(...kept);
      db.prepare(`INSERT OR REPLACE INTO setting SELECT * FROM copy.setting WHERE name NOT IN (${own})`).run(
        ...kept,
      );
      // A copy of an older release knows nobody.
      const known = db.prepare("SELECT 1 FROM pragma_table_info('audit', 'copy') WHERE name = 'who'").get();
      const columns = known ? ALL : ALL.replace(", who", "");
      db.exec(
        `CREATE TEMP TABLE today AS SELECT ${MINE} FROM main.audit AS mine
           LEFT JOIN (SELECT DISTINCT ts, address, call, code, kind FROM copy.audit) AS had
             ON had.ts = mine.ts AND had.address = mine.address AND had.call = mine.call AND had.code = mine.code AND had.kind = mine.kind
           WHERE had.ts IS NULL ORDER BY mine.id;
         DELETE FROM audit;
         INSERT INTO audit (${columns}) SELECT ${columns} FROM copy.audit ORDER BY id;
         INSERT INTO audit (${ALL}) SELECT ${ALL} FROM today;
         DROP TABLE today;`,
      );
      const { n } = db.prepare("SELECT count(*) AS n FROM setting").get() as { n: number };
      db.exec("COMMIT");
      return n;
    } catch (error) {
      if (db.isTransaction) db.exec("ROLLBACK");
      throw error;
    }
  } finally {
    db.exec("DETACH copy");
  }
}

function verify(file: string): void {
  const copy = new DatabaseSync(file, { readOnly: true });
  try {
    const verdict = copy.prepare("PRAGMA quick_check(1)").get() as { quick_check: string };
    if (verdict.quick_check !== "ok") throw new Error(`database corruption: ${verdict.quick_check}`);
    int(copy.prepare("SELECT count(*) AS n FROM setting").get() as Row, "n");
    int(copy.prepare("SELECT count(*) AS n FROM audit").get() as Row, "n");
  } finally {
    copy.close();
  }
}

function sync(file: string): void {
  const fd = openSync(file, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
