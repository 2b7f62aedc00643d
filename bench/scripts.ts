/**
 * Whether hostile scripts slow the hub down: the time of a question to it (a channel's value), 99th percentile, beside
 * scripts that loop, flood, take memory, and hear 150 channels that change up to a thousand times a second each, against the same
 * plant without them. Each kind is measured in turn, `ROUNDS` times over, so that other work on the machine hits all alike;
 * the ratio is that of the medians.
 *
 * Then once more with the hub before all others on the processor (SCHED_RR, chrt(1), needs root): what is left is the hub's own work
 * for the scripts, without its waiting for a core that a script has.
 */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { descendants } from "@hubwart/testing";
import { buildHub, type HubProcess } from "../apps/hub/src/testing/hub-process.ts";
import { channel, pod, project } from "../apps/hub/src/testing/projects.ts";
import { type Figure, report } from "./support/results.ts";

const ROUNDS = Number(process.env["HUBWART_SCRIPT_ROUNDS"] ?? 4);
const SECONDS = 6;
const SETTLE = 3_000;
const PAUSE = 4;
const EVENTS = 150;
let version = 1;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const LOOP = "while true do end";
const own = [
  channel("fake.a.target", { type: "float", dir: "out" }),
  channel("fake.a.other", { dir: "out" }),
];
const events = Array.from({ length: EVENTS }, (_, at) =>
  channel(`fake.b.c${at}`, { config: { does: "count", every: 1 } }),
);
const calm = [pod("fake.a", own)];
const busy = [...calm, pod("fake.b", events)];
const KINDS = {
  "no scripts": project(calm),
  "endless loops": project(calm, [], {
    scripts: {
      "loop.lua": LOOP,
      "pcall.lua": `while true do pcall(function() ${LOOP} end) end`,
      "pattern.lua": `string.find(string.rep("a", 40) .. "b", string.rep("a-", 40) .. "c")`,
      "collector.lua": `setmetatable({}, { __gc = function() ${LOOP} end }) for i = 1, 1e7 do local t = {} end`,
    },
  }),
  "floods of writes, lines and timers": project(calm, [], {
    scripts: {
      "writes.lua": `every(0.05, function() for i = 1, 5000 do write("fake.a.other", i) end end)`,
      "lines.lua": `every(0.05, function() for i = 1, 5000 do log("flood") end end)`,
      "timers.lua": `for i = 1, 1000 do pcall(every, 0.05, function() local n = 0 for j = 1, 1e5 do n = n + j end end) end`,
    },
  }),
  "memory and string bombs": project(calm, [], {
    scripts: {
      "memory.lua": "local t = {} while true do t[#t + 1] = string.rep('x', 100000) .. #t end",
      "rep.lua": "while true do pcall(string.rep, 'x', 1e9) end",
      "recursion.lua": "local function f() return 1 + f() end f()",
    },
  }),
  "events, no scripts": project(busy),
  "events, heard by a script": project(busy, [], {
    scripts: {
      "hears.lua": `local n = 0 for i = 0, ${EVENTS - 1} do on_change("fake.b.c" .. i, function() n = n + 1 end) end`,
    },
  }),
} as const;
type Kind = keyof typeof KINDS;
const KIND_NAMES = Object.keys(KINDS) as Kind[];
const BESIDE: Partial<Record<Kind, Kind>> = { "events, heard by a script": "events, no scripts" };

interface Times {
  p50: number[];
  p99: number[];
}

const build = await buildHub();
let hub: HubProcess | undefined;
try {
  hub = await build.start({ project: KINDS["no scripts"] });
  const asItRuns = await everyKind(hub);
  await putFirst(hub);
  const first = await everyKind(hub);
  const figures: Figure[] = [
    {
      what: "events that reached the hub beside scripts",
      aim: "100,000 per second",
      measured: `${Math.round(asItRuns.heard).toLocaleString("en")} per second`,
    },
    ...rows(asItRuns.times, "question to the hub"),
    ...rows(first.times, "the hub before all others on the processor"),
  ];
  const left = await descendants(hub.child.pid ?? 0);
  figures.push({
    what: "processes below the hub at the end, of two pods and that of the scripts",
    measured: String(left.length),
  });
  await report("scripts", figures);
} finally {
  await hub?.stop();
  await build.remove();
}

async function everyKind(hub: HubProcess): Promise<{ times: Map<Kind, Times>; heard: number }> {
  const found = new Map(KIND_NAMES.map((kind): [Kind, Times] => [kind, { p50: [], p99: [] }]));
  let heard = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [kind, { p50, p99 }] of found) {
      version += 1;
      await hub.saveProject(KINDS[kind], `v${version}`);
      await hub.client.request("applyProject", {});
      await sleep(SETTLE);
      const before = kind.startsWith("events") ? await counts(hub) : 0;
      const began = Date.now();
      const times = await questions(hub);
      if (kind.startsWith("events")) heard = ((await counts(hub)) - before) / ((Date.now() - began) / 1_000);
      p99.push(times[Math.floor(times.length * 0.99)] ?? Number.NaN);
      p50.push(times[times.length >> 1] ?? Number.NaN);
    }
  }
  return { times: found, heard };
}

function rows(times: ReadonlyMap<Kind, Times>, what: string): Figure[] {
  return KIND_NAMES.map((kind) => {
    const [own, beside] = [times.get(kind), times.get(BESIDE[kind] ?? "no scripts")];
    const at99 = median(own?.p99);
    const ratio = (at99 / median(beside?.p99)).toFixed(2);
    return {
      what: `${what}, ${kind}: median, 99th percentile`,
      measured: `${median(own?.p50).toFixed(2)}, ${at99.toFixed(2)} ms; ${ratio} times that of the same without`,
    };
  });
}

/** The hub and this program that asks it; what they start from now on is as usual. */
async function putFirst({ child }: HubProcess): Promise<void> {
  for (const pid of [child.pid, process.pid])
    await promisify(execFile)("chrt", ["--reset-on-fork", "--all-tasks", "--rr", "--pid", "1", String(pid)]);
}

/** ms, sorted. */
async function questions({ client }: HubProcess): Promise<number[]> {
  const times: number[] = [];
  const until = Date.now() + SECONDS * 1_000;
  while (Date.now() < until) {
    const began = performance.now();
    const { records } = await client.request("traceData", { filter: ["fake.a.target"], tags: [] });
    times.push(performance.now() - began);
    if (records.length !== 1) throw new Error("no answer: the figures mean nothing");
    await sleep(PAUSE);
  }
  return times.sort((a, b) => a - b);
}

/** Values of the busy pod so far. */
async function counts({ client }: HubProcess): Promise<number> {
  const { records } = await client.request("traceData", { filter: ["fake.b.*"], tags: [] });
  return records.reduce((sum, { count }) => sum + count, 0);
}

function median(values: readonly number[] = []): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
