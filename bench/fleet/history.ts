/**
 * Recorded values of many hubs on their way into the central: light hubs (`hubs.ts`, the real uplink) send the part of a quarter of an hour each, written by the
 * real recorder: `RATE` values a second each, so 1,000 hubs have 50,000. First at their pace for some minutes, then all at once. All on this machine.
 *
 *     npm run bench -- fleet-history [--hubs=1000] [--seconds=120] [--record]
 */
import type { ChildProcess } from "node:child_process";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createLogger, hashFile, ManualClock, MemoryLogSink, Scope } from "@hubwart/core";
import { readParquet } from "@hubwart/stores/files";
import { Lake } from "@hubwart/stores/lake";
import { descendants, startCentral } from "@hubwart/testing";
import { cpuSeconds, spread } from "../support/process.ts";
import { report } from "../support/results.ts";
import {
  allUp,
  argument,
  type Central,
  joinAll,
  memory,
  PER_PROCESS,
  pause,
  startHubs,
  until,
} from "./crowd.ts";
import { type HubsOrder, serveHubs } from "./hubs.ts";

const QUARTER_S = 900;
/** Values a second of one hub, of as many channels. */
const RATE = 50;
const ASKED = 10;

async function main(): Promise<void> {
  const [hubs, seconds] = [argument("hubs", 1_000), argument("seconds", 120)];
  const folder = await mkdtemp(path.join(os.tmpdir(), "bench-fleet-"));
  const part = await recordedPart(path.join(folder, "lake"));
  const central = await startCentral({ HUBWART_CENTRAL_STORE_GB: "5" });
  const children: ChildProcess[] = [];
  try {
    const identities = await joinAll(central, hubs);
    for (let first = 0; first < hubs; first += PER_PROCESS)
      children.push(startHubs(identities.slice(first, first + PER_PROCESS), folder, { first, part }));
    await allUp(children, hubs);
    await pause(5);
    const steady = await measured(central, async () => {
      send(children, { within: QUARTER_S * 1_000, hubs });
      await pause(seconds);
    });
    // Who has not sent yet begins anew with all others.
    const before = await stored(central);
    const began = performance.now();
    const burst = await measured(central, async () => {
      send(children, { within: 0, hubs });
      await until(async () => (await stored(central)) >= before + hubs);
    });
    const all = (performance.now() - began) / 1_000;
    const chart = await asked(central, part.from, part.to);
    await report("fleet-history", [
      {
        what: "hubs, each with so many values a second; a quarter of an hour of one",
        measured: `${hubs}, ${RATE}; ${part.values} values, ${(part.size / 1_000).toFixed(0)} kB`,
      },
      {
        what: `at their pace, ${seconds} s: values stored a second, with what is due at the end; processor time of the central`,
        aim: "50,000",
        measured: `${Math.round((steady.files * part.values) / seconds)}, of ${RATE * hubs}; ${steady.cores(seconds)} cores`,
      },
      {
        what: "all at once, as after an outage: values stored a second, until all is there; processor time of the central",
        measured: `${Math.round((burst.files * part.values) / all)}, ${all.toFixed(1)} s; ${burst.cores(all)} cores`,
      },
      {
        what: `chart of one channel over ${chart.sites} sites and a quarter of an hour, median and 99 %`,
        aim: "2 s",
        measured: chart.times,
      },
      ...(await memory(central.pid)),
    ]);
  } finally {
    for (const child of children) child.kill("SIGKILL");
    await central.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function send(children: readonly ChildProcess[], parts: NonNullable<HubsOrder["parts"]>): void {
  for (const child of children) child.send({ parts } satisfies HubsOrder);
}

/** As a hub writes it: numbers with two decimals that wander. */
async function recordedPart(folder: string) {
  const clock = new ManualClock(
    Math.floor(Date.now() / (QUARTER_S * 1_000)) * QUARTER_S * 1_000 - QUARTER_S * 1_000,
  );
  const scope = new Scope();
  const log = createLogger("hub", "lake", new MemoryLogSink());
  const lake = await Lake.open({ folder, clock, scope, log, keep: { days: 9, bytes: 1e9 } });
  const from = clock.now();
  let seed = 1;
  const chance = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  const values = Array.from({ length: RATE }, () => 20 + 40 * chance());
  for (let second = 0; second < QUARTER_S; second += 1) {
    for (let channel = 0; channel < RATE; channel += 1) {
      const value = (values[channel] ?? 0) + (chance() - 0.5) / 5;
      values[channel] = value;
      lake.add(`bus.kreis${channel}.vorlauf`, clock.now(), Math.round(value * 100) / 100, 0);
    }
    await lake.flush();
    clock.advance(1_000);
  }
  await lake.settle();
  await scope.end();
  const [name = "", ...more] = (await readdir(path.join(folder, "hot"))).filter((one) =>
    one.endsWith(".parquet"),
  );
  const file = path.join(folder, "hot", name);
  const rows = await readParquet(file, { from, to: clock.now() });
  if (more.length > 0 || rows.length !== QUARTER_S * RATE) throw new Error(`${rows.length} values`);
  const { size } = await stat(file);
  const quarter = name.slice(0, name.indexOf("-"));
  return {
    file,
    size,
    sha256: await hashFile(file),
    quarter,
    values: rows.length,
    from,
    to: clock.now(),
  };
}

/** Files of all sites that are kept. */
async function stored(central: Central): Promise<number> {
  const folder = path.join(central.folder, "data/sites");
  let files = 0;
  for (const hub of await readdir(folder).catch(() => []))
    files += (await readdir(path.join(folder, hub, "history/hot")).catch(() => [])).length;
  return files;
}

async function measured(central: Central, work: () => Promise<void>) {
  const pids = [central.pid, ...(await descendants(central.pid))];
  const used = async () => {
    let sum = 0;
    for (const pid of new Set([...pids, ...(await descendants(central.pid))]))
      sum += await cpuSeconds(pid).catch(() => 0);
    return sum;
  };
  const [files, cpu] = [await stored(central), await used()];
  await work();
  const [after, spent] = [(await stored(central)) - files, (await used()) - cpu];
  return { files: after, cores: (seconds: number) => (spent / seconds).toFixed(2) };
}

async function asked(central: Central, from: number, to: number) {
  const { body } = await central.call("POST", "/groups/save", { name: "Einige", rule: "name 1 und name 0" });
  const times: number[] = [];
  let sites = 0;
  for (let round = 0; round < ASKED; round += 1) {
    const began = performance.now();
    const where = `/sites/history?channel=bus.kreis1.vorlauf&from=${from}&to=${to}&group=${String(body["id"])}`;
    const { body: drawn, status } = await central.call("GET", where);
    if (status !== 200 || drawn["left"] !== 0) throw new Error(`no chart: ${status}`);
    sites = (drawn["series"] as unknown[]).length;
    times.push(performance.now() - began);
  }
  return { sites, times: spread(times) };
}

if (process.argv.includes("--hubs-role")) serveHubs();
else await main();
