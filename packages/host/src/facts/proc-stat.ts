/** Readers of /proc/stat and /proc/meminfo (proc(5)); pure. */
import type { Capacity } from "../host.ts";

/** Jiffies since boot over all cores. */
export interface CpuTimes {
  busy: number;
  all: number;
}

export function parseCpu(text: string): CpuTimes {
  const line = text.split("\n").find((l) => l.startsWith("cpu ")) ?? "";
  const [user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, steal = 0] = line
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number);
  const busy = user + nice + system + irq + softirq + steal;
  return { busy, all: busy + idle + iowait };
}

/** Percent of all cores between two readings, 0 to 100. */
export function cpuBetween(before: CpuTimes, after: CpuTimes): number {
  const all = after.all - before.all;
  if (all <= 0) return 0;
  return Math.min(100, Math.max(0, ((after.busy - before.busy) / all) * 100));
}

/** Unix seconds of the last boot; undefined if the text has none. */
export function parseBootTime(text: string): number | undefined {
  const seconds = Number(/^btime (\d+)$/m.exec(text)?.[1]);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}

/** Memory in bytes. Free is what programs can still have, caches included (MemAvailable). */
export function parseMemory(text: string): Capacity | undefined {
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(text)?.[1]) * 1024;
  const total = read("MemTotal");
  const available = read("MemAvailable");
  const free = Number.isFinite(available) ? available : read("MemFree");
  if (!Number.isFinite(total) || !Number.isFinite(free)) return undefined;
  return { total, free, used: total - free };
}
