/** The process that reads one file of the ETS. Started by `importEtsInChild`; it also ends when its parent is gone. */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { onParentGone } from "@hubwart/core";
import { type EtsResult, type EtsTask, RESULT_FILE, WORKBOOK_FILE } from "./import-in-child.ts";
import { importEts } from "./index.ts";
import { EtsError, EtsPasswordError } from "./model.ts";

/** More would only be scrolled past. */
const NOTES = 200;

async function run({ file, folder, password }: EtsTask): Promise<EtsResult> {
  try {
    const { workbook, channels, notes } = await importEts(await readFile(file), password);
    await writeFile(path.join(folder, WORKBOOK_FILE), workbook, { mode: 0o600 });
    return { channels, notes: notes.slice(0, NOTES), noted: notes.length };
  } catch (error) {
    if (error instanceof EtsPasswordError) {
      return { problem: error.message, password: error.given ? "wrong" : "missing" };
    }
    if (error instanceof EtsError) return { problem: error.message };
    throw error;
  }
}

onParentGone(() => process.exit(1));
process.once("message", (task: EtsTask) => {
  void run(task)
    .then((result) => writeFile(path.join(task.folder, RESULT_FILE), JSON.stringify(result), { mode: 0o600 }))
    .then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
        process.exit(1);
      },
    );
});
