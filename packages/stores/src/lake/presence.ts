/**
 * Whether the recorder was there: a file whose time is moved on every minute. What lies between its time and the next
 * start is a gap of every channel.
 */
import { stat, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Clock, isMissing } from "@hubwart/core";
import { MINUTE } from "./spans.ts";

/** A restart of the hub is no gap. */
const SHORT = 2 * MINUTE;
export const BEAT_EVERY = MINUTE;

export const PRESENCE = "alive";
const fileIn = (folder: string) => path.join(folder, PRESENCE);

/** The time nothing was recorded before this start; undefined if there is none worth telling. */
export async function absence(
  folder: string,
  clock: Clock,
): Promise<[from: number, until: number] | undefined> {
  const now = clock.now();
  try {
    const { mtimeMs } = await stat(fileIn(folder));
    const from = Math.round(mtimeMs);
    return now - from > SHORT ? [from, now] : undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

export async function beat(folder: string, clock: Clock): Promise<void> {
  const now = clock.now() / 1_000;
  try {
    await utimes(fileIn(folder), now, now);
  } catch (error) {
    if (!isMissing(error)) throw error;
    await writeFile(fileIn(folder), "", { mode: 0o600 });
    await utimes(fileIn(folder), now, now);
  }
}
