/** The backups that are kept on the device. */
import { rm } from "node:fs/promises";
import path from "node:path";
import { ensureFolder, listFiles, NotFoundError } from "@hubwart/core";

/** Backups kept on the device and at the target, each. */
export const MOST_KEPT = 7;
export const WORK = ".work";

/** `hubwart-{host}-{time}.tar`, `.age` behind it with a password. */
const NAME = /^hubwart-[A-Za-z0-9._-]{1,64}-\d{8}T\d{6}Z\.tar(\.age)?$/;

export interface KeptBackup {
  name: string;
  size: number;
  /** ms since the epoch. */
  ts: number;
}

export const isBackupName = (name: string) => NAME.test(name);

export function backupName(host: string, now: number, encrypted: boolean): string {
  const safe = host.replaceAll(/[^A-Za-z0-9._-]/g, "-").slice(0, 64) || "device";
  const time = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, "");
  return `hubwart-${safe}-${time}.tar${encrypted ? ".age" : ""}`;
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
  if (!found) throw new NotFoundError("Diese Sicherung gibt es nicht mehr.");
  return found;
}

/** Removes the oldest ones beyond what is kept. */
export async function trimBackups(folder: string): Promise<void> {
  for (const { name } of (await keptBackups(folder)).slice(MOST_KEPT))
    await rm(path.join(folder, name), { force: true });
}

/** An empty folder to work in; what an interrupted backup left goes. */
export async function workFolder(folder: string): Promise<string> {
  const work = path.join(folder, WORK);
  await rm(work, { recursive: true, force: true });
  await ensureFolder(work);
  return work;
}

export const timeIn = (name: string) => /\d{8}T\d{6}Z/.exec(name)?.[0] ?? "";
