/**
 * Processor time per message, µs, of each process between the publisher and the receiver. Unlike the highest
 * rate it hardly depends on what else the machine does, so it shows whether a change made messages cheaper.
 *
 *     npm run bench -- mqtt --cost
 *
 * Each candidate is warmed up, then measured in short runs; the median counts. Time is what the scheduler
 * booked for all threads of a process (/proc/PID/task/TID/schedstat, in ns), the kernel's part included.
 */
import { readdir, readFile } from "node:fs/promises";
import { descendants, processes } from "@hubwart/testing";
import type { Figure } from "../support/results.ts";
import { measure } from "./roles.ts";

/** What a process is called in the table, by what its command holds. */
const NAMES: readonly [part: string, name: string][] = [
  ["main.mjs bridge", "bridge"],
  ["/pod.mjs", "pod"],
  ["/hub.mjs", "hub"],
  ["mosquitto", "broker"],
];

const RATES = { 0: [5_000, 20_000], 1: [5_000, 10_000] } as const;
const WARM_UP_SECONDS = 3;
const RUN_SECONDS = 3;
const RUNS = 5;

async function processorTime(pid: number): Promise<number> {
  let sum = 0;
  for (const thread of await readdir(`/proc/${pid}/task`)) {
    const text = await readFile(`/proc/${pid}/task/${thread}/schedstat`, "utf8");
    sum += Number(text.split(" ")[0]) / 1000;
  }
  return sum;
}

/** Processor time used so far, µs, of the candidate's processes and the broker's. */
async function snapshot(): Promise<Map<string, number>> {
  const mine = new Set(await descendants(process.pid));
  const times = new Map<string, number>();
  for (const { pid, command } of await processes()) {
    const name = NAMES.find(([part]) => mine.has(pid) && command.includes(part))?.[1];
    if (name !== undefined) times.set(name, await processorTime(pid));
  }
  return times;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** For a candidate that runs on the broker at this port. */
export async function measureCost(name: string, port: number, qos: 0 | 1): Promise<Figure[]> {
  await measure({ port, qos, rate: RATES[qos][1], seconds: WARM_UP_SECONDS });
  const figures: Figure[] = [];
  for (const rate of RATES[qos]) {
    const costs = new Map<string, number[]>();
    for (let run = 0; run < RUNS; run += 1) {
      const before = await snapshot();
      const { received } = await measure({ port, qos, rate, seconds: RUN_SECONDS });
      for (const [process, time] of await snapshot()) {
        const cost = (time - (before.get(process) ?? 0)) / received;
        costs.set(process, [...(costs.get(process) ?? []), cost]);
      }
    }
    const each = [...costs].map(([process, values]) => `${process} ${median(values).toFixed(1)} µs`);
    figures.push({
      what: `${name}, QoS ${qos}, ${rate} msg/s: processor time per message`,
      measured: each.toSorted().join(", "),
    });
  }
  return figures;
}
