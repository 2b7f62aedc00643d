/** The finished days of the lake. */
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { isMissing } from "@hubwart/core";

export const DAY_FILE = /^(\d{4}-\d{2}-\d{2})\.parquet$/;

export interface LakeDay {
  name: string;
  /** Bytes. */
  size: number;
  /** When it was written, ms since the epoch. */
  ts: number;
}

/** Newest first; none where nothing was ever recorded. */
export async function listDays(folder: string): Promise<LakeDay[]> {
  let names: string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
  const days = names
    .filter((name) => DAY_FILE.test(name))
    .sort()
    .reverse();
  return await Promise.all(
    days.map(async (name) => {
      const { mtimeMs, size } = await stat(path.join(folder, name));
      return { name, size, ts: Math.round(mtimeMs) };
    }),
  );
}
