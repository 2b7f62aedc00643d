/**
 * What can wait stops before the last of the disk's room, which is left to signing in: somebody has to get in to tidy up.
 *
 *     const room = new LastRoom(file);
 *     room.keep(json.length);          // throws like a full disk
 */
import { statfsSync } from "node:fs";
import path from "node:path";

/** Bytes. */
const KEPT = 64 * 1024;
/** What is written lies in the write-ahead log first, and in the database then. */
const TIMES = 2;

export class LastRoom {
  readonly #folder: string | undefined;

  /** @param file the database; none: nothing is kept */
  constructor(file?: string) {
    this.#folder = file === undefined ? undefined : path.dirname(file);
  }

  /** @param bytes about to be written  @throws Error as the file system would */
  keep(bytes: number): void {
    if (this.#folder === undefined) return;
    const { bavail, bsize } = statfsSync(this.#folder);
    if (bavail * bsize >= KEPT + TIMES * bytes) return;
    throw Object.assign(
      new Error("ENOSPC: the database or disk is full but for the room kept for signing in"),
      {
        code: "ENOSPC",
      },
    );
  }
}
