/**
 * The database and the projects of a backup, looked at in a process of its own that is ended when it takes too long or too much
 * memory: anybody may have written them.
 *
 *     const { password } = await inspect(entry, { database, projects }, signal);
 */
import { fork } from "node:child_process";
import { texts } from "../texts.ts";
import type { Change } from "./changes/compare.ts";
import { refused } from "./manifest.ts";

export interface InspectTask {
  /** `fresh` is written; `settings` are those that this release knows. */
  database: { theirs: string; fresh: string; settings: readonly string[] } | undefined;
  /** Compiled projects; `name` as in the archive. */
  projects: readonly { file: string; name: string }[];
  /** What else has a format. */
  files: readonly { file: string; name: string }[];
}
export type InspectAnswer = { password: boolean } | Refused;
type Refused = { refused: string; cause?: string };

/** What would change: asked of the same process. */
export interface TellTask {
  database?: NonNullable<InspectTask["database"]>;
  /** The unpacked backup, a folder for each part; this device's data folder. */
  theirs: string;
  ours: string;
  parts: readonly string[];
}
export interface TellAnswer {
  /** Of the database: settings as JSON, and a mark of its password. */
  settings?: [name: string, json: string][];
  credential?: string;
  changes: Change[];
  unread: { part: string; reason: string }[];
}
export type Task = { inspect: InspectTask } | { tell: TellTask };

const WITHIN = 120_000;
/** More for each file with a format: recorded values of years have a thousand. */
const WITHIN_FILE = 1_000;

/** @param entry absolute path of the built `inspect-child`  @throws ResultError 1702 */
export function inspect(
  entry: string,
  task: InspectTask,
  signal: AbortSignal,
  within = WITHIN + WITHIN_FILE * task.files.length,
): Promise<{ password: boolean }> {
  return ask<{ password: boolean }>(entry, { inspect: task }, signal, within);
}

/** @throws ResultError 1702 */
export function tell(entry: string, task: TellTask, signal: AbortSignal): Promise<TellAnswer> {
  return ask<TellAnswer>(entry, { tell: task }, signal, WITHIN);
}

async function ask<A extends object>(
  entry: string,
  task: Task,
  signal: AbortSignal,
  within: number,
): Promise<A> {
  signal.throwIfAborted();
  const child = fork(entry, [], {
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    env: {},
    execArgv: ["--max-old-space-size=512"],
  });
  const end = () => child.kill("SIGKILL");
  const timer = setTimeout(end, within);
  signal.addEventListener("abort", end, { once: true });
  try {
    const answer = await new Promise<A | Refused>((resolve, reject) => {
      child.once("message", (said: A | Refused) => resolve(said));
      child.once("error", reject);
      child.once("exit", () => resolve({ refused: texts.tooHeavy }));
      child.send(task, (error) => error && resolve({ refused: texts.tooHeavy }));
    });
    signal.throwIfAborted();
    if ("refused" in answer) throw refused(answer.refused, answer.cause);
    return answer;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
    end();
  }
}
