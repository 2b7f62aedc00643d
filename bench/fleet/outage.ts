/**
 * A central that is away: light hubs (`hubs.ts`, all in one process) write an alarm a second each, the central with its programs is
 * killed as a power cut would, and is started again after so long. In real time. Hubs go on writing until everything of before the
 * return is there, and then stop.
 *
 * Counted at the central, read page by page: which entries are missing, which are there twice, which came behind a later one.
 *
 *     npm run bench -- fleet-outage [--minutes=60] [--hubs=20] [--record]
 */
import { type ChildProcess, fork } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { joinCentral } from "@hubwart/fleet/join";
import type { Identity } from "@hubwart/fleet/uplink";
import { descendants, pss, startCentral } from "@hubwart/testing";
import { cpuSeconds, mb } from "../support/process.ts";
import { type Figure, report } from "../support/results.ts";
import { type HubsOrder, serveHubs } from "./hubs.ts";

/** Before it goes, s: the way works, and what the process takes has settled. */
const BEFORE_S = 60;
/** A hub tries again every minute at the latest, and then has all of it to send. */
const WITHIN_S = 600;
const PAGE = 500;

type Central = Awaited<ReturnType<typeof startCentral>>;
const pause = (s: number) => new Promise((resolve) => setTimeout(resolve, s * 1_000));
const since = (began: number) => (performance.now() - began) / 1_000;
const argument = (name: string, otherwise: number) =>
  Number(
    new RegExp(`^--${name}=([\\d.]+)$`).exec(
      process.argv.find((one) => one.startsWith(`--${name}=`)) ?? "",
    )?.[1] ?? otherwise,
  );

const began = performance.now();
const say = (text: string) => process.stdout.write(`${since(began).toFixed(0).padStart(5)} s  ${text}\n`);

class Hubs {
  readonly #child: ChildProcess;
  /** Entries that each has written. */
  written = 0;
  up = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(identities: Identity[], folder: string) {
    this.#child = fork(process.argv[1] ?? "", ["--hubs-role"], {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    this.#child.on("message", (told) => {
      this.up = (told as { up: number }).up;
    });
    this.#send({ identities, folder });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  write(): void {
    this.#timer = setInterval(() => {
      this.written += 1;
      this.#send({ alarms: 1 });
    }, 1_000);
  }

  rest(): void {
    clearInterval(this.#timer);
  }

  end(): void {
    this.rest();
    this.#child.kill("SIGKILL");
  }

  #send(order: HubsOrder): void {
    this.#child.send(order);
  }
}

