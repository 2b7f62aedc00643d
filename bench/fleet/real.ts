/**
 * Real devices beside the light hubs: the whole product, each in a network namespace of its own, before and after it joined. One more
 * does not join, and is asked the same, so that it is seen what a device takes more by itself meanwhile.
 */
import { descendants, ownMemory, pss, type startCentral, waitFor } from "@hubwart/testing";
import { cpuSeconds, mb } from "../support/process.ts";
import { appliancePid, pause, startReady } from "../support/product.ts";
import type { Figure } from "../support/results.ts";
import type { BenchLan } from "./lan.ts";

const SETTLE_S = 60;
const LOOK_S = 60;
const LOOKS = 20;
const DOOR = { open: true, may: "see", findings: true, alarms: true, transitions: true, changes: true };

type Central = Awaited<ReturnType<typeof startCentral>>;
type Product = Awaited<ReturnType<typeof startReady>>;
interface Device {
  product: Product;
  name: string;
  hub: string;
}
interface Used {
  /** Bytes of the appliance, in which the uplink is, and of all processes of the device. */
  appliance: number;
  all: number;
  /** Of the appliance, without pages of files, and without what the next collection frees: the least that was seen. */
  own: number;
  /** Of a core. */
  cores: number;
}

/** @param count devices that join; the lan has room for one more */
export async function realDevices(central: Central, lan: BenchLan, count: number): Promise<Figure[]> {
  const devices: Device[] = [];
  try {
    for (const [at, { address, name }] of lan.places.slice(0, count + 1).entries())
      devices.push({
        product: await startReady({ within: { command: ["ip", "netns", "exec", name], address } }),
        name: `Gerät ${at + 1}`,
        hub: "",
      });
    for (const { product } of devices) await doorOf(product);
    await pause(SETTLE_S);
    const before = await used(devices);
    const joining = devices.slice(0, count);
    for (const one of joining) await join(central, lan, one);
    const online = await seen(central, joining);
    await pause(SETTLE_S);
    const after = await used(devices);
    const answered = await askEach(central, joining);
    return figures(before, after, { answered, count, online });
  } finally {
    for (const { product } of devices) await product.stop();
  }
}

/** What everybody is asked, the one too that does not join. */
async function doorOf({ api }: Product): Promise<void> {
  const { status } = await api.get("/system/central");
  if (status !== 200) throw new Error(`the door: ${status}`);
}

async function join(central: Central, lan: BenchLan, one: Device): Promise<void> {
  const { api } = one.product;
  const address = central.address.replace("127.0.0.1", lan.address);
  const join_token = await central.code({ name: one.name, tags: ["echt"] });
  const { body } = await api.post("/system/central/join", { address, join_token });
  if (body["code"] !== 0) throw new Error(JSON.stringify(body).slice(0, 500));
  await api.post("/system/central/save", DOOR);
  const told = (await api.get("/system/central")).body["joined"] as { hub: string };
  one.hub = told.hub;
}

/** @returns how many are online with their state */
async function seen(central: Central, devices: readonly Device[]): Promise<number> {
  const online = async () => {
    const { body } = await central.call("GET", "/sites");
    const sites = body["sites"] as { hub: string; online: boolean; state?: { plant?: string } }[];
    return devices.filter(({ hub }) => {
      const site = sites.find((one) => one.hub === hub);
      return site?.online === true && site.state?.plant !== undefined;
    }).length;
  };
  await waitFor(async () => (await online()) === devices.length, {
    what: "all real devices to be online",
    timeout: 60_000,
    interval: 500,
  });
  return await online();
}

/** @returns how many answered a call, and how long it took, ms */
async function askEach(central: Central, devices: readonly Device[]): Promise<string> {
  const times: number[] = [];
  for (const { hub } of devices) {
    const began = performance.now();
    const { body } = await central.call("POST", "/sites/ask", { hub, call: "pods" });
    if (body["status"] === 200) times.push(performance.now() - began);
  }
  return `${times.length}, ${Math.max(...times).toFixed(0)} ms at most`;
}

async function used(devices: readonly Device[]): Promise<Used[]> {
  const trees = await Promise.all(
    devices.map(async ({ product }) => [
      product.launcher.pid ?? 0,
      ...(await descendants(product.launcher.pid ?? 0)),
    ]),
  );
  const sum = async (pids: readonly number[], of: (pid: number) => Promise<number>) =>
    (await Promise.all(pids.map((pid) => of(pid).catch(() => 0)))).reduce((total, one) => total + one, 0);
  const times = await Promise.all(trees.map((pids) => sum(pids, cpuSeconds)));
  const appliances = await Promise.all(devices.map(({ product }) => appliancePid(product)));
  const own = appliances.map(() => Number.POSITIVE_INFINITY);
  for (let look = 0; look < LOOKS; look += 1) {
    await pause(LOOK_S / LOOKS);
    for (const [at, pid] of appliances.entries()) own[at] = Math.min(own[at] ?? 0, await ownMemory(pid));
  }
  return await Promise.all(
    devices.map(async (_device, at) => {
      const pids = trees[at] ?? [];
      const cores = ((await sum(pids, cpuSeconds)) - (times[at] ?? 0)) / LOOK_S;
      const appliance = await pss(appliances[at] ?? 0);
      return { appliance, all: await sum(pids, pss), own: own[at] ?? 0, cores };
    }),
  );
}

interface Outcome {
  count: number;
  online: number;
  answered: string;
}

function figures(
  before: readonly Used[],
  after: readonly Used[],
  { answered, count, online }: Outcome,
): Figure[] {
  const more = (of: (one: Used) => number) => after.map((one, at) => of(one) - of(before[at] ?? one));
  const each = (values: readonly number[], text: (value: number) => string) => {
    const [joined, alone] = [values.slice(0, count), values.slice(count)];
    return `${text(mean(joined))} (${joined.map(text).join(", ")}); ${alone.map(text).join(", ")}`;
  };
  const percent = (part: number) => `${(part * 100).toFixed(2)} %`;
  return [
    {
      what: "real devices beside them, each in a network namespace: online with their state; answer a call",
      measured: `${online} of ${count}; ${answered}`,
    },
    {
      what: "what joining adds to a device's memory (PSS of the appliance's process): mean, each; one that did not join meanwhile",
      aim: "3 MB",
      measured: each(
        more(({ appliance }) => appliance),
        mb,
      ),
    },
    {
      what: "of it the process' own, without pages of files, which count less the more programs of Node run, and without garbage: the least of 20 looks",
      aim: "2.3 MB",
      measured: each(
        more(({ own }) => own),
        mb,
      ),
    },
    {
      what: "the same over all processes of the device",
      measured: each(
        more(({ all }) => all),
        mb,
      ),
    },
    {
      what: "what joining adds to a device's processor time, of a core: mean, each; one that did not join meanwhile",
      aim: "0.5 %",
      measured: each(
        more(({ cores }) => cores),
        percent,
      ),
    },
    {
      what: "processor time of all processes of a device before it joined, of a core",
      measured: percent(mean(before.map(({ cores }) => cores))),
    },
  ];
}

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
