/**
 * 5,000 alarms over 5,000 values a second, through the hub and the process of the alarms as they are shipped:
 *
 * - the time from the write of a value at the hub's socket to the line of its alarm on the disk, read there by this process; 40
 *   points are written in turn, 20 a second, beside the measurements;
 * - processor time (/proc/PID/stat) and memory (PSS) of the process of the alarms;
 * - values a second and processor time of hub and pod, with the alarms and without them, in turn;
 * - 5,000 alarms that come at once, by a limit that is set;
 * - pulses of 200 ms, beside FUXA;
 * - memory of that process in the whole product, with 300 alarms and with 5,000;
 * - 200 times SIGKILL of the process of the alarms at random moments, and then what its journal and its messages have of what was done.
 *
 *     npm run bench -- alarms             --quick: shorter, says less
 */
import type { CompiledProject } from "@hubwart/project";
import { pss } from "@hubwart/testing";
import { buildHub, type HubProcess } from "../../apps/hub/src/testing/hub-process.ts";
import { bareNode, cpuSeconds, mb, spread } from "../support/process.ts";
import { pause } from "../support/product.ts";
import { type Figure, report } from "../support/results.ts";
import { FUXA, startFuxa } from "./fuxa.ts";
import { kills } from "./kills.ts";
import { Lines, LOOK_EVERY } from "./lines.ts";
import { alarmed, avalanche, LIMIT, PROBES, probe, ROWS, silent } from "./plant.ts";
import { alarmsProcess, childOf } from "./process.ts";
import { memoryInProduct } from "./product.ts";

const quick = process.argv.includes("--quick");
const SECONDS = quick ? 10 : 60;
const ROUNDS = quick ? 1 : 4;
const ROUND_SECONDS = quick ? 5 : 15;
const SETTLE = 5;
const WRITE_EVERY = 50;
const PULSES = quick ? 20 : 100;
const PULSE = 200;

const build = await buildHub();
let hub: HubProcess | undefined;
try {
  hub = await build.start({ project: alarmed });
  const figures = [
    ...(await latencies(hub)),
    ...(await rates(hub)),
    ...(await atOnce(hub)),
    ...(await pulses(hub)),
    ...(await kills(build, quick ? 5 : 200)),
  ];
  await hub.stop();
  hub = undefined;
  figures.push(...(await memoryInProduct(SECONDS)));
  await report("alarms", figures);
} finally {
  await hub?.stop();
  await build.remove();
}

/** Values on their way one by one, while the others flow. */
async function latencies(hub: HubProcess): Promise<Figure[]> {
  await pause(SETTLE);
  const pid = await alarmsProcess(hub);
  const lines = new Lines(hub.layout.alarms);
  lines.news();
  const sent = new Map<string, number>();
  const times: number[] = [];
  const look = setInterval(() => {
    const now = performance.now();
    for (const { id } of lines.news()) {
      const at = sent.get(id);
      if (at !== undefined) times.push(now - at);
      sent.delete(id);
    }
  }, LOOK_EVERY);
  const used = await cpuSeconds(pid);
  const memory: number[] = [];
  const rounds = (SECONDS * 1_000) / WRITE_EVERY;
  const began = performance.now();
  for (let round = 0; round < rounds; round += 1) {
    await pause(Math.max(0, began + round * WRITE_EVERY - performance.now()) / 1_000);
    const at = round % PROBES;
    const high = Math.floor(round / PROBES) % 2 === 0;
    sent.set(probe(at), performance.now());
    void hub.client.request("write", { chan: probe(at), value: high ? LIMIT + 10 : LIMIT - 10 });
    if (round % 40 === 0) memory.push(await pss(pid));
  }
  await pause(1);
  clearInterval(look);
  lines.close();
  const seconds = (performance.now() - began) / 1_000;
  const cores = ((await cpuSeconds(pid)) - used) / seconds;
  if (times.length !== rounds) throw new Error(`${times.length} of ${rounds} values made a line`);
  const bare = await bareNode();
  const [median, most] = [memory.toSorted((a, b) => a - b)[memory.length >> 1] ?? 0, Math.max(...memory)];
  return [
    {
      what: `value → alarm on the disk, median / 99th percentile of ${times.length}, ${ROWS} alarms, ${ROWS} values a second`,
      aim: "99th percentile 50 ms",
      measured: spread(times),
    },
    {
      what: "the same: processor time of the alarms' process",
      aim: "0.1 cores",
      measured: `${cores.toFixed(3)} cores`,
    },
    {
      what: "the same: memory (PSS) of the alarms' process, median, most; a Node process that does nothing",
      aim: "16 MB",
      measured: `${mb(median)}, ${mb(most)}; ${mb(bare)}`,
    },
  ];
}

