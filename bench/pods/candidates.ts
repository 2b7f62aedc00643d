/** What is measured: the product with the project, and Node-RED with the flows. */
import { descendants, processes, waitFor } from "@hubwart/testing";
import { startNodeRed } from "../support/node-red.ts";
import { startReady, upload } from "../support/product.ts";
import type { Setup } from "./job.ts";

export interface Candidate {
  /** All that takes part; the first is the pod. */
  pids: number[];
  /** Values read by the clock and handed on so far. */
  polled: () => Promise<number>;
  /** What it says of itself, for a failure. */
  output(): Promise<string>;
  stop(): Promise<void>;
}

interface Pod {
  id: string;
  running: boolean;
  counters: { in: number };
}

export async function hubwart(setup: Setup): Promise<Candidate> {
  const product = await startReady();
  try {
    await setup.prepare?.(product);
    await upload(product, setup.tables);
    const pods = async () => (await product.api.get("/pods", { force: "1" })).body["pods"] as Pod[];
    await waitFor(
      async () => {
        const all = await pods();
        return all.length > 0 && all.every(({ running }) => running);
      },
      {
        what: "the pods to run",
        timeout: 30_000,
      },
    );
    const own = new Set(await descendants(product.launcher.pid ?? 0));
    const all = (await processes()).filter(({ pid }) => own.has(pid));
    const pid = (part: string) => all.find(({ command }) => command.includes(part))?.pid;
    const pids = [pid(setup.pod), pid("mqtt.lan"), pid("/hub.mjs")].filter((one) => one !== undefined);
    return {
      pids: [...new Set(pids)],
      polled: async () => (await pods()).find(({ id }) => id === setup.pod)?.counters.in ?? 0,
      async output() {
        const headers = { authorization: `Bearer ${product.api.token ?? ""}` };
        const log = await fetch(`${product.url}/admin/api/system/log?tail=30`, { headers });
        return await log.text();
      },
      stop: () => product.stop(),
    };
  } catch (error) {
    await product.stop();
    throw error;
  }
}

export async function nodeRed(red: NonNullable<Setup["red"]>): Promise<Candidate> {
  const peer = await startNodeRed({ ...red, ready: /Started flows/ });
  return {
    pids: [peer.pid],
    polled: () => Promise.resolve(Number([...peer.output().matchAll(/COUNT (\d+)\./g)].at(-1)?.[1] ?? 0)),
    output: () => Promise.resolve(peer.output().replaceAll(/.*COUNT.*\n/g, "")),
    stop: () => peer.stop(),
  };
}
