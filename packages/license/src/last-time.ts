/**
 * The latest time this device has seen, so that setting its clock back does not lengthen a licence.
 * The file is written at most once an hour, so the time can be set back by that much and no more.
 * Several processes write it; each write is whole, and they differ by seconds only.
 */

import path from "node:path";
import { type DataLayout, ensureFolder, readFileIfThere, writeFileAtomic } from "@hubwart/core";

const WRITE_INTERVAL = 3_600_000;

/** ms since the epoch: the later of `now` and the stored time. Stores `now` when it is due. */
export async function advanceTime(layout: DataLayout, now: number): Promise<number> {
  const stored = await storedTime(layout);
  // A disk that takes nothing ends no licence; the time of this run is known without it.
  if (stored === undefined || now - stored >= WRITE_INTERVAL)
    await storeTime(layout, now).catch(() => undefined);
  return Math.max(now, stored ?? now);
}

/**
 * Makes `now` the latest time, even if it is earlier than the stored one. Only after the manufacturer's
 * service has just signed a licence: its clock then proves that a stored later time came from a wrong one.
 */
export async function storeTime(layout: DataLayout, now: number): Promise<void> {
  await ensureFolder(path.dirname(layout.lastTimeFile));
  await writeFileAtomic(layout.lastTimeFile, String(Math.floor(now)));
}

async function storedTime(layout: DataLayout): Promise<number | undefined> {
  const text = await readFileIfThere(layout.lastTimeFile).catch(() => undefined);
  return text !== undefined && /^\d{1,16}$/.test(text.trim()) ? Number(text) : undefined;
}
