/** What one process uses. */
import { readFile } from "node:fs/promises";

/** USER_HZ of Linux (proc(5)). */
const TICKS_PER_SECOND = 100;

/** User and system time in s. */
export async function cpuSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

export const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** `4.2 / 11.0 ms`: median and 99 %. */
export function spread(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(1);
  return `${at(0.5)} / ${at(0.99)} ms`;
}
