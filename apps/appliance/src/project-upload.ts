/** A project on its way to the device: sent by a person, or made of a draft. */
import type { Readable } from "node:stream";
import type { AstraySecret, OwnSecrets } from "@hubwart/project";

export interface Upload {
  stream: Readable;
  filename: string;
  /** How the file is kept; asked once it has arrived whole. */
  store: () => StoreChoice;
  /** Seconds to wait for the hub. */
  wait: number;
  /** Aborts when the caller is gone; no effect once the version is current. */
  signal: AbortSignal;
  /** What the person says about it; asked once the file has arrived whole. */
  note?: () => string;
  /** Of the caller. */
  address?: string;
  /** Told what is current and what was uploaded, whenever that is known better. */
  noted?: (fact: { version: string | null; hash: string }) => void;
  /** Of a caller who sees no stored secrets: they go where they go in the running project, or the upload ends with `refused`. */
  kept?: { own: OwnSecrets; refused: (astray: readonly AstraySecret[]) => Error } | undefined;
}
export interface StoreChoice {
  keep: boolean;
  /** Empty: kept as it came. */
  password: string;
}
