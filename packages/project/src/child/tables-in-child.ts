/**
 * Tables of a file from outside, and files of tables, in a process of its own: a hostile or very large one costs at most that process.
 *
 *     const { sheets, scripts, errors } = await tablesInChild({ entry, file, originalName, folder });
 *     const { file, ending } = await writeInChild({ entry, tables, folder });
 *
 * The caller owns `folder` (one for each call) and removes it.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { UnavailableError, writeFileAtomic } from "@hubwart/core";
import type { TablesInput } from "../entry/raw-of.ts";
import type { Sheet } from "../entry/sheets.ts";
import type { ProjectError } from "../project-error.ts";
import { texts } from "../texts.ts";
import { endingOfProject } from "../write/project-ending.ts";
import type { ChildLimits } from "./check-in-child.ts";
import { PROJECT_FILE, TABLES_FILE, type TablesTask } from "./protocol.ts";
import { runChild } from "./run-child.ts";

export interface TablesResult {
  sheets: Sheet[];
  /** Lua sources by file name. */
  scripts: Record<string, string>;
  /** Made of the compiled project: comments and notes of the upload are not in them. */
  rebuilt: boolean;
  /** What kept files from being read. */
  errors: ProjectError[];
}

interface TablesRequest extends ChildLimits, Omit<TablesTask, "tablesOf"> {
  entry: string;
  /** `file` is a compiled project; `source` the upload that it came from, where it was kept. */
  compiled?: { source?: { file: string; name: string } };
}

/** @throws UnavailableError where the file took too much time or memory */
export async function tablesInChild({ compiled, ...request }: TablesRequest): Promise<TablesResult> {
  const { file, folder, originalName } = request;
  const tablesOf = compiled ? { compiled: true as const, ...compiled } : {};
  await run(request, { tablesOf, file, originalName, folder }, texts.notReadable);
  return JSON.parse(await readFile(path.join(folder, TABLES_FILE), "utf8")) as TablesResult;
}

interface WriteRequest extends ChildLimits {
  entry: string;
  tables: TablesInput;
  folder: string;
}

/** @throws UnavailableError where it took too much time or memory */
export async function writeInChild({ tables, ...request }: WriteRequest) {
  const { folder } = request;
  const file = path.join(folder, TABLES_FILE);
  await writeFileAtomic(file, JSON.stringify(tables));
  await run(request, { write: true, file, folder }, texts.notWritable);
  return { file: path.join(folder, PROJECT_FILE), ending: endingOfProject(tables) };
}

async function run(request: ChildLimits & { entry: string }, task: object, failed: string): Promise<void> {
  request.signal?.throwIfAborted();
  const failure = await runChild({ ...request, task });
  request.signal?.throwIfAborted();
  if (failure !== undefined) throw new UnavailableError(`${failed}: ${failure}.`);
}
