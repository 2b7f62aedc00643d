/**
 * The latest time this device has seen, so that setting its clock back does not lengthen a licence.
 * The file is written at most once an hour, so the time can be set back by that much and no more.
 * Several processes write it; each write is whole, and they differ by seconds only.
 *
 * A clock that leaps ahead is believed once it has gone on from there for a day: one that was wrong for an hour, and is
 * right again, has not made an end of the licence. Meanwhile the licence is judged by the clock as it is.
 */

import { rm } from "node:fs/promises";
import path from "node:path";
import { type DataLayout, ensureFolder, readFileIfThere, writeFileAtomic } from "@hubwart/core";

const WRITE_INTERVAL = 3_600_000;
/** Further ahead of the latest time, ms, and the clock has leapt. */
const LEAP = 86_400_000;
/** Goes on for so long, ms, and is believed. */
const BELIEVED_AFTER = 86_400_000;

/** ms since the epoch: the later of `now` and the stored time. Stores `now` when it is due. */
export async function advanceTime(layout: DataLayout, now: number): Promise<number> {
  const stored = await readTimes(layout.lastTimeFile).then((times) => times?.[0]);
  // A disk that takes nothing ends no licence; the time of this run is known without it.
  if (stored === undefined || (now - stored >= WRITE_INTERVAL && (await believed(layout, stored, now))))
    await storeTime(layout, now).catch(() => undefined);
  return Math.max(now, stored ?? now);
}

/**
 * Makes `now` the latest time, even if it is earlier than the stored one. Only after the manufacturer's
 * service has just signed a licence: its clock then proves that a stored later time came from a wrong one.
 */
export async function storeTime(layout: DataLayout, now: number): Promise<void> {
  await writeTimes(layout.lastTimeFile, [now]);
  await rm(layout.leapFile, { force: true });
}

/** Whether `now` has come about by time that passed, or by a leap that time has borne out. */
async function believed(layout: DataLayout, stored: number, now: number): Promise<boolean> {
  if (now - stored < LEAP) return true;
  const [since, latest = since] = (await readTimes(layout.leapFile)) ?? [];
  const goesOn =
    since !== undefined &&
    latest !== undefined &&
    Math.abs(now - latest) < LEAP &&
    now >= since - WRITE_INTERVAL;
  if (!goesOn) await writeTimes(layout.leapFile, [now, now]).catch(() => undefined);
  else if (now - latest >= WRITE_INTERVAL)
    await writeTimes(layout.leapFile, [since, now]).catch(() => undefined);
  return goesOn && now - since >= BELIEVED_AFTER;
}

async function readTimes(file: string): Promise<number[] | undefined> {
  const text = await readFileIfThere(file).catch(() => undefined);
  return text !== undefined && /^\d{1,16}( \d{1,16})?$/.test(text.trim())
    ? text.trim().split(" ").map(Number)
    : undefined;
}

async function writeTimes(file: string, times: readonly number[]): Promise<void> {
  await ensureFolder(path.dirname(file));
  await writeFileAtomic(file, times.map(Math.floor).join(" "));
}
