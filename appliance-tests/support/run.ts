/** Programs of the test machine: run to their end, or kept running below this process. */
import { spawn } from "node:child_process";
import { type PeerProcess, startProcess } from "@hubwart/testing";

export interface Finished {
  code: number;
  stdout: string;
  stderr: string;
}
export interface RunOptions {
  /** Written to its standard input. */
  input?: string;
  /** ms; then it is killed, which shows as code -1. Default 60 s. */
  timeout?: number;
  cwd?: string;
  /** Instead of this process's own. */
  env?: Record<string, string>;
}

export function run(file: string, args: readonly string[], options: RunOptions = {}): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, [...args], {
      stdio: ["pipe", "pipe", "pipe"],
      env: options.env ?? { ...process.env, LC_ALL: "C.UTF-8" },
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    });
    const timer = setTimeout(() => child.kill("SIGKILL"), options.timeout ?? 60_000);
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    // It may end without reading what it is given.
    child.stdin.on("error", () => undefined);
    child.stdin.end(options.input ?? "");
    child.once("error", reject);
    child.once("close", (code) => {
      clearTimeout(timer);
      resolve({ code: code ?? -1, stdout, stderr });
    });
  });
}

/** As `run`, for what must succeed. @returns its standard output, trimmed */
export async function must(file: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
  const { code, stdout, stderr } = await run(file, args, options);
  if (code !== 0) throw new Error(`${file} ${args.join(" ")} ended with ${code}\n${stdout}${stderr}`);
  return stdout.trim();
}

/** Starts a program that the kernel ends when its parent ends. */
export const KEPT = ["/usr/bin/setpriv", "--pdeathsig", "KILL", "--"] as const;

/** A process that the kernel ends when this one ends, however that comes about. */
export function keep(
  args: readonly string[],
  options: Parameters<typeof startProcess>[2] = {},
): Promise<PeerProcess> {
  const [program, ...rest] = KEPT;
  return startProcess(program, [...rest, ...args], options);
}
