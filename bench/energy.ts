/**
 * A report of a year and of a month over 500 meters with two years of quarters of an hour on the disk: sums with prices, the year before, the balance and the
 * workbook, in a process of its own whose memory is measured. Also what a year takes on the disk.
 */
import { fork } from "node:child_process";
import { mkdtemp, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createLogger, MemoryLogSink, systemClock } from "@hubwart/core";
import type { EnergyMeter, EnergyPeriods } from "@hubwart/ipc";
import type { CompiledMeter } from "@hubwart/project/compiled";
import { writeWorkbook } from "@hubwart/project/workbook";
import { Zone } from "@hubwart/schedule/zone";
import { reportTables, spanOfPeriod } from "../apps/appliance/src/areas/energy/report.ts";
import { Book } from "../packages/energy/src/book.ts";
import { answersOf, overviewOf } from "../packages/energy/src/look.ts";
import { RateLine } from "../packages/energy/src/rates.ts";
import { SteadyClock } from "../packages/energy/src/steady-clock.ts";
import { Store } from "../packages/energy/src/store.ts";
import { fillYear } from "../packages/energy/src/testing/year.ts";
import { mb } from "./support/process.ts";
import { type Figure, report } from "./support/results.ts";

const COUNT = 500;
const DAY = 86_400_000;
const YEAR = 2025;
const FROM = Date.UTC(YEAR - 1, 0, 1) / DAY - 1;

const meters: CompiledMeter[] = Array.from({ length: COUNT }, (_, n) => ({
  id: `z${n}`,
  label: `Zähler ${n}`,
  source: `bus.a.z${n}`,
  medium: "electricity",
  unit: "kWh",
  kind: "counter",
  cost: 0.28,
  co2: 0.363,
  target: 120,
  targetFor: "day",
  ...(n % 10 === 0 ? {} : { parent: `z${n - (n % 10)}` }),
}));

interface Told {
  ms: number;
  /** Processor time, ms. */
  cpu: number;
  peak: number;
  before: number;
  bytes: number;
}

/** In a process of its own: from opening the file to the bytes of the workbook. */
async function make(folder: string, period: string): Promise<Told> {
  const before = process.memoryUsage.rss();
  const begin = performance.now();
  const cpuBegin = process.cpuUsage();
  const store = Store.open(folder, 0);
  const log = createLogger("hub", "energy", new MemoryLogSink());
  const book = new Book({ meters, store, steady: new SteadyClock(systemClock), log });
  const facts = {
    book,
    entries: [...book.entries],
    zone: new Zone("Europe/Berlin"),
    now: Date.UTC(YEAR + 1, 0, 1),
    rate: (_: CompiledMeter, what: "cost" | "co2") =>
      new RateLine([{ since: 0, value: what === "cost" ? 0.28 : 0.363 }]),
  };
  const shown: EnergyMeter[] = facts.entries.map((entry) => overviewOf(entry, []));
  const [now, earlier]: EnergyPeriods[] = [0, 1].map((back) => answersOf(spanOfPeriod(period, back), facts));
  if (!now || !earlier) throw new Error("no sums");
  const tables = reportTables({
    name: "Bench",
    period,
    meters: shown,
    now,
    before: earlier,
    duties: [],
    at: facts.now,
  });
  const { length } = await writeWorkbook(tables);
  const ms = performance.now() - begin;
  const used = process.cpuUsage(cpuBegin);
  store.close();
  return {
    ms,
    cpu: (used.user + used.system) / 1_000,
    peak: process.resourceUsage().maxRSS * 1024,
    before,
    bytes: length,
  };
}

async function measured(folder: string, period: string): Promise<Told> {
  const child = fork(process.argv[1] ?? "", [folder, period], {
    execArgv: ["--max-semi-space-size=1", "--heap-growing-percent=30"],
  });
  return await new Promise((resolve, reject) => {
    child.once("message", (told) => resolve(told as Told));
    child.once("exit", (code) => reject(new Error(`the process ended: ${code}`)));
  });
}

const [, , given, period] = process.argv;
if (given !== undefined && period !== undefined) {
  process.send?.(await make(given, period));
  process.disconnect?.();
} else {
  const folder = await mkdtemp(path.join(os.tmpdir(), "hubwart-energy-bench-"));
  try {
    fillYear(folder, meters, { from: FROM, days: 732, gap: 50 }).close();
    const { size } = await stat(path.join(folder, "energy.db"));
    const year = await measured(folder, String(YEAR));
    const month = await measured(folder, `${YEAR}-11`);
    await report("energy", [
      ...figures("a year", year),
      ...figures("a month", month),
      { what: "a year of 500 meters on the disk", measured: mb(size / 2) },
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function figures(of: string, { before, cpu, ms, peak }: Told): Figure[] {
  const s = (value: number) => `${(value / 1_000).toFixed(2)} s`;
  return [
    { what: `500 meters: report of ${of} against the one before`, aim: "2 s", measured: s(ms) },
    { what: "the same: processor time", measured: s(cpu) },
    { what: "the same: memory above that of the empty process", aim: "60 MB", measured: mb(peak - before) },
  ];
}
