/**
 * The pool's files:
 *
 *     state.json                 checkpoint: {generation, entries}
 *     changes-<generation>.log   frames of entries changed since (frames.ts)
 *     project                    version of the project whose values these are
 *     snapshots/<time>-<why>.json
 *
 * A checkpoint names the log that continues it, so that a power cut between the two leaves one valid pair.
 */
import { createHash } from "node:crypto";
import { readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import {
  ensureFolder,
  isMissing,
  readFileIfThere,
  readOwnText,
  removeTemporaryFiles,
  writeFileAtomic,
} from "@hubwart/core";
import { readFrames } from "../frames.ts";
import { decodeEntries, encodeEntries, type PoolEntry } from "./entry.ts";

export const STATE = "state.json";
export const SNAPSHOTS = "snapshots";
const LOG_NAME = /^changes-(\d+)\.log$/;

export interface PoolContent {
  generation: number;
  entries: Map<string, PoolEntry>;
  /** Bytes of the log's whole frames. */
  logLength: number;
  /** Name under which a checkpoint that could not be read was kept. */
  damaged?: string;
  /** Changes in the log that could not be read. */
  lost: number;
}

export const logFile = (folder: string, generation: number) =>
  path.join(folder, `changes-${String(generation)}.log`);

/** One file with a sum over its entries: a flipped bit must not become a value. */
export function encodeState(generation: number, entries: Iterable<PoolEntry>): string {
  const text = encodeEntries(entries);
  return JSON.stringify({ generation, sum: sumOf(text), entries: text });
}

/** @throws Error for a file that is damaged */
export function decodeState(content: string): { generation: number; entries: PoolEntry[] } {
  const state = JSON.parse(content) as { generation?: unknown; sum?: unknown; entries?: unknown };
  if (typeof state.generation !== "number" || typeof state.entries !== "string")
    throw new TypeError("no kept state");
  if (sumOf(state.entries) !== state.sum) throw new TypeError("the sum does not fit");
  return { generation: state.generation, entries: decodeEntries(state.entries) };
}

const sumOf = (text: string) => createHash("sha256").update(text).digest("hex");

export async function loadPool(folder: string): Promise<PoolContent> {
  await ensureFolder(path.join(folder, SNAPSHOTS));
  await removeTemporaryFiles(folder);
  await removeTemporaryFiles(path.join(folder, SNAPSHOTS));
  const base = await loadCheckpoint(folder);
  const { contents, damaged: lost, length } = await readFrames(logFile(folder, base.generation));
  for (const content of contents)
    for (const entry of decodeEntries(content.toString("utf8"))) base.entries.set(entry.chan, entry);
  await removeOtherLogs(folder, base.generation);
  return { ...base, logLength: length, lost };
}

async function loadCheckpoint(folder: string): Promise<Omit<PoolContent, "logLength" | "lost">> {
  const file = path.join(folder, STATE);
  let content: string;
  try {
    content = await readOwnText(file);
  } catch (error) {
    if (isMissing(error)) return { generation: 0, entries: new Map() };
    throw error;
  }
  try {
    const { generation, entries } = decodeState(content);
    return { generation, entries: byName(entries) };
  } catch {
    const damaged = `state.damaged-${String(Date.now())}.json`;
    await rename(file, path.join(folder, damaged));
    return { ...(await newestSnapshot(folder)), damaged };
  }
}

/** The log of a lost checkpoint is lost with it: its generation is not known any more. */
async function newestSnapshot(folder: string): Promise<Omit<PoolContent, "logLength" | "lost">> {
  const logs = (await readdir(folder)).flatMap((name) => Number(LOG_NAME.exec(name)?.[1] ?? []));
  const generation = Math.max(0, ...logs);
  const names = (await readdir(path.join(folder, SNAPSHOTS))).sort().reverse();
  for (const name of names) {
    try {
      const { entries } = decodeState(await readOwnText(path.join(folder, SNAPSHOTS, name)));
      return { generation, entries: byName(entries) };
    } catch {
      // The next older one is tried.
    }
  }
  return { generation, entries: new Map() };
}

export const byName = (entries: readonly PoolEntry[]) =>
  new Map(entries.map((entry) => [entry.chan, entry] as const));

export async function writeState(folder: string, generation: number, entries: Iterable<PoolEntry>) {
  await writeFileAtomic(path.join(folder, STATE), encodeState(generation, entries));
}

const projectFile = (folder: string) => path.join(folder, "project");

/** undefined where none is known. */
export async function readProject(folder: string): Promise<string | undefined> {
  return await readFileIfThere(projectFile(folder)).catch(() => undefined);
}

export async function writeProject(folder: string, version: string): Promise<void> {
  await writeFileAtomic(projectFile(folder), version);
}

export async function removeOtherLogs(folder: string, generation: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const found = LOG_NAME.exec(name)?.[1];
    if (found !== undefined && Number(found) !== generation) await rm(path.join(folder, name));
  }
}
