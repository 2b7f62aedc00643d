/**
 * The child's side of `checkInChild`. The process that is composed of this and the pod types' schemas
 * takes one task, writes its result and ends; it also ends when its parent is gone.
 *
 *     runCheckChild(podSchemas, secretsAstray);
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { onParentGone, writeFileAtomic } from "@hubwart/core";
import { canonicalJson } from "../canonical.ts";
import { compileProject } from "../compile.ts";
import type { CompileResult } from "../compile-result.ts";
import type { CompiledProject } from "../compiled.ts";
import { diffProjects, isLinkOnlyChange } from "../diff.ts";
import { editsOf, recompile } from "../edits.ts";
import type { PodSchema } from "../pod-schema.ts";
import { readEditedSchedules, readEdits } from "./files.ts";
import {
  type AnyTask,
  type AstraySecret,
  type ChildResult,
  type ChildTask,
  COMPILED_FILE,
  CONSTANTS_FILE,
  type ComparedResult,
  FILES_LISTED,
  type OwnSecrets,
  PLACES_FILE,
  RESULT_FILE,
} from "./protocol.ts";
import { readTables, writeTables } from "./tables-child.ts";

/** Secrets that would go elsewhere than so far; it takes what is known of each type of pod. */
export type FindAstray = (
  running: CompiledProject["pods"],
  next: CompiledProject["pods"],
  own: OwnSecrets,
  schemas: readonly PodSchema[],
) => AstraySecret[];

export function runCheckChild(schemas: readonly PodSchema[], findAstray: FindAstray): void {
  onParentGone(() => process.exit(1));
  process.once("message", (task: AnyTask) => {
    void run(task, schemas, findAstray).then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
        process.exit(1);
      },
    );
  });
}

async function run(task: AnyTask, schemas: readonly PodSchema[], findAstray: FindAstray): Promise<void> {
  if ("tablesOf" in task) await readTables(task, schemas);
  else if ("write" in task) await writeTables(task, schemas);
  else await check(task, schemas, findAstray);
}

async function check(task: ChildTask, schemas: readonly PodSchema[], findAstray: FindAstray): Promise<void> {
  const previous = task.previous === undefined ? undefined : await readCompiled(task.previous);
  if (task.compare) {
    const result: ComparedResult = diffProjects(previous, await readCompiled(task.file), schemas);
    return await writeFileAtomic(path.join(task.folder, RESULT_FILE), JSON.stringify(result));
  }
  const { compiled, hash, errors, files, places } = await compile(task, schemas, previous);
  const result: ChildResult = { hash, errors };
  if (compiled) {
    await writeFileAtomic(path.join(task.folder, COMPILED_FILE), canonicalJson(compiled));
    await writeFileAtomic(path.join(task.folder, CONSTANTS_FILE), JSON.stringify(compiled.constants));
    if (places) await writeFileAtomic(path.join(task.folder, PLACES_FILE), JSON.stringify(places));
    result.summary = {
      id: compiled.id,
      name: compiled.name,
      pods: compiled.pods.length,
      channels: compiled.pods.reduce((sum, pod) => sum + pod.channels.length, 0),
      files: files.slice(0, FILES_LISTED),
    };
    if (task.ownSecrets)
      result.astray = findAstray(previous?.pods ?? [], compiled.pods, task.ownSecrets, schemas);
    if (previous) {
      const linkOnly = isLinkOnlyChange(previous, compiled);
      result.changes = { diff: diffProjects(previous, compiled, schemas), linkOnly };
    }
  }
  await writeFileAtomic(path.join(task.folder, RESULT_FILE), JSON.stringify(result));
}

async function readCompiled(file: string): Promise<CompiledProject> {
  return JSON.parse(await readFile(file, "utf8")) as CompiledProject;
}

async function compile(
  task: ChildTask,
  schemas: readonly PodSchema[],
  previous: CompiledProject | undefined,
): Promise<CompileResult> {
  const bytes = await readFile(task.file);
  if (task.edits !== undefined) {
    const compiled = JSON.parse(bytes.toString("utf8")) as CompiledProject;
    return recompile(compiled, await readEdits(task.edits));
  }
  const files = [{ name: task.originalName, bytes }];
  const editedSchedules = await readEditedSchedules(task.editedSchedules);
  return await compileProject(
    { files },
    { schemas, editedSchedules, ...(previous ? { edits: editsOf(previous) } : {}) },
  );
}
