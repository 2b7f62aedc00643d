import type { FileKind, FileOffer } from "@hubwart/fleet";

/** What becomes of the files of one kind, once they are whole. */
export interface FileReceiver {
  kind: FileKind;
  /** Whether it is there already. @throws FileRefused for what will not be taken, FileLater for what will not be taken now */
  has(hub: string, offer: FileOffer): Promise<boolean>;
  /**
   * Checks a file whose size and hash are as offered, and moves it to its place; on the disk, and in the database, when this returns.
   *
   * @param file absolute path; what is left there afterwards is removed
   * @throws FileRefused for what is no such file; FileLater, or anything else, which is not told: try again later
   */
  keep(hub: string, offer: FileOffer, file: string): Promise<void>;
}

/** Why a file is never taken. German. */
export class FileRefused extends Error {}

/** Why a file has to wait. German. */
export class FileLater extends Error {}
