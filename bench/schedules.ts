/**
 * What 10,000 schedules cost the hub: processor time over three minutes, in which each is asked three times and those whose edges lie
 * there switch, and memory, against the same hub without them. Each has seven times (week, weekend with holidays, sun) and an exception;
 * the edges of all are spread over the day.
 */
import type { CompiledProject, CompiledSchedule } from "@hubwart/project/compiled";
import { pss } from "@hubwart/testing";
import { buildHub } from "../apps/hub/src/testing/hub-process.ts";
import { channel, pod, project } from "../apps/hub/src/testing/projects.ts";
import { cpuSeconds, mb } from "./support/process.ts";
import { report } from "./support/results.ts";

const COUNT = 10_000;
const SECONDS = 180;
const SETTLE = 20_000;
const DAY = 1_440;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const schedule = (n: number): CompiledSchedule => ({
  chan: `sched.bench.s${n}`,
  type: "bool",
  default: false,
  exceptions: ["Ferien"],
  times: [
    { weekdays: [1, 2, 3, 4, 5], at: n % DAY, value: true },
    { weekdays: [1, 2, 3, 4, 5], at: (n + 600) % DAY, value: false },
    { weekdays: [6], at: (n + 60) % DAY, value: true },
    { weekdays: [6], at: (n + 300) % DAY, value: false },
    { weekdays: [7], calendars: ["Feiertag"], at: { sun: "rise", offset: n % 60 }, value: true },
    { weekdays: [7], calendars: ["Feiertag"], at: { sun: "set", offset: -(n % 60) }, value: false },
    { calendars: ["Feiertag"], at: 1_380, value: false },
  ],
});
const base = project([pod("fake.a", [channel("fake.a.target", { dir: "out", type: "bool" })])]);
const full: CompiledProject = {
  ...base,
  schedules: Array.from({ length: COUNT }, (_, n) => schedule(n)),
  calendars: [
    { id: "Feiertag", priority: 8, states: ["BY"] },
    { id: "Ferien", priority: 4, ranges: [{ from: "08-03", to: "09-14" }] },
  ],
  place: { latitude: 48.14, longitude: 11.58 },
};

const build = await buildHub();
try {
  const without = await measured(base);
  const beside = await measured(full);
  await report("schedules", [
    { what: "hub without schedules, of a core", measured: without.share },
    { what: "hub with 10,000 schedules, of a core", aim: "1 %", measured: beside.share },
    { what: "hub without schedules, PSS", measured: mb(without.memory) },
    { what: "hub with 10,000 schedules, PSS", measured: mb(beside.memory) },
  ]);
} finally {
  await build.remove();
}

async function measured(of: CompiledProject): Promise<{ share: string; memory: number }> {
  const hub = await build.start({ project: of });
  try {
    const pid = hub.child.pid ?? 0;
    await sleep(SETTLE);
    const before = await cpuSeconds(pid);
    await sleep(SECONDS * 1_000);
    const used = (await cpuSeconds(pid)) - before;
    return { share: `${((used / SECONDS) * 100).toFixed(2)} %`, memory: await pss(pid) };
  } finally {
    await hub.stop();
  }
}
