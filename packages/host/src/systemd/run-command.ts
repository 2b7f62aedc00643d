/**
 * Runs one of the system's own programs: a fixed set, by its full path, with an argument array and an environment of
 * its own. Never a shell. What takes too long or writes too much is killed.
 *
 *     const run = commandRunner("/usr/bin", scope.signal);
 *     const { code, stdout } = await run("ip", ["-j", "addr", "show"]);
 */
import { spawn } from "node:child_process";
import path from "node:path";
import { UnavailableError } from "@hubwart/core";
import { texts } from "../texts.ts";

export type Program = "systemctl" | "networkctl" | "ip" | "ping" | "hostname";
export interface Finished {
  /** Exit status; -1 when killed. */
  code: number;
  stdout: string;
  stderr: string;
}
export type Run = (program: Program, args: readonly string[]) => Promise<Finished>;

const LONGEST_MS = 20_000;
/** For the rest of the output once a program has ended, and for its end once it was killed. */
const GRACE_MS = 1_000;
const MOST_OUTPUT = 1024 * 1024;
/** Programs at once; more wait. */
const AT_ONCE = 4;
/** The old init scripts' links are of no interest to a system that has the units. */
const ENVIRONMENT = { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", LC_ALL: "C", SYSTEMCTL_SKIP_SYSV: "1" };

/** @param longest ms that a program may take */
export function commandRunner(folder: string, signal: AbortSignal, longest = LONGEST_MS): Run {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (program, args) => {
    if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await runOnce(path.join(folder, program), args, { signal, longest });
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

function runOnce(
  file: string,
  args: readonly string[],
  { longest, signal }: { longest: number; signal: AbortSignal },
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      stdio: ["ignore", "pipe", "pipe"],
      env: ENVIRONMENT,
      cwd: "/",
      timeout: longest,
      killSignal: "SIGKILL",
      signal,
    });
    const output = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const) {
      child[name].setEncoding("utf8").on("data", (text: string) => {
        output[name] += text;
        if (output[name].length > MOST_OUTPUT) child.kill("SIGKILL");
      });
    }
    const finish = () => {
      clearTimeout(late);
      for (const name of ["stdout", "stderr"] as const) child[name].destroy();
      resolve({ code: child.exitCode ?? -1, ...output });
    };
    // What it started may hold its output open for ever, and one in the midst of a system call does not even die.
    let late = setTimeout(finish, longest + GRACE_MS);
    child.once("exit", () => {
      clearTimeout(late);
      late = setTimeout(finish, GRACE_MS);
    });
    child.once("error", (error) => {
      clearTimeout(late);
      reject(
        new UnavailableError(texts.notExecutable(path.basename(file)), {
          cause: error,
        }),
      );
    });
    child.once("close", finish);
  });
}
