import type { FileKind } from "../../files.ts";

export interface OutgoingFile {
  /** As the central is to know it; see `fileOffer`. */
  name: string;
  /** Absolute path. */
  file: string;
  /** Bytes. */
  size: number;
  /** Hexadecimal. */
  sha256: string;
  about?: string;
}

/** Where a hub's files of one kind come from. */
export interface FileSource {
  kind: FileKind;
  /** A connection begins: the central may have lost what it had. */
  begun?(): void;
  /** The oldest that the central does not have yet; undefined: none. */
  next(): Promise<OutgoingFile | undefined>;
  /** The central keeps it, or never will: the next one is another. */
  over(name: string, stored: boolean): Promise<void>;
}
