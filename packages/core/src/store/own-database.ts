/**
 * A SQLite file that one process keeps for itself. One that is damaged is put aside, the last such only, and begun anew by its owner.
 *
 *     try { db = openDatabase(file, { tables, cacheKib: 512, checkpoint: 128 }); }
 *     catch (error) { if (!isDamage(error)) throw error; putAside(file, clock.now()); … }
 */
import { renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { DatabaseSync, type DatabaseSyncInstance } from "@photostructure/sqlite";

/** A database has files beside it. */
export const COMPANIONS = ["", "-wal", "-shm"];
export const DAMAGED = "database corruption";

export interface DatabaseOptions {
  /** Statements that make what is not there yet. */
  tables: string;
  cacheKib: number;
  /** Pages of the log after which it is written back. */
  checkpoint: number;
  /** Reads the whole file through. */
  check?: boolean;
}

/** What was committed survives a power cut. @throws Error of SQLite */
export function openDatabase(
  file: string,
  { cacheKib, check = false, checkpoint, tables }: DatabaseOptions,
): DatabaseSyncInstance {
  const db = new DatabaseSync(file);
  try {
    db.exec("PRAGMA trusted_schema = OFF; PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL;");
    db.exec("PRAGMA synchronous = FULL;");
    db.exec(`PRAGMA cache_size = -${cacheKib}; PRAGMA wal_autocheckpoint = ${checkpoint};`);
    if (check && db.prepare("PRAGMA quick_check(1)").get()?.["quick_check"] !== "ok")
      throw new Error(DAMAGED);
    db.exec(tables);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** The file, or JSON in it, is of no use. */
export const isDamage = (error: unknown): boolean =>
  error instanceof SyntaxError ||
  (error instanceof Error && /malformed|not a database|database corruption|disk image/i.test(error.message));

/** Where a damaged file lies. */
export const asideOf = (file: string): string => path.join(path.dirname(file), "damaged.db");

/** When a file was last put aside, ms since the epoch; undefined: never, or somebody has taken it away. */
export const damagedAt = (file: string): number | undefined =>
  statSync(asideOf(file), { throwIfNoEntry: false })?.ctimeMs;

/** @returns where it lies now, and since when */
export function putAside(file: string, now: number): string {
  const target = asideOf(file);
  for (const companion of COMPANIONS) {
    rmSync(target + companion, { force: true });
    try {
      renameSync(file + companion, target + companion);
    } catch {
      // Without a log beside it there is nothing to move.
    }
  }
  return `${target} (${new Date(now).toISOString()})`;
}
