/** Tables of an uploaded workbook, read in a process of its own: a hostile file costs at most that process. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { tablesInChild } from "@hubwart/project";
import type { ReadWorkbook } from "./projects.ts";

/** @param childrenDir folder of the built `check-child.mjs` */
export const workbookReader =
  (childrenDir: string) =>
  async (bytes: Buffer, filename: string): Promise<ReadWorkbook> => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "hubwart-central-"));
    try {
      const file = path.join(folder, "upload");
      await writeFile(file, bytes, { mode: 0o600 });
      const entry = path.join(childrenDir, "check-child.mjs");
      return await tablesInChild({ entry, file, originalName: filename, folder });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
