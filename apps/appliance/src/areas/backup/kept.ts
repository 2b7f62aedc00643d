/** The backups that are kept on the device. */
import { rm } from "node:fs/promises";
import path from "node:path";
import { isBackupName, timeIn } from "@hubwart/archive/names";
import { diskRoom, ensureFolder, listFiles, NotFoundError } from "@hubwart/core";
import { texts } from "./texts.ts";

/** Backups kept on the device and at the target, each. */
export const MOST_KEPT = 7;
export const WORK = ".work";

export interface KeptBackup {
  name: string;
  size: number;
  /** ms since the epoch. */
  ts: number;
}

/** Newest first. */
export async function keptBackups(folder: string): Promise<KeptBackup[]> {
  const files = await listFiles(folder, isBackupName);
  const kept = files.map(({ name, size, mtimeMs }) => ({ name, size, ts: Math.round(mtimeMs) }));
  // Two of one second: the one written later is the newer.
  return kept.sort((a, b) => timeIn(b.name).localeCompare(timeIn(a.name)) || b.ts - a.ts);
}

/** @throws NotFoundError */
export async function keptBackup(folder: string, name: string): Promise<KeptBackup> {
  const found = (await keptBackups(folder)).find((backup) => backup.name === name);
  if (!found) throw new NotFoundError(texts.gone);
  return found;
}

/** Removes what is beyond what is kept, once `written` is there. */
export async function trimBackups(folder: string, written: string): Promise<void> {
  const names = (await keptBackups(folder)).map(({ name }) => name);
  for (const name of spare(names, written)) await rm(path.join(folder, name), { force: true });
}

/**
 * Which go to make room for the one just written, which itself never goes. Those with a later time than it has were made while the
 * clock was ahead: they go first, since nobody knows how old they are. What another device wrote is not ours to remove.
 */
export function spare(names: readonly string[], written: string): string[] {
  return ranked(names, written).slice(MOST_KEPT - 1);
}

/**
 * Older ones go until another as large as `written` fits beside `more` bytes, for a schedule would fail for want of room from then on.
 *
 * @returns the names of those that went
 */
export async function makeRoom(
  folder: string,
  written: string,
  more: number,
  room: () => Promise<number> = async () => (await diskRoom(folder)).free,
): Promise<string[]> {
  const kept = await keptBackups(folder);
  const needed = more + (kept.find(({ name }) => name === written)?.size ?? 0);
  const gone: string[] = [];
  for (const name of ranked(
    kept.map((backup) => backup.name),
    written,
  ).reverse()) {
    if ((await room()) > needed) break;
    await rm(path.join(folder, name), { force: true });
    gone.push(name);
  }
  return gone;
}

/** The others of this device, those first that stay longest. */
function ranked(names: readonly string[], written: string): string[] {
  const now = timeIn(written);
  const others = names
    .filter((name) => name !== written && isOfDevice(name, written))
    .sort((a, b) => timeIn(b).localeCompare(timeIn(a)));
  const ahead = others.filter((name) => timeIn(name) > now);
  const past = others.filter((name) => timeIn(name) <= now);
  return [...past, ...ahead.reverse()];
}

/** Whether it is the name of a backup of the device that wrote this one. */
export function isOfDevice(name: string, written: string): boolean {
  const device = written.slice(0, written.indexOf(timeIn(written)));
  return isBackupName(name) && name.startsWith(device) && name.indexOf(timeIn(name)) === device.length;
}

/** An empty folder to work in; what an interrupted backup left goes. */
export async function workFolder(folder: string): Promise<string> {
  const work = path.join(folder, WORK);
  await rm(work, { recursive: true, force: true });
  await ensureFolder(work);
  return work;
}