/** With and without, in turn, so that other work on the machine hits both alike. */
async function rates(hub: HubProcess): Promise<Figure[]> {
  const found = { with: [] as Rate[], without: [] as Rate[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const kind of ["without", "with"] as const) {
      await apply(hub, kind === "with" ? alarmed : silent);
      await pause(SETTLE);
      found[kind].push(await rate(hub));
    }
  }
  const of = (kind: "with" | "without", key: keyof Rate) => median(found[kind].map((each) => each[key]));
  return (["values", "hub", "pod"] as const).map((key) => ({
    what: {
      values: "values a second from the pod, without alarms, with them, ratio",
      hub: "the same: processor time of the hub",
      pod: "the same: processor time of the pod",
    }[key],
    ...(key === "values" ? { aim: "1.00" } : {}),
    measured: `${of("without", key).toFixed(key === "values" ? 0 : 3)}, ${of("with", key).toFixed(key === "values" ? 0 : 3)}, ${(of("with", key) / of("without", key)).toFixed(2)}`,
  }));
}

interface Rate {
  values: number;
  /** Cores. */
  hub: number;
  pod: number;
}

async function rate(hub: HubProcess): Promise<Rate> {
  const pids = { hub: hub.child.pid ?? 0, pod: await childOf(hub.child.pid, "fake.gen") };
  const [values, ofHub, ofPod] = [await count(hub), await cpuSeconds(pids.hub), await cpuSeconds(pids.pod)];
  const began = performance.now();
  await pause(ROUND_SECONDS);
  const seconds = (performance.now() - began) / 1_000;
  return {
    values: ((await count(hub)) - values) / seconds,
    hub: ((await cpuSeconds(pids.hub)) - ofHub) / seconds,
    pod: ((await cpuSeconds(pids.pod)) - ofPod) / seconds,
  };
}

/** A limit is set, and all of them stand. */
async function atOnce(hub: HubProcess): Promise<Figure[]> {
  await apply(hub, avalanche);
  await hub.client.request("write", { chan: probe(0), value: 1e9 });
  await pause(SETTLE);
  const pid = await alarmsProcess(hub);
  const lines = new Lines(hub.layout.alarms);
  lines.news();
  const began = performance.now();
  await hub.client.request("write", { chan: probe(0), value: -1 });
  let came = 0;
  while (came < ROWS) {
    came += lines.news().filter(({ what }) => what === "raised").length;
    if (performance.now() - began > 60_000) throw new Error(`${came} of ${ROWS} came`);
    await pause(LOOK_EVERY / 1_000);
  }
  const took = performance.now() - began;
  lines.close();
  await pause(2);
  return [
    {
      what: `${ROWS} alarms that come at once, until the last is on the disk; memory (PSS) then`,
      measured: `${took.toFixed(0)} ms; ${mb(await pss(pid))}`,
    },
  ];
}

/** The same pulses to both, at the same moments. */
async function pulses(hub: HubProcess): Promise<Figure[]> {
  await apply(hub, alarmed);
  const fuxa = await startFuxa(LIMIT);
  const write = (value: number) => {
    fuxa.set(value);
    return hub.client.request("write", { chan: probe(0), value });
  };
  await write(0);
  await pause(SETTLE);
  const lines = new Lines(hub.layout.alarms);
  lines.news();
  for (let pulse = 0; pulse < PULSES; pulse += 1) {
    await write(LIMIT + 1);
    await pause(PULSE / 1_000);
    await write(LIMIT - 10);
    await pause((300 + ((pulse * 37) % 400)) / 1_000);
  }
  await pause(2);
  const own = lines.news().filter(({ id, what }) => id === probe(0) && what === "raised").length;
  lines.close();
  const short = fuxa.noticed;
  fuxa.set(LIMIT + 1);
  await pause(5);
  // What lasts it does notice: that it saw nothing of the pulses is no fault of how it is set up here.
  if (fuxa.noticed !== short + 1)
    throw new Error(`${FUXA} does not notice 5 s either: the figures mean nothing`);
  await fuxa.stop();
  return [
    {
      what: `${PULSES} pulses of ${PULSE} ms over a limit that were noticed, Hubwart and ${FUXA} (its check, devices and database stood in)`,
      aim: `${PULSES}`,
      measured: `${own} and ${short}`,
    },
  ];
}

let version = 1;
async function apply(hub: HubProcess, project: CompiledProject): Promise<void> {
  version += 1;
  await hub.saveProject(project, `v${version}`);
  await hub.client.request("applyProject", {});
}

async function count({ client }: HubProcess): Promise<number> {
  const { records } = await client.request("traceData", { filter: ["fake.gen.*"], tags: [] });
  return records.reduce((sum, record) => sum + record.count, 0);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
