/** What the appliance needs of the stores: their files, and orders to put one back. */
import path from "node:path";
import { decodeState } from "./pool/files.ts";
import { listSnapshots, verifySnapshot } from "./pool/snapshots.ts";

export { copyLake, lakeSize } from "./lake/copy.ts";
export { type LakeDay, listDays } from "./lake/days.ts";
export { keepText, readKeep } from "./lake/keep-file.ts";
export { type KeptCorrection, type KeptFile, KeptParts, keptCorrections } from "./lake/kept-parts.ts";
export type { Keep } from "./lake/lake-files.ts";
export { copyPool } from "./pool/copy.ts";
export { cancelRestore, orderRestore, readOrder } from "./restore-order.ts";

/** Whether a text is a checkpoint or a kept state of the retained values, with the sum that it says. */
export function isPoolState(text: string): boolean {
  try {
    decodeState(text);
    return true;
  } catch {
    return false;
  }
}

/** Kept states of the retained values below `folder`, newest first. */
export const poolSnapshots = (folder: string) => listSnapshots(path.join(folder, "snapshots"));

/** @throws Error for a kept state that is missing or damaged */
export const verifyPoolSnapshot = (folder: string, name: string) =>
  verifySnapshot(path.join(folder, "snapshots"), name);
