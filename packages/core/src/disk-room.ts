/**
 * How much room is left for the data, and what that means:
 *
 *     const { low, full } = await diskRoom(layout.root);
 *
 * `low`: nothing expendable (the event log) may grow any more. `full`: what matters may soon fail to be stored.
 */
import { statfs } from "node:fs/promises";

const MIB = 1024 * 1024;
const LOW = 32 * MIB;
const FULL = 8 * MIB;
/** On a small disk the bounds are shares of it. */
const LOW_SHARE = 0.05;
const FULL_SHARE = 0.02;

export interface DiskRoom {
  /** Bytes. */
  total: number;
  /** Bytes that this process may still use. */
  free: number;
  low: boolean;
  full: boolean;
}

export async function diskRoom(folder: string): Promise<DiskRoom> {
  const { blocks, bavail, bsize } = await statfs(folder);
  return roomOf(blocks * bsize, bavail * bsize);
}

/** @param total bytes of the disk  @param free bytes left */
export function roomOf(total: number, free: number): DiskRoom {
  return {
    total,
    free,
    low: free < Math.min(LOW, total * LOW_SHARE),
    full: free < Math.min(FULL, total * FULL_SHARE),
  };
}

/** Whether something failed because the disk takes nothing any more: broken, or made read-only by the system for that. */
export function isUnwritable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return (
    code === "EROFS" ||
    code === "EIO" ||
    /SQLITE_(READONLY|IOERR)|readonly database|disk I\/O error/i.test(`${code} ${error.message}`)
  );
}

/** Whether something failed because there was no room: from the file system, or from SQLite. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return (
    code === "ENOSPC" ||
    code === "EDQUOT" ||
    /database or disk is full|SQLITE_FULL/i.test(`${code} ${error.message}`)
  );
}
