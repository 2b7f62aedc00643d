/**
 * ICMP echo by the system's `ping`, because only it has the right to raw sockets. One short-lived
 * process a measurement; `runPing` resolves only when that process has ended.
 */
import { spawn } from "node:child_process";
import type { Clock } from "@hubwart/core";
import type { Measurement, Target } from "./measurement.ts";
import { isForbidden, parsePing } from "./parse.ts";
import { texts } from "./texts.ts";

/** `ping` is not there or may not do its work. The message is German. */
export class PingUnavailable extends Error {
  override readonly name = "PingUnavailable";
}

/** Least interval that ping grants everybody, s. */
const STEP = 0.2;
/** Name look-ups and a busy machine take time beside the answers, ms. */
const GRACE_MS = 5000;
const MOST_OUTPUT = 16_384;

export async function runPing(
  target: Pick<Target, "host" | "timeout" | "count">,
  clock: Clock,
  signal: AbortSignal,
): Promise<Measurement> {
  const { host, timeout, count } = target;
  const args = ["-n", "-q", "-c", `${count}`, "-i", `${STEP}`, "-W", `${timeout / 1000}`, "--", host];
  const limit = timeout + (count - 1) * STEP * 1000 + GRACE_MS;
  const { stdout, stderr, late } = await output(args, limit, clock, signal);
  const found = parsePing(stdout, stderr, count);
  if (found) return found;
  if (isForbidden(stderr)) throw new PingUnavailable(texts.icmpForbidden);
  const problem = late ? texts.pingUnfinished : texts.pingSays(stderr.trim().split("\n")[0] ?? "");
  return { sent: count, received: 0, problem };
}

/** Whether ping works here at all; throws PingUnavailable if not. */
export async function checkPing(clock: Clock, signal: AbortSignal): Promise<void> {
  await runPing({ host: "127.0.0.1", timeout: 1000, count: 1 }, clock, signal);
}

function output(
  args: readonly string[],
  limit: number,
  clock: Clock,
  signal: AbortSignal,
): Promise<{ stdout: string; stderr: string; late: boolean }> {
  return new Promise((resolve, reject) => {
    const env = { PATH: process.env["PATH"] ?? "/usr/bin:/bin", LC_ALL: "C" };
    const child = spawn("ping", [...args], { env, stdio: ["ignore", "pipe", "pipe"] });
    let stdout = "";
    let stderr = "";
    let late = false;
    const kill = () => child.kill("SIGKILL");
    const cancel = clock.after(limit, () => {
      late = true;
      kill();
    });
    const settle = () => {
      cancel();
      signal.removeEventListener("abort", kill);
    };
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout = (stdout + text).slice(-MOST_OUTPUT);
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr = (stderr + text).slice(-MOST_OUTPUT);
    });
    child.once("error", (error: NodeJS.ErrnoException) => {
      settle();
      reject(spawnError(error));
    });
    child.once("close", () => {
      settle();
      resolve({ stdout, stderr, late });
    });
    signal.addEventListener("abort", kill, { once: true });
    if (signal.aborted) kill();
  });
}

function spawnError(error: NodeJS.ErrnoException): Error {
  if (error.code === "ENOENT") return new PingUnavailable(texts.pingMissing);
  if (error.code === "EPERM" || error.code === "EACCES") {
    return new PingUnavailable(texts.pingForbidden);
  }
  return error;
}
