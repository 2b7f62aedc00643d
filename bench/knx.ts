/**
 * KNX: telegrams of one group address passed on to another by a link, through the whole product, on a strict interface beside it.
 * First at the 40 telegrams per second of a busy line for 20 s: time from the telegram to the write that it causes, processor time
 * and memory. Then one after the other as fast as they are passed on, over UDP and TCP.
 */
import { groupWrite, type KnxServer, startKnxServer } from "@hubwart/pods/testing/knx";
import { processes, pss, waitFor } from "@hubwart/testing";
import { cores, pause, processorTime, startReady, upload } from "./support/product.ts";
import { type Figure, report } from "./support/results.ts";

const SOURCE = 0x1109;
/** 1/2/3 and 1/2/4. */
const [FROM, TO] = [0x0a03, 0x0a04];
const PER_SECOND = 40;
const quick = process.argv.includes("--quick");
const SECONDS = quick ? 3 : 20;
const COUNT = quick ? 200 : 2_000;
const LONGEST_MS = 10_000;

type Product = Awaited<ReturnType<typeof startReady>>;

/** Sends values that differ, and waits for each to come back. */
class Rounds {
  readonly #server: KnxServer;
  readonly #waiting = new Map<string, { sent: number; done: (ms: number) => void }>();
  #value = 0;

  constructor(server: KnxServer) {
    this.#server = server;
    server.onTaken = ({ target, tpdu }) => {
      const data = tpdu.subarray(2).toString("hex");
      const waiting = target === TO ? this.#waiting.get(data) : undefined;
      this.#waiting.delete(data);
      waiting?.done(performance.now() - waiting.sent);
    };
  }

  /** ms from the telegram to the write. */
  one(): Promise<number> {
    this.#value = (this.#value + 1) % 50_000;
    const data = this.#value.toString(16).padStart(8, "0");
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`${data} was not passed on`)), LONGEST_MS);
      const done = (ms: number) => {
        clearTimeout(late);
        resolve(ms);
      };
      this.#waiting.set(data, { sent: performance.now(), done });
      this.#server.telegram(groupWrite({ source: SOURCE, target: FROM, data }));
    });
  }
}

const ms = (sorted: readonly number[], part: number) =>
  `${(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(1)} ms`;
const ascending = (values: number[]) => values.sort((a, b) => a - b);

/** One product, one way to the interface. */
async function measured(
  mode: "tunnel" | "tunnel_tcp",
  run: (product: Product, rounds: Rounds) => Promise<void>,
) {
  const server = await startKnxServer();
  const product = await startReady();
  try {
    await upload(product, [
      ["project.csv", "key;value\nid;knx\nname;KNX\n"],
      ["pods.csv", `id;mode;host;port;time\nknx.haus;${mode};127.0.0.1;${server.port};0\n`],
      ["knx.csv", "pod;channel;dir;address;dpt\nhaus;ein;in;1/2/3;12.001\nhaus;aus;out;1/2/4;12.001\n"],
      ["links.csv", "source;target\nknx.haus.ein;knx.haus.aus\n"],
    ]);
    await waitFor(() => Promise.resolve(server.tunnels === 1), { what: "the tunnel", timeout: 30_000 });
    const rounds = new Rounds(server);
    await rounds.one();
    await run(product, rounds);
    if (server.violations.length > 0) throw new Error(server.violations.join());
  } finally {
    await product.stop();
    await server.stop();
  }
}

async function memoryOf(name: string): Promise<number> {
  const pod = (await processes()).find(({ command }) => command.includes(name));
  return pod ? await pss(pod.pid) : 0;
}

const figures: Figure[] = [];

await measured("tunnel", async (product, rounds) => {
  const before = await processorTime(product);
  const times: Promise<number>[] = [];
  const begun = performance.now();
  for (let n = 0; n < SECONDS * PER_SECOND; n += 1) {
    await pause(Math.max(0, begun + (n * 1_000) / PER_SECOND - performance.now()) / 1_000);
    times.push(rounds.one());
  }
  const sorted = ascending(await Promise.all(times));
  const spent = cores(before, await processorTime(product), (performance.now() - begun) / 1_000);
  const what = `${PER_SECOND} telegrams per second, UDP`;
  figures.push(
    {
      what: `${what}: telegram to write, median / 99 %`,
      measured: `${ms(sorted, 0.5)} / ${ms(sorted, 0.99)}`,
    },
    { what: `${what}: processor time`, measured: spent },
    {
      what: "PSS of the pod",
      aim: "34 MB",
      measured: `${((await memoryOf("knx.haus")) / 1e6).toFixed(1)} MB`,
    },
  );
});

for (const mode of ["tunnel", "tunnel_tcp"] as const) {
  await measured(mode, async (_, rounds) => {
    const times: number[] = [];
    const begun = performance.now();
    for (let n = 0; n < COUNT; n += 1) times.push(await rounds.one());
    const rate = (COUNT * 1_000) / (performance.now() - begun);
    const sorted = ascending(times);
    figures.push({
      what: `one after the other, ${mode === "tunnel" ? "UDP" : "TCP"}: passed on per second; median / 99 %`,
      measured: `${rate.toFixed(0)}; ${ms(sorted, 0.5)} / ${ms(sorted, 0.99)}`,
    });
  });
}

await report("knx", figures);
