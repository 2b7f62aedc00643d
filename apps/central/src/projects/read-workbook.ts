/** Tables of an uploaded workbook, read in a process of its own: a hostile file costs at most that process. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { tablesInChild } from "@hubwart/project";
import type { ReadWorkbook } from "./projects.ts";

/**
 * @param childrenDir folder of the built `check-child.mjs`
 * @param work folder for files while they are read; in a container the data folder is all that can be written. What a kill left there goes first.
 */
export async function workbookReader(
  childrenDir: string,
  work: string,
): Promise<(bytes: Buffer, filename: string) => Promise<ReadWorkbook>> {
  await rm(work, { recursive: true, force: true });
  return async (bytes, filename) => {
    await mkdir(work, { recursive: true, mode: 0o700 });
    const folder = await mkdtemp(path.join(work, "workbook-"));
    try {
      const file = path.join(folder, "upload");
      await writeFile(file, bytes, { mode: 0o600 });
      const entry = path.join(childrenDir, "check-child.mjs");
      return await tablesInChild({ entry, file, originalName: filename, folder });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}
