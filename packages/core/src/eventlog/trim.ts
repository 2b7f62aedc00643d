/**
 * Gives up log for room: the oldest segments of all writers, one after the other, but never the newest of any,
 * which its writer holds open.
 */
import { rm } from "node:fs/promises";
import { listSegments, writerFolders } from "./segments.ts";

/** `needed` is asked before each. @returns how many were removed */
export async function trimLogs(logs: string, needed: () => Promise<boolean>): Promise<number> {
  const spare = [];
  for (const folder of await writerFolders(logs)) spare.push(...(await listSegments(folder)).slice(0, -1));
  spare.sort((a, b) => a.start - b.start);
  let removed = 0;
  for (const { file } of spare) {
    if (!(await needed())) break;
    await rm(file, { force: true });
    removed += 1;
  }
  return removed;
}
