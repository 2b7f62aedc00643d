import { readdir, readFile } from "node:fs/promises";

/** One process as /proc shows it (proc(5)). */
export interface ProcessEntry {
  pid: number;
  parent: number;
  /** Arguments, joined by spaces. */
  command: string;
}

export async function processes(): Promise<ProcessEntry[]> {
  const found: ProcessEntry[] = [];
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = await readFile(`/proc/${name}/stat`, "utf8");
      const command = (await readFile(`/proc/${name}/cmdline`, "utf8")).replaceAll("\0", " ").trim();
      // The name in parentheses may hold anything; the fields after the last one are fixed.
      const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      if (state !== "Z") found.push({ pid: Number(name), parent: Number(parent), command });
    } catch {
      // It ended while it was read.
    }
  }
  return found;
}

/** All processes below `pid`, children first. */
export async function descendants(pid: number): Promise<number[]> {
  const all = await processes();
  const found: number[] = [];
  const queue = [pid];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    for (const entry of all) {
      if (entry.parent === next) {
        found.push(entry.pid);
        queue.push(entry.pid);
      }
    }
  }
  return found;
}

/** Proportional set size in bytes (proc_pid_smaps_rollup(5)). */
export const pss = (pid: number): Promise<number> => rollup(pid, "Pss");

/** Of it what is the process' own, in bytes: files mapped into several processes count less in each the more there are. */
export const ownMemory = (pid: number): Promise<number> => rollup(pid, "Pss_Anon");

async function rollup(pid: number, name: string): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, "utf8");
  const kib = new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(text)?.[1];
  if (kib === undefined) throw new Error(`no ${name} for process ${pid}`);
  return Number(kib) * 1024;
}
