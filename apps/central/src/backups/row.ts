/** A backup of a site, as the central knows it. */

/**
 * `proving`: its content is about to be read. `whole`: nobody here can. `lost`: the central's copy is gone or has changed, and is taken anew.
 * `removed`: by a person; the file is gone, and is not taken again.
 */
export type BackupState = "damaged" | "lost" | "proved" | "proving" | "removed" | "whole";

export interface BackupRow {
  hub: string;
  /** See `isBackupName`. */
  name: string;
  /** Bytes. */
  size: number;
  /** Hexadecimal; empty: not known yet, of a file that was found here. */
  sha256: string;
  /** ms since the epoch, by the hub's clock. */
  made: number;
  /** ms since the epoch. */
  received: number;
  state: BackupState;
  /** German; empty unless it is damaged or lost. */
  reason: string;
  /** ms since the epoch when all of it was last read here; 0: never. */
  checked: number;
  /** Of the release that made it; empty: not known. */
  version: string;
  /** Public key of the device that signed it, base64; empty: none, or not known. */
  device: string;
  /** Sealed, see `Escrow`. */
  password: string | undefined;
}

export const isEncrypted = ({ name }: Pick<BackupRow, "name">): boolean => name.endsWith(".age");
