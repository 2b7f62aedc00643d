/**
 * MQTT → bridge → MQTT, open loop: the highest rate that is kept up (p99 below 1 s) without a lost, duplicated,
 * reordered or coalesced message, and the latency there and at 5,000 messages per second.
 *
 *     npm run bench -- mqtt            60 s for each confirmed rate
 *     npm run bench -- mqtt --quick    10 s
 *     … --only=Node-RED                the candidates whose name holds this
 *     … --cost                         processor time per message instead (cost.ts)
 *     … --hour                         memory of the pod over an hour of messages instead (hour.ts)
 */
import { once } from "node:events";
import { startMosquitto } from "@hubwart/testing";
import { type Figure, report } from "../support/results.ts";
import { measureCost } from "./cost.ts";
import { measureHour } from "./hour.ts";
import { startHubwart } from "./hubwart.ts";
import type { LoadResult } from "./load.ts";
import { startNodeRed } from "./node-red.ts";
import { forkRole, isClean, measure, runRole } from "./roles.ts";

interface Running {
  stop(): Promise<void>;
  /** Updates merged since the start; 0 for candidates that never merge. */
  coalesced?(): Promise<number>;
}
type Start = (port: number, qos: 0 | 1) => Promise<Running>;

const CANDIDATES: Record<string, Start> = {
  "bare mqtt.js bridge": async (port, qos) => {
    const bridge = forkRole("bridge", { port, qos, rate: 0, seconds: 0 });
    await bridge.next();
    return {
      async stop() {
        const exited = once(bridge.child, "exit");
        bridge.child.kill("SIGKILL");
        await exited;
      },
    };
  },
  Hubwart: startHubwart,
  "Node-RED, one wildcard": (port, qos) => startNodeRed("wildcard", port, qos),
  "Node-RED, node per topic": (port, qos) => startNodeRed("per-topic", port, qos),
};

const quick = process.argv.includes("--quick");
/** Offered one after the other, messages per second; the first that is not kept up ends the climb. */
const LADDER = [
  500, 1_000, 2_000, 5_000, 10_000, 15_000, 20_000, 25_000, 30_000, 35_000, 40_000, 45_000, 50_000, 60_000,
  70_000, 80_000,
];
const STEP_SECONDS = 3;
const CONFIRM_SECONDS = quick ? 10 : 60;
const LATENCY_RATE = 5_000;
const LATENCY_SECONDS = 6;

async function clean(
  running: Running,
  port: number,
  qos: 0 | 1,
  rate: number,
  seconds: number,
): Promise<LoadResult | undefined> {
  const before = (await running.coalesced?.()) ?? 0;
  const result = await measure({ port, qos, rate, seconds });
  const merged = ((await running.coalesced?.()) ?? 0) - before;
  return isClean(result, rate) && merged === 0 ? result : undefined;
}

interface Climb {
  /** Steps that were clean, from the lowest. */
  kept: number[];
  /** Result at the rate whose latency is reported, clean or not; absent if it was not reached. */
  calm: LoadResult | undefined;
}

async function climb(running: Running, port: number, qos: 0 | 1): Promise<Climb> {
  const kept: number[] = [];
  let calm: LoadResult | undefined;
  for (const rate of LADDER) {
    const result = await clean(
      running,
      port,
      qos,
      rate,
      rate === LATENCY_RATE ? LATENCY_SECONDS : STEP_SECONDS,
    );
    if (!result) break;
    if (rate === LATENCY_RATE) calm = result;
    kept.push(rate);
  }
  return { kept, calm };
}

/** A candidate and a broker of its own, ended afterwards whatever happens. */
async function fresh<T>(
  start: Start,
  qos: 0 | 1,
  task: (running: Running, port: number) => Promise<T>,
): Promise<T> {
  const broker = await startMosquitto({ quiet: true });
  try {
    const running = await start(broker.port, qos);
    try {
      return await task(running, broker.port);
    } finally {
      await running.stop();
    }
  } finally {
    await broker.stop();
  }
}

/** Steps tried over the long run, from the highest that was kept in the climb. */
const CONFIRM_TRIES = 4;

/** The highest step that is also kept over the long run, on a fresh candidate. */
async function confirm(
  start: Start,
  qos: 0 | 1,
  kept: number[],
): Promise<{ rate: number; result: LoadResult } | undefined> {
  for (const rate of kept.toReversed().slice(0, CONFIRM_TRIES)) {
    const result = await fresh(start, qos, (running, port) =>
      clean(running, port, qos, rate, CONFIRM_SECONDS),
    );
    if (result) return { rate, result };
  }
  return undefined;
}

/** The candidates asked for. */
const chosen = () => {
  const only = process.argv.find((argument) => argument.startsWith("--only="))?.slice("--only=".length) ?? "";
  return Object.entries(CANDIDATES).filter(([name]) => name.includes(only));
};

async function costs(): Promise<void> {
  const figures: Figure[] = [];
  for (const [name, start] of chosen()) {
    for (const qos of [0, 1] as const)
      figures.push(...(await fresh(start, qos, (_running, port) => measureCost(name, port, qos))));
  }
  await report("mqtt-cost", figures);
}

async function hour(): Promise<void> {
  await report("mqtt-hour", await fresh(startHubwart, 0, (_running, port) => measureHour(port)));
}

async function main(): Promise<void> {
  const figures: Figure[] = [];
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  const bases = { 0: 0, 1: 0 };
  for (const [name, start] of chosen()) {
    for (const qos of [0, 1] as const) {
      const { kept, calm } = await fresh(start, qos, (running, port) => climb(running, port, qos));
      const best = await confirm(start, qos, kept);
      bases[qos] ||= best?.rate ?? 0;
      const share = best ? `${Math.round((best.rate / bases[qos]) * 100)} %` : "";
      const held = best
        ? `${best.rate} msg/s (${share}), ${ms(best.result.p50)}, ${ms(best.result.p99)}`
        : `none of the ${CONFIRM_TRIES} highest steps`;
      const calmly = calm ? `${ms(calm.p50)}, ${ms(calm.p99)}` : "not kept";
      const figure = {
        what: `${name}, QoS ${qos}: highest step of the climb; kept for ${CONFIRM_SECONDS} s, p50, p99; p50, p99 at ${LATENCY_RATE} msg/s`,
        measured: `${kept.at(-1) ?? 0} msg/s; ${held}; ${calmly}`,
      };
      figures.push(figure);
      process.stderr.write(`${figure.what}: ${figure.measured}\n`);
    }
  }
  await report("mqtt", figures);
}

if (!(await runRole())) {
  if (process.argv.includes("--cost")) await costs();
  else if (process.argv.includes("--hour")) await hour();
  else await main();
}
