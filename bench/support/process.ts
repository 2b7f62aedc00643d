/** What one process uses. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { pss } from "@hubwart/testing";

/**
 * USER_HZ of Linux on every architecture we run on (proc(5)). The kernel scales these figures to the run time the
 * scheduler has counted in ns, so that short bursts are in them; they are rounded to a tick, no more.
 */
const TICKS_PER_SECOND = 100;

/** User and system time of a process in s, all threads, ended ones too; on request also of its children that have ended. */
export async function cpuSeconds(pid: number, children = false): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  // The name in parentheses may hold anything; the fields after the last one are fixed.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = fields.slice(11, children ? 15 : 13);
  return ticks.reduce((sum, field) => sum + Number(field), 0) / TICKS_PER_SECOND;
}

export const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** PSS in bytes of a Node process that does nothing, with the flags that pods have. */
export async function bareNode(): Promise<number> {
  const flags = ["--max-semi-space-size=1", "--heap-growing-percent=30"];
  const code = "setInterval(() => {}, 1e9); process.send('ready')";
  const child = spawn(process.execPath, [...flags, "-e", code], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  await once(child, "message");
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const used = await pss(child.pid ?? 0);
  const ended = once(child, "exit");
  child.kill();
  await ended;
  return used;
}

/** `4.2 / 11.0 ms`: median and 99 %. */
export function spread(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => {
    const time = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
    return time.toFixed(time < 1 ? 2 : 1);
  };
  return `${at(0.5)} / ${at(0.99)} ms`;
}
