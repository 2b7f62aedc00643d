/**
 * Many hubs at one central: light hubs (`hubs.ts`, the real uplink, `PER_PROCESS` in a process) join the real central with its
 * nats-server and PostgreSQL, all on this machine. Measured: memory of the central in all, time of the list of sites and of alarms,
 * entries stored per second while all hubs have a backlog, and what a hub costs when nothing happens.
 *
 * With `--real=5` so many real devices join besides (`real.ts`; root's), and what they take is all that is measured, stored as `fleet-real`.
 *
 *     npm run bench -- fleet [--hubs=1000] [--real=5] [--record]
 */
import { type ChildProcess, fork } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { type Identity, joinCentral } from "@hubwart/fleet/uplink";
import { descendants, pss, startCentral } from "@hubwart/testing";
import { bareNode, cpuSeconds, mb, spread } from "../support/process.ts";
import { type Figure, report } from "../support/results.ts";
import { serveHubs } from "./hubs.ts";
import { BenchLan } from "./lan.ts";
import { realDevices } from "./real.ts";

const PER_PROCESS = 100;
const JOINING_AT_ONCE = 4;
const BACKLOG = 200;
const QUIET_S = 20;
const ASKED = 20;

const pause = (s: number) => new Promise((resolve) => setTimeout(resolve, s * 1_000));
const since = (began: number) => (performance.now() - began) / 1_000;

