/**
 * A consistent copy of the recorded values while the recorder writes them. Days and parts appear whole and never change: the copy is
 * another name for the same bytes, which costs no room and outlives their removal. Of a log its whole frames are copied.
 *
 * In the order in which a value goes on, logs, parts, days: what is no longer in the one is in the next, and what is in both a start
 * keeps once. Summaries stay: they are made again from the values (`summary-file.ts`).
 */
import { constants, copyFile, link, mkdir, readdir, stat, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { ifThere, listFiles, readOwn } from "@hubwart/core";
import { decodeFrames } from "../frames.ts";
import { CORRECTION_FILE, CORRECTIONS } from "./correction-file.ts";
import { DAY_FILE, LOG, PART } from "./names.ts";
import { PRESENCE } from "./presence.ts";

/** Where one file cannot have two names. */
const NO_LINKS: ReadonlySet<unknown> = new Set([
  "EXDEV",
  "EPERM",
  "EMLINK",
  "ENOSYS",
  "EOPNOTSUPP",
  "ENOTSUP",
]);

export async function copyLake(folder: string, target: string): Promise<void> {
  const [hot, hotCopy] = [path.join(folder, "hot"), path.join(target, "hot")];
  await mkdir(hotCopy, { recursive: true, mode: 0o700 });
  for (const name of await namesIn(hot, LOG)) await copyLog(path.join(hot, name), path.join(hotCopy, name));
  for (const name of await namesIn(hot, PART)) await again(path.join(hot, name), path.join(hotCopy, name));
  for (const name of await namesIn(folder, DAY_FILE))
    await again(path.join(folder, name), path.join(target, name));
  // One that is undone meanwhile is missing from the copy, as one that counts no more.
  const [corrections, correctionsCopy] = [path.join(folder, CORRECTIONS), path.join(target, CORRECTIONS)];
  const corrected = await namesIn(corrections, CORRECTION_FILE);
  if (corrected.length > 0) await mkdir(correctionsCopy, { recursive: true, mode: 0o700 });
  for (const name of corrected) await again(path.join(corrections, name), path.join(correctionsCopy, name));
  await copyPresence(path.join(folder, PRESENCE), path.join(target, PRESENCE));
}

/** Of all recorded values, bytes. */
export async function lakeSize(folder: string): Promise<number> {
  let bytes = 0;
  const isHot = (name: string) => LOG.test(name) || PART.test(name);
  const found = [
    ...(await listFiles(folder, (name) => DAY_FILE.test(name))),
    ...(await listFiles(path.join(folder, "hot"), isHot)),
    ...(await listFiles(path.join(folder, CORRECTIONS), (name) => CORRECTION_FILE.test(name))),
  ];
  for (const { size } of found) bytes += size;
  return bytes;
}

async function namesIn(folder: string, wanted: RegExp): Promise<string[]> {
  return ((await ifThere(readdir(folder))) ?? []).filter((name) => wanted.test(name)).sort();
}

/** None where not one frame is whole: its values come later than the copy. */
async function copyLog(file: string, target: string): Promise<void> {
  const bytes = await ifThere(readOwn(file));
  const length = bytes ? decodeFrames(bytes).length : 0;
  if (bytes && length > 0) await writeFile(target, bytes.subarray(0, length), { mode: 0o600 });
}

/** Nothing for what has gone on meanwhile. */
async function again(file: string, target: string): Promise<void> {
  try {
    await ifThere(link(file, target));
  } catch (error) {
    if (!NO_LINKS.has(error instanceof Error && "code" in error ? error.code : undefined)) throw error;
    await ifThere(copyFile(file, target, constants.COPYFILE_FICLONE));
  }
}

/** Its time says since when nothing is recorded. */
async function copyPresence(file: string, target: string): Promise<void> {
  const found = await ifThere(stat(file));
  if (!found) return;
  await writeFile(target, "", { mode: 0o600 });
  await utimes(target, found.atime, found.mtime);
}
