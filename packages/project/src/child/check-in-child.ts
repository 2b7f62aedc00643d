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
import { fork } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { readFileIfThere } from "@hubwart/core";
import type { ProjectDiff } from "../diff.ts";
import type { ProjectError } from "../project-error.ts";
import { Report } from "../report.ts";
import {
  type ChildResult,
  type ChildTask,
  COMPILED_FILE,
  CONSTANTS_FILE,
  type ProjectSummary,
  RESULT_FILE,
} from "./protocol.ts";

export interface CheckRequest {
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
  /** ms; default 60 000. */
  timeLimit?: number;
  /** MiB of resident memory; default 768. */
  memoryLimit?: number;
  /** Kills the child; the promise then rejects with the signal's reason. */
  signal?: AbortSignal;
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
  /** Facts for the list of versions; absent if invalid. */
  summary?: ProjectSummary;
  /** Against `previous`; absent if invalid or without `previous`. */
  changes?: { diff: ProjectDiff; linkOnly: boolean };
}

const TIME_LIMIT = 60_000;
const MEMORY_LIMIT = 768;
/** Resident memory is looked at this often, ms. Growth in between is bounded by the heap limit. */
const WATCH_EVERY = 100;
/** What V8 says before it gives up. */
const OUT_OF_MEMORY = /heap out of memory|heap limit|allocation failed/i;

export async function checkInChild(request: CheckRequest): Promise<CheckResult> {
  request.signal?.throwIfAborted();
  const failure = await runChild(request);
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
  };
}

/** Runs the child to its end. Undefined when it ended well, otherwise the German reason. */
function runChild(request: CheckRequest): Promise<string | undefined> {
  const timeLimit = request.timeLimit ?? TIME_LIMIT;
  const memoryLimit = request.memoryLimit ?? MEMORY_LIMIT;
  const tooMuchMemory = `sie brauchte mehr als ${memoryLimit} MiB Speicher`;
  const child = fork(request.entry, [], {
    execArgv: [`--max-old-space-size=${Math.floor(memoryLimit * 0.75)}`],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    env: { PATH: process.env["PATH"] ?? "" },
  });
  let reason: string | undefined;
  /** Why the runtime gave up, if it did. */
  let complaint = "";
  const kill = (why: string) => {
    reason ??= why;
    child.kill("SIGKILL");
  };
  const seconds = Math.round(timeLimit / 1000);
  const timer = setTimeout(() => kill(`sie dauerte länger als ${seconds} s`), timeLimit);
  const watch = setInterval(() => {
    void residentMiB(child.pid).then((used) => {
      if (used > memoryLimit) kill(tooMuchMemory);
    });
  }, WATCH_EVERY);
  const abort = () => kill("sie wurde beendet");
  request.signal?.addEventListener("abort", abort, { once: true });

  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    complaint = (complaint + text).slice(-4_000);
  });
  const task: ChildTask = {
    file: request.file,
    originalName: request.originalName,
    folder: request.folder,
    ...(request.previous === undefined ? {} : { previous: request.previous }),
    ...(request.edits === undefined ? {} : { edits: request.edits }),
  };
  child.send(task, (error) => {
    if (error) kill("der Prüfprozess nahm die Aufgabe nicht an");
  });
  const ended = new Promise<string | undefined>((resolve) => {
    child.once("error", () => resolve("der Prüfprozess ließ sich nicht starten"));
    child.once("close", (code) => {
      if (code === 0) resolve(undefined);
      else if (reason === undefined && OUT_OF_MEMORY.test(complaint)) resolve(tooMuchMemory);
      else resolve(reason ?? "der Prüfprozess ist abgestürzt");
    });
  });
  return ended.finally(() => {
    clearTimeout(timer);
    clearInterval(watch);
    request.signal?.removeEventListener("abort", abort);
  });
}

/** Resident memory of a process in MiB (proc(5), VmRSS); 0 where the system does not tell. */
async function residentMiB(pid: number | undefined): Promise<number> {
  if (pid === undefined) return 0;
  const status = await readFileIfThere(`/proc/${pid}/status`).catch(() => undefined);
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status ?? "")?.[1] ?? 0) / 1024;
}
