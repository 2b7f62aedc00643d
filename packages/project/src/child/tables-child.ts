/** The child's side of `tablesInChild` and `writeInChild`. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { writeFileAtomic } from "@hubwart/core";
import { loadLua } from "../compile.ts";
import type { CompiledProject } from "../compiled.ts";
import { arrange } from "../entry/arrange.ts";
import { tablesBehind } from "../entry/kept-source.ts";
import type { TablesInput } from "../entry/raw-of.ts";
import { sheetsOf } from "../entry/sheets.ts";
import type { PodSchema } from "../pod-schema.ts";
import { readProject } from "../read/read-project.ts";
import { writeProject } from "../write/project-archive.ts";
import { PROJECT_FILE, TABLES_FILE, type TablesTask, type WriteTask } from "./protocol.ts";
import type { TablesResult } from "./tables-in-child.ts";

export async function readTables(task: TablesTask, schemas: readonly PodSchema[]): Promise<void> {
  const { errors, rebuilt, scripts = {}, tables } = await tablesRead(task, schemas);
  // What a lone dot in a number means is known of the file only.
  const plain = tables.map((table) => (table.pointIsDecimal ? arrange(table, schemas) : table));
  const result: TablesResult = { sheets: sheetsOf(plain, schemas), scripts, rebuilt, errors };
  await writeFileAtomic(path.join(task.folder, TABLES_FILE), JSON.stringify(result));
}

async function tablesRead({ file, originalName, tablesOf }: TablesTask, schemas: readonly PodSchema[]) {
  const read = async (place: string, name: string) =>
    await readProject([{ name, bytes: await readFile(place) }], schemas);
  if (!tablesOf.compiled) return { ...(await read(file, originalName)), rebuilt: false };
  const compiled = JSON.parse(await readFile(file, "utf8")) as CompiledProject;
  const { source } = tablesOf;
  const kept = source && (await read(source.file, source.name));
  return { ...(await tablesBehind(compiled, kept, { schemas, loadLua })), errors: [] };
}

export async function writeTables({ file, folder }: WriteTask, schemas: readonly PodSchema[]): Promise<void> {
  const tables = JSON.parse(await readFile(file, "utf8")) as TablesInput;
  await writeFileAtomic(path.join(folder, PROJECT_FILE), await writeProject(tables, schemas, false));
}
