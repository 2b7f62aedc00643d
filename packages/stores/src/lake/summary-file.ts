/** Where the summaries lie, and what becomes of damaged ones. */
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { isDamage } from "@hubwart/core/store";
import { Summaries } from "./summaries.ts";

export const summaryFile = (folder: string): string => path.join(folder, "summary.db");

/**
 * undefined: they were damaged or never became complete, and are removed, for all in them can be made again.
 *
 * @param recorded whether there are values; without a file of its own they are of a backup, which has the values alone
 */
export async function completeSummaries(folder: string, recorded: boolean): Promise<Summaries | undefined> {
  if (recorded && !existsSync(summaryFile(folder))) return undefined;
  let found: Summaries | undefined;
  try {
    found = new Summaries(summaryFile(folder));
    if (found.complete) return found;
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
  found?.close();
  await removeSummaries(folder);
  return undefined;
}

export async function removeSummaries(folder: string): Promise<void> {
  for (const end of ["", "-wal", "-shm"]) await rm(`${summaryFile(folder)}${end}`, { force: true });
}