async function main(): Promise<void> {
  const [minutes, hubs] = [argument("minutes", 60), argument("hubs", 20)];
  const folder = await mkdtemp(path.join(os.tmpdir(), "bench-fleet-outage-"));
  const central = await startCentral();
  let running: Hubs | undefined;
  try {
    const identities: Identity[] = [];
    for (let nr = 1; nr <= hubs; nr += 1) identities.push(await joined(central, `Standort ${nr}`));
    running = new Hubs(identities, folder);
    await until(async () => running?.up === hubs);
    await report("fleet-outage", await outage(central, running, identities, minutes));
  } finally {
    running?.end();
    await central.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function joined(central: Central, name: string): Promise<Identity> {
  const code = await central.code({ name });
  return await joinCentral({ address: central.address, code, name, version: "0.4.2" });
}

async function outage(
  central: Central,
  hubs: Hubs,
  identities: readonly Identity[],
  minutes: number,
): Promise<Figure[]> {
  hubs.write();
  await pause(BEFORE_S);
  await until(async () => (await behind(central, identities)) <= identities.length * 5);
  const before = await pss(hubs.pid);
  const programs = await descendants(central.pid);
  await central.kill();
  for (const pid of programs) killed(pid);
  const [gone, at] = [performance.now(), hubs.written];
  say(`the central is away; ${at} entries of each hub so far`);
  const used = await cpuSeconds(hubs.pid);
  await pause(minutes * 60);
  const cores = ((await cpuSeconds(hubs.pid)) - used) / since(gone);
  const meanwhile = await pss(hubs.pid);
  const away = since(gone);
  const missing = hubs.written;
  const back = performance.now();
  await central.restart();
  const start = since(back);
  say(`the central is back; ${missing} entries of each hub so far`);
  await until(async () => hubs.up === identities.length, WITHIN_S);
  const connected = since(back);
  await until(
    async () => (await feeds(central)).filter(({ seq }) => seq >= missing).length === identities.length,
  );
  const complete = since(back);
  say(`everything of before is there after ${complete.toFixed(1)} s`);
  hubs.rest();
  await until(async () => (await behind(central, identities, hubs.written)) === 0);
  await pause(5);
  const after = await pss(hubs.pid);
  const counted = await count(central, identities, hubs.written);
  const entries = (missing - at) * identities.length;
  return [
    {
      what: "hubs, one entry a second each; the central killed and away",
      measured: `${identities.length}; ${(away / 60).toFixed(1)} min`,
    },
    { what: "entries written while it was away", measured: String(entries) },
    {
      what: "from its start: it answers; all hubs are connected; everything that was written until then is in its database",
      measured: `${start.toFixed(1)} s; ${connected.toFixed(1)} s; ${complete.toFixed(1)} s`,
    },
    { what: "entries in all; lost; there twice; out of order", aim: "0; 0; 0", measured: counted },
    {
      what: "memory (PSS) of the process with all hubs before, while it was away, and after",
      measured: `${mb(before)}, ${mb(meanwhile)}, ${mb(after)}`,
    },
    {
      what: "processor time of all hubs while it was away",
      measured: `${(cores * 100).toFixed(2)} % of a core`,
    },
  ];
}

async function feeds(central: Central): Promise<{ hub: string; seq: number }[]> {
  return (await central.call("GET", "/sites/feeds")).body["feeds"] as { hub: string; seq: number }[];
}

/** Entries that the central does not have yet, of `written` each. */
async function behind(
  central: Central,
  identities: readonly Identity[],
  written = BEFORE_S,
): Promise<number> {
  const marks = new Map((await feeds(central)).map(({ hub, seq }) => [hub, seq]));
  return identities.reduce((sum, { hub }) => sum + Math.max(0, written - (marks.get(hub) ?? 0)), 0);
}

async function count(central: Central, identities: readonly Identity[], written: number): Promise<string> {
  let [all, lost, twice, disorder] = [0, 0, 0, 0];
  for (const { hub } of identities) {
    const found = await stored(central, hub);
    const numbers = new Set(found);
    all += found.length;
    twice += found.length - numbers.size;
    lost += Array.from({ length: written }, (_, at) => at + 1).filter((seq) => !numbers.has(seq)).length;
    disorder += found.filter((seq, at) => at > 0 && seq < (found[at - 1] ?? 0)).length;
  }
  return `${all}; ${lost}; ${twice}; ${disorder}`;
}

/** In the order in which they are stored. */
async function stored(central: Central, hub: string): Promise<number[]> {
  const found: number[] = [];
  for (let before = ""; ; ) {
    const { body } = await central.call("GET", `/sites/alarms?hub=${hub}&limit=${PAGE}${before}`);
    const entries = body["entries"] as { seq: number; place: number }[];
    found.push(...entries.map(({ seq }) => seq));
    if (entries.length < PAGE) return found.reverse();
    before = `&before=${entries.at(-1)?.place}`;
  }
}

async function until(done: () => Promise<boolean>, within = WITHIN_S): Promise<void> {
  const end = performance.now() + within * 1_000;
  while (performance.now() < end) {
    if (await done()) return;
    await pause(0.5);
  }
  throw new Error("it did not come to pass in time");
}

function killed(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended with the central.
  }
}

if (process.argv.includes("--hubs-role")) serveHubs();
else await main();
