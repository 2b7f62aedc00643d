/**
 * A process for one task on a file from outside, which is killed when it exceeds its time or memory. A hostile file costs at most
 * that process. The task goes over the fork channel: nothing of it is on the command line.
 */
import { fork } from "node:child_process";
import { readFileIfThere } from "@hubwart/core";
import { texts } from "../texts.ts";

export interface ChildRun {
  /** Absolute path of the child's script. */
  entry: string;
  /** Sent as the child's first and only message. */
  task: object;
  /** ms; default 60 000. */
  timeLimit?: number;
  /** MiB of resident memory; default 768. */
  memoryLimit?: number;
  /** Kills the child. */
  signal?: AbortSignal;
  /** Each message of the child. */
  onMessage?: (message: unknown) => void;
}

const TIME_LIMIT = 60_000;
const MEMORY_LIMIT = 768;
/** Resident memory is looked at this often, ms. Growth in between is bounded by the heap limit. */
const WATCH_EVERY = 100;
/** What V8 says before it gives up. */
const OUT_OF_MEMORY = /heap out of memory|heap limit|allocation failed/i;

/** Runs the child to its end. Undefined when it ended well, otherwise the German reason, for a sentence about the file or its check. */
export function runChild(request: ChildRun): Promise<string | undefined> {
  const timeLimit = request.timeLimit ?? TIME_LIMIT;
  const memoryLimit = request.memoryLimit ?? MEMORY_LIMIT;
  const tooMuchMemory = texts.tooMuchMemory(memoryLimit);
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
  const timer = setTimeout(() => kill(texts.tookTooLong(seconds)), timeLimit);
  const watch = setInterval(() => {
    void residentMiB(child.pid).then((used) => {
      if (used > memoryLimit) kill(tooMuchMemory);
    });
  }, WATCH_EVERY);
  const abort = () => kill(texts.ended);
  request.signal?.addEventListener("abort", abort, { once: true });
  if (request.signal?.aborted === true) abort();

  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    complaint = (complaint + text).slice(-4_000);
  });
  if (request.onMessage) child.on("message", request.onMessage);
  child.send(request.task, (error) => {
    if (error) kill(texts.taskRefused);
  });
  const ended = new Promise<string | undefined>((resolve) => {
    child.once("error", () => resolve(texts.notStarted));
    child.once("close", (code) => {
      if (code === 0) resolve(undefined);
      else if (reason === undefined && OUT_OF_MEMORY.test(complaint)) resolve(tooMuchMemory);
      else resolve(reason ?? texts.crashed);
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
