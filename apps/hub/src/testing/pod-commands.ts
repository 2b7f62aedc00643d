/** `hubwart pod run` as a process of its own, for tests. */
import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { afterEach } from "vitest";

export interface PodCommand {
  child: ChildProcess;
  /** What it wrote to standard error so far. */
  errors: () => string;
  exit: Promise<number | null>;
}

/** What is still running after a test is killed, before the hooks that were made earlier. @param build of `useHubBuild` */
export function usePodCommands(build: { folder: string }) {
  let started: ChildProcess[] = [];
  afterEach(() => {
    for (const child of started) child.kill("SIGKILL");
    started = [];
  });
  return (pod: string, dataDir: string, args: readonly string[]): PodCommand => {
    const command = [path.join(build.folder, "cli.mjs"), "pod", "run", pod, ...args];
    const child = spawn(process.execPath, command, {
      env: { PATH: process.env["PATH"], HUBWART_DATA_DIR: dataDir },
      stdio: ["ignore", "ignore", "pipe"],
    });
    started.push(child);
    let errors = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      errors += text;
    });
    return { child, errors: () => errors, exit: new Promise((resolve) => child.once("exit", resolve)) };
  };
}
