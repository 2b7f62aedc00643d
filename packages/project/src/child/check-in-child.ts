/**
 * Compiles an uploaded file in a process of its own, which is killed when it exceeds its time or
 * memory. A hostile file costs at most that process.
 *
 *     const result = await checkInChild({ entry, file, originalName, folder });
 *     if (result.compiledFile) await rename(result.compiledFile, …);
 *
 * Files are handed over by path in both directions; the caller owns `folder` (one for each check) and
 * removes what it does not use. The child is ended before the promise settles, whatever happens.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { UnavailableError } from "@hubwart/core";
import type { ProjectDiff } from "../diff.ts";
import type { ProjectError } from "../project-error.ts";
import { Report } from "../report.ts";
import { texts } from "../texts.ts";
import {
  type AstraySecret,
  type ChildResult,
  type ChildTask,
  COMPILED_FILE,
  CONSTANTS_FILE,
  type ComparedResult,
  type OwnSecrets,
  PLACES_FILE,
  type ProjectSummary,
  RESULT_FILE,
} from "./protocol.ts";
import { runChild } from "./run-child.ts";

export interface ChildLimits {
  /** ms; default 60 000. */
  timeLimit?: number;
  /** MiB of resident memory; default 768. */
  memoryLimit?: number;
  /** Kills the child; the promise then rejects with the signal's reason. */
  signal?: AbortSignal;
}

export interface CheckRequest extends ChildLimits {
  /** Absolute path of the child's script (dist/server/check-child.mjs). */
  entry: string;
  /** Absolute path of the upload. */
  file: string;
  /** Name the person gave the file; shown in `Ref`, decides the format together with the content. */
  originalName: string;
  /** Existing private folder for the result, e.g. a new one below `layout.staging`. */
  folder: string;
  /** Absolute path of the compiled JSON to compare with; without it there is no `changes`. */
  previous?: string;
  /**
   * Absolute path of values for constants (`writeEdits`); `file` is then a compiled project, which is compiled anew with
   * exactly these. Without it, an upload takes over what stands in `previous`.
   */
  edits?: string;
  /** Absolute path of what people changed of schedules (`layout.scheduleEdits`), which there need not be. */
  editedSchedules?: string;
  /** All that the caller may know of secrets; `astray` is told then. */
  ownSecrets?: OwnSecrets;
}

export interface CheckResult {
  /** Hex SHA-256 of the compiled project; empty if invalid. */
  hash: string;
  errors: ProjectError[];
  /** The child was killed for time or memory, or died; `errors` then has the one entry that says so. */
  tooHeavy: boolean;
  /** Canonical compiled JSON inside `folder` (0600, synced); absent if invalid. */
  compiledFile?: string;
  /** Its constants as a JSON list (0600, synced); absent if invalid. */
  constantsFile?: string;
  /** Where its parts stand in the upload (`readPlaces`); absent if invalid. There unless `edits` were compiled. */
  placesFile?: string;
  /** Facts for the list of versions; absent if invalid. */
  summary?: ProjectSummary;
  /** Against `previous`; absent if invalid or without `previous`. */
  changes?: { diff: ProjectDiff; linkOnly: boolean };
  /** Secrets that would go elsewhere than in `previous`; absent if invalid or not asked for. */
  astray?: AstraySecret[];
}

export async function checkInChild(request: CheckRequest): Promise<CheckResult> {
  request.signal?.throwIfAborted();
  const task: ChildTask = {
    file: request.file,
    originalName: request.originalName,
    folder: request.folder,
    ...(request.previous === undefined ? {} : { previous: request.previous }),
    ...(request.edits === undefined ? {} : { edits: request.edits }),
    ...(request.editedSchedules === undefined ? {} : { editedSchedules: request.editedSchedules }),
    ...(request.ownSecrets === undefined ? {} : { ownSecrets: request.ownSecrets }),
  };
  const failure = await runChild({ ...request, task });
  request.signal?.throwIfAborted();
  if (failure !== undefined) {
    const report = new Report();
    report.add("tooHeavy", { file: request.originalName }, { what: failure });
    return { hash: "", errors: report.entries(), tooHeavy: true };
  }
  const text = await readFile(path.join(request.folder, RESULT_FILE), "utf8");
  const result = JSON.parse(text) as ChildResult;
  if (result.hash === "") return { ...result, tooHeavy: false };
  return {
    ...result,
    tooHeavy: false,
    compiledFile: path.join(request.folder, COMPILED_FILE),
    constantsFile: path.join(request.folder, CONSTANTS_FILE),
    ...(request.edits === undefined ? { placesFile: path.join(request.folder, PLACES_FILE) } : {}),
  };
}

export interface CompareRequest extends ChildLimits {
  entry: string;
  /** Absolute paths of compiled projects. */
  before: string;
  after: string;
  /** Existing private folder for the result. */
  folder: string;
}

/** How two compiled projects differ. Rejects with a German sentence where the comparison does not come to its end. */
export async function compareInChild(request: CompareRequest): Promise<ProjectDiff> {
  request.signal?.throwIfAborted();
  const { before, after, folder } = request;
  const task = { file: after, originalName: "", folder, previous: before, compare: true as const };
  const failure = await runChild({ ...request, task });
  request.signal?.throwIfAborted();
  if (failure !== undefined) throw new UnavailableError(texts.compareFailed(failure));
  return JSON.parse(await readFile(path.join(folder, RESULT_FILE), "utf8")) as ComparedResult;
}
