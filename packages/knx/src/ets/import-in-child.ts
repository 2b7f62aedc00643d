/**
 * `importEts` in a process of its own: a file from outside costs at most that process.
 *
 *     const { workbook, channels, notes } = await importEtsInChild({ entry, file, folder, password });
 *
 * The caller owns `folder` and removes it; the workbook lies in it.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { type ChildRun, runChild } from "@hubwart/project/run-child";
import { texts } from "../texts.ts";
import { EtsError, type EtsNote, EtsPasswordError } from "./model.ts";

export { EtsError, EtsPasswordError } from "./model.ts";

export const RESULT_FILE = "ets.json";
export const WORKBOOK_FILE = "ets.xlsx";

export interface EtsTask {
  file: string;
  folder: string;
  password?: string;
}

/** What the child writes into `RESULT_FILE`. */
export type EtsResult =
  | { channels: number; notes: EtsNote[]; noted: number }
  | { problem: string; password?: "missing" | "wrong" };

export interface EtsRequest extends EtsTask, Omit<ChildRun, "task"> {}

export interface EtsImported {
  /** Absolute path. */
  workbook: string;
  channels: number;
  /** The first of what was not taken over as it stands. */
  notes: EtsNote[];
  /** How many there are in all. */
  noted: number;
}

/** @throws EtsError */
export async function importEtsInChild({ file, folder, password, ...run }: EtsRequest): Promise<EtsImported> {
  const task: EtsTask = { file, folder, ...(password === undefined ? {} : { password }) };
  const failure = await runChild({ ...run, task });
  run.signal?.throwIfAborted();
  if (failure !== undefined) throw new EtsError(texts.unreadable(failure));
  const result = JSON.parse(await readFile(path.join(folder, RESULT_FILE), "utf8")) as EtsResult;
  if ("problem" in result) {
    if (result.password !== undefined) throw new EtsPasswordError(result.password === "wrong");
    throw new EtsError(result.problem);
  }
  return { workbook: path.join(folder, WORKBOOK_FILE), ...result };
}
