/** The finished days of the lake. */
import { listFiles } from "@hubwart/core";
import { DAY_FILE } from "./names.ts";

export interface LakeDay {
  name: string;
  /** Bytes. */
  size: number;
  /** When it was written, ms since the epoch. */
  ts: number;
}

/** Newest first; none where nothing was ever recorded. */
export async function listDays(folder: string): Promise<LakeDay[]> {
  const days = await listFiles(folder, (name) => DAY_FILE.test(name));
  return days
    .map(({ name, size, mtimeMs }) => ({ name, size, ts: Math.round(mtimeMs) }))
    .sort((a, b) => (a.name < b.name ? 1 : -1));
}
