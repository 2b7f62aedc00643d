/** Memory and processor share of processes, as the kernel tells them (proc(5)). Other systems: our own process only. */

import { readFile } from "node:fs/promises";
import type { Clock } from "@hubwart/core";

/** Jiffies per second; 100 on every Linux we run on. */
const HERTZ = 100;
const MIB = 1024 * 1024;

export interface Figures {
  /** MiB, shared parts counted by their share (PSS). */
  memory: number;
  /** Percent of one core since the last reading. */
  cpu: number;
}

export class ProcessFigures {
  readonly #clock: Clock;
  #last = new Map<number, { seconds: number; at: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The sum over the processes that are still there. */
  async of(pids: readonly number[]): Promise<Figures> {
    const at = this.#clock.monotonic();
    const last = this.#last;
    this.#last = new Map();
    const sum: Figures = { memory: 0, cpu: 0 };
    for (const pid of pids) {
      const [memory, seconds] = await Promise.all([memoryOf(pid), cpuSecondsOf(pid)]);
      sum.memory += memory / MIB;
      if (seconds === undefined) continue;
      const before = last.get(pid);
      if (before && at > before.at) sum.cpu += ((seconds - before.seconds) / ((at - before.at) / 1000)) * 100;
      this.#last.set(pid, { seconds, at });
    }
    return { memory: round(sum.memory), cpu: round(Math.max(0, sum.cpu)) };
  }
}

async function memoryOf(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
  const pss = /^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1];
  if (pss !== undefined) return Number(pss) * 1024;
  return pid === process.pid ? process.memoryUsage.rss() : 0;
}

async function cpuSecondsOf(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // The command's name in brackets may contain anything; fields are counted after it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = Number(fields[11]) + Number(fields[12]);
  if (Number.isFinite(ticks)) return ticks / HERTZ;
  if (pid !== process.pid) return undefined;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

const round = (value: number) => Math.round(value * 10) / 10;
