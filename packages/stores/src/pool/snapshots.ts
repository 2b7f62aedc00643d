/** Kept states of the pool: before each change, hourly and daily, each kind bounded. */
import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import {
  ifThere,
  isMissing,
  listFiles,
  NotFoundError,
  readOwnText,
  surplus,
  syncFolder,
  writeFileAtomic,
} from "@hubwart/core";
import { texts } from "../texts.ts";
import type { PoolEntry } from "./entry.ts";
import { decodeState, encodeState } from "./files.ts";

/** `project`: before another project; `restore`: before a state was put back. */
export type SnapshotReason = "hour" | "day" | "project" | "restore";

export interface Snapshot {
  name: string;
  /** Bytes. */
  size: number;
  /** ms since the epoch. */
  ts: number;
}

const KEPT: Record<SnapshotReason, number> = { hour: 24, day: 30, project: 10, restore: 5 };
export const GONE = texts.noSnapshot;
const NAME = /^(\d{8}T\d{6}Z)-(hour|day|project|restore)\.json$/;

export async function keepSnapshot(
  folder: string,
  reason: SnapshotReason,
  now: number,
  entries: Iterable<PoolEntry>,
): Promise<void> {
  const names = await snapshotNames(folder);
  const time = stamp(now);
  const today = time.slice(0, 8);
  // The first hourly state of a day is the day's.
  const first = reason === "hour" && !names.some((name) => name.startsWith(today) && kindOf(name) === "day");
  const kind = first ? "day" : reason;
  const written = `${time}-${kind}.json`;
  await writeFileAtomic(path.join(folder, written), encodeState(0, entries));
  const alike = [...new Set([...names, written])]
    .filter((name) => kindOf(name) === kind)
    .map((name) => ({ name, at: timeOf(name) }));
  for (const { name } of surplus(alike, { most: KEPT[kind], now, written }))
    await rm(path.join(folder, name), { force: true });
  await syncFolder(folder);
}

/** Newest first. */
export async function listSnapshots(folder: string): Promise<Snapshot[]> {
  const files = await listFiles(folder, (name) => NAME.test(name));
  return files
    .map(({ name, size, mtimeMs }) => ({ name, size, ts: Math.round(mtimeMs) }))
    .sort((a, b) => (a.name < b.name ? 1 : -1));
}

/** @throws Error for a kept state that is missing or damaged */
export async function verifySnapshot(folder: string, name: string): Promise<void> {
  if (!NAME.test(name)) throw new NotFoundError(GONE);
  try {
    decodeState(await readOwnText(path.join(folder, name)));
  } catch (error) {
    if (isMissing(error)) throw new NotFoundError(GONE);
    throw error;
  }
}

async function snapshotNames(folder: string): Promise<string[]> {
  return ((await ifThere(readdir(folder))) ?? []).filter((name) => NAME.test(name));
}

const kindOf = (name: string) => NAME.exec(name)?.[2];

/** `20261121T133000Z`: sorts by time, and is a file name everywhere. */
const timeOf = (name: string) =>
  Date.parse(name.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z.*$/, "$1-$2-$3T$4:$5:$6Z"));

const stamp = (now: number) => new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, "");
