import { ManualClock } from "@hubwart/core";
import { type Carrier, type HubToPod, memoryCarriers, type PodLoad, type PodToHub } from "@hubwart/ipc";
import type { Pod, PodContext, PodKind, PodWrite } from "../pod.ts";
import { runPod } from "../run-pod.ts";

export const LOAD: PodLoad = {
  id: "t.p",
  type: "t",
  ifaces: [{ id: "main", config: {} }],
  channels: [
    { chan: "t.p.a", iface: "main", type: "int", dir: "in", config: {} },
    { chan: "t.p.b", iface: "main", type: "int", dir: "out", config: {} },
  ],
  params: {},
  files: {},
  secrets: {},
};

/** What the pod of the test does. */
export interface Script {
  create?: (context: PodContext) => void;
  start?: (context: PodContext) => Promise<void>;
  /** Without it everything is written at once. */
  write?: (writes: readonly PodWrite[], context: PodContext) => Promise<void>;
  ask?: NonNullable<Pod["ask"]>;
  untold?: true;
}

function kindOf(script: Script): PodKind {
  return {
    schema: {} as PodKind["schema"],
    ...(script.untold ? { untold: true } : {}),
    create(context): Pod {
      script.create?.(context);
      return {
        start: () => script.start?.(context) ?? Promise.resolve(),
        write: async (writes) => {
          if (script.write) return await script.write(writes, context);
          for (const write of writes) context.written(write);
        },
        ...(script.ask ? { ask: script.ask } : {}),
      };
    },
  };
}

/** `runPod` and the hub's side of it, in memory. */
export function runInMemory(script: Script) {
  const [hub, carrier]: [Carrier<HubToPod, PodToHub>, Carrier<PodToHub, HubToPod>] = memoryCarriers();
  const clock = new ManualClock();
  const received: PodToHub[] = [];
  hub.onMessage((message) => received.push(message));
  const abort = new AbortController();
  const end = runPod({
    id: "t.p",
    carrier,
    loadKind: (type) => Promise.resolve(type === "t" ? kindOf(script) : undefined),
    clock,
    signal: abort.signal,
  });
  const settle = async () => {
    for (let i = 0; i < 20; i += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  const of = <T extends PodToHub["t"]>(t: T) =>
    received.filter((message): message is Extract<PodToHub, { t: T }> => message.t === t);
  /** The counters of the next report: it waits for figures of the operating system. */
  const counters = async () => {
    const before = of("stats").length;
    for (let i = 0; i < 1_000 && of("stats").length === before; i += 1) {
      if (i === 100) clock.advance(5_000);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    return of("stats").at(-1)?.stats.counters;
  };
  const begin = async (load: PodLoad = LOAD) => {
    hub.send({ t: "load", pod: load, logLevel: "info" });
    await settle();
    hub.send({ t: "start" });
    await settle();
  };
  return { hub, clock, end, settle, of, begin, counters, abort };
}

export const writeMessage = (seq: number, v: unknown[]): HubToPod => ({
  t: "write",
  seq,
  values: { n: v.map(() => 1), v, t: v.map(() => 5) },
});