async function main(): Promise<void> {
  const [hubs, real] = [argument("hubs", 1_000), argument("real", 0)];
  const lan = real > 0 ? await BenchLan.make(real + 1) : undefined;
  const bare = await bareNode();
  const folder = await mkdtemp(path.join(os.tmpdir(), "bench-fleet-"));
  const central = await startCentral({
    HUBWART_CENTRAL_STORE_GB: "5",
    ...(lan && {
      HUBWART_CENTRAL_BIND: "0.0.0.0",
      HUBWART_CENTRAL_ADDRESSES: `${lan.address},127.0.0.1,localhost`,
    }),
  });
  const children: ChildProcess[] = [];
  try {
    const joinedAt = performance.now();
    const identities = await joinAll(central, hubs);
    const joining = since(joinedAt);
    const connectedAt = performance.now();
    for (let at = 0; at < hubs; at += PER_PROCESS)
      children.push(startHubs(identities.slice(at, at + PER_PROCESS), folder));
    await allUp(children, hubs);
    await until(async () => (await sites(central)).filter(({ online }) => online).length === hubs);
    const connecting = since(connectedAt);
    await pause(5);
    if (lan) return await report("fleet-real", [hubsIn(hubs), ...(await realDevices(central, lan, real))]);
    const quiet = await quietHubs(children, hubs, bare);
    const list = await asked(() => central.call("GET", "/sites"));
    const stored = await backlog(central, children, hubs);
    const alarms = await asked(() => central.call("GET", "/sites/alarms?limit=100"));
    await report("fleet", [
      hubsIn(hubs),
      {
        what: "joining (key, certificate, pass), four at a time",
        measured: `${(hubs / joining).toFixed(1)} per second`,
      },
      { what: "all connected and shown as online", measured: `${connecting.toFixed(1)} s` },
      ...(await memory(central.pid)),
      { what: "list of all sites with their state, median and 99 %", aim: "2 s", measured: list },
      { what: "newest 100 alarms of all sites, median and 99 %", aim: "2 s", measured: alarms },
      { what: `${BACKLOG} entries from each hub at once`, measured: stored },
      ...quiet,
    ]);
  } finally {
    for (const child of children) child.kill("SIGKILL");
    await central.stop();
    await lan?.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

const argument = (name: string, otherwise: number): number => {
  const given = process.argv.find((one) => one.startsWith(`--${name}=`)) ?? "";
  return Number(/=(\d+)$/.exec(given)?.[1] ?? otherwise);
};
const hubsIn = (hubs: number): Figure => ({ what: "hubs", measured: `${hubs}, ${PER_PROCESS} in a process` });

type Central = Awaited<ReturnType<typeof startCentral>>;

async function joinAll(central: Central, count: number): Promise<Identity[]> {
  const identities: Identity[] = [];
  let begun = 0;
  const one = async () => {
    while (begun < count) {
      begun += 1;
      const name = `Standort ${begun}`;
      const code = await central.code({ name, tags: [begun % 2 === 0 ? "hotel" : "schule"] });
      identities.push(await joinCentral({ address: central.address, code, name, version: "0.4.2" }));
    }
  };
  await Promise.all(Array.from({ length: JOINING_AT_ONCE }, one));
  return identities;
}

function startHubs(identities: Identity[], folder: string): ChildProcess {
  const child = fork(process.argv[1] ?? "", ["--hubs-role"], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  child.send({ identities, folder });
  return child;
}

async function allUp(children: readonly ChildProcess[], hubs: number): Promise<void> {
  const up = new Map<ChildProcess, number>();
  for (const child of children) child.on("message", (told) => up.set(child, (told as { up: number }).up));
  await until(async () => [...up.values()].reduce((sum, one) => sum + one, 0) === hubs);
}

async function until(done: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < 600; waited += 1) {
    if (await done()) return;
    await pause(0.5);
  }
  throw new Error("it did not come to pass within five minutes");
}

async function sites(central: Central): Promise<{ online: boolean }[]> {
  return (await central.call("GET", "/sites")).body["sites"] as { online: boolean }[];
}

async function asked(ask: () => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  for (let round = 0; round < ASKED; round += 1) {
    const began = performance.now();
    await ask();
    times.push(performance.now() - began);
  }
  return spread(times);
}

/** What a hub of them costs while nothing but reports goes up. */
async function quietHubs(children: readonly ChildProcess[], hubs: number, bare: number): Promise<Figure[]> {
  const pids = children.map(({ pid }) => pid ?? 0);
  const sum = async (of: (pid: number) => Promise<number>) =>
    (await Promise.all(pids.map(of))).reduce((total, one) => total + one, 0);
  const before = await sum((pid) => cpuSeconds(pid));
  await pause(QUIET_S);
  const used = (await sum((pid) => cpuSeconds(pid))) - before;
  const memory = ((await sum(pss)) - bare * children.length) / hubs;
  return [
    { what: "a hub's connection: memory beyond a bare process", aim: "3 MB", measured: mb(memory) },
    {
      what: "a hub's connection: processor time while nothing happens",
      aim: "0.5 % of a core",
      measured: `${((used / QUIET_S / hubs) * 100).toFixed(3)} % of a core`,
    },
  ];
}

async function backlog(central: Central, children: readonly ChildProcess[], hubs: number): Promise<string> {
  const began = performance.now();
  for (const child of children) child.send({ alarms: BACKLOG });
  await until(async () => {
    const { body } = await central.call("GET", "/sites/feeds");
    const feeds = body["feeds"] as { seq: number }[];
    return feeds.filter(({ seq }) => seq === BACKLOG).length === hubs;
  });
  const seconds = since(began);
  return `all stored after ${seconds.toFixed(1)} s: ${Math.round((hubs * BACKLOG) / seconds)} entries per second`;
}

async function memory(central: number): Promise<Figure[]> {
  const programs = new Map<string, number>();
  for (const pid of [central, ...(await descendants(central))]) {
    // A connection of the database may have ended meanwhile.
    const name = (await readFile(`/proc/${pid}/comm`, "utf8").catch(() => "")).trim();
    if (name !== "") programs.set(name, (programs.get(name) ?? 0) + (await pss(pid).catch(() => 0)));
  }
  const total = [...programs.values()].reduce((sum, one) => sum + one, 0);
  const parts = [...programs].map(([name, bytes]) => `${name} ${mb(bytes)}`).join(", ");
  return [
    {
      what: "memory of the central in all (PSS), after that",
      aim: "1 GB",
      measured: `${mb(total)} (${parts})`,
    },
  ];
}

if (process.argv.includes("--hubs-role")) serveHubs();
else await main();
