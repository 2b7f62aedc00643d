/** Files that cannot be read any more: what becomes of them. */
import { rm } from "node:fs/promises";
import path from "node:path";
import { listFiles } from "@hubwart/core";

/** Behind the name of one that was set aside. */
export const DAMAGED = ".damaged";
/** A file that could not be opened for these may be a sound one. */
const SHORT: ReadonlySet<string> = new Set(["EMFILE", "ENFILE", "ENOMEM", "EACCES", "EPERM"]);
/** So many damaged files of a folder are kept, the newest. */
const DAMAGED_KEPT = 8;

/** Whether it fails because of what the file holds, and not because the machine is short of something. */
export async function isDamaged(asked: Promise<unknown>): Promise<boolean> {
  try {
    await asked;
    return false;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (SHORT.has(code)) throw error;
    return true;
  }
}

/** @returns the names of those that were removed */
export async function trimDamaged(folder: string): Promise<string[]> {
  const files = await listFiles(folder, (name) => name.endsWith(DAMAGED));
  const old = files.sort((a, b) => b.mtimeMs - a.mtimeMs).slice(DAMAGED_KEPT);
  for (const { name } of old) await rm(path.join(folder, name), { force: true });
  return old.map(({ name }) => name);
}
