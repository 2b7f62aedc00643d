/** What this process costs: memory and processor. */
import { readFile } from "node:fs/promises";

/**
 * Proportional set size in bytes (proc_pid_smaps_rollup(5)); the resident size where the system does not
 * tell it.
 */
export async function ownMemory(): Promise<number> {
  try {
    const text = await readFile("/proc/self/smaps_rollup", "utf8");
    const kibibytes = /^Pss:\s+(\d+) kB$/m.exec(text)?.[1];
    if (kibibytes !== undefined) return Number(kibibytes) * 1024;
  } catch {
    // Not Linux, or a kernel without it.
  }
  return process.memoryUsage.rss();
}

/** Share of one core since the last call, percent. */
export class ProcessorMeter {
  #usage = process.cpuUsage();
  #at = performance.now();

  read(): number {
    const since = process.cpuUsage(this.#usage);
    const now = performance.now();
    const percent = (since.user + since.system) / 10 / Math.max(1, now - this.#at);
    this.#usage = process.cpuUsage();
    this.#at = now;
    return Math.round(percent * 10) / 10;
  }
}
