/** A source that falls silent while its broker lives: the pod as the hub runs it, with a real broker. */
import { ManualClock } from "@hubwart/core";
import { type HubToPod, memoryCarriers, type PodToHub } from "@hubwart/ipc";
import { runPod } from "@hubwart/runtime/run-pod";
import { startMosquitto } from "@hubwart/testing";
import { afterEach, expect, it } from "vitest";
import { podLoad } from "../testing/index.ts";
import { kind } from "./index.ts";
import { Peers } from "./testing/peers.ts";

const peers = new Peers();
afterEach(() => peers.stop());

it("leaves values uncertain that are older than their channel allows, until the next one, and no others", async () => {
  const broker = await startMosquitto();
  peers.add(broker);
  const load = podLoad(
    kind.schema,
    [{ host: "127.0.0.1", port: broker.port }],
    [
      { chan: "aged", type: "int", config: { topic: "t", max_age: 5, qos: 1 } },
      { chan: "free", type: "int", config: { topic: "t", qos: 1 } },
    ],
  );
  const [hub, carrier] = memoryCarriers<HubToPod, PodToHub>();
  const clock = new ManualClock();
  const told: unknown[] = [];
  const lost: boolean[] = [];
  hub.onMessage((message) => {
    if (message.t === "conn") lost.push(message.iface.state);
    if (message.t !== "values") return;
    const { n, q, v } = message.values;
    n.forEach((channel, at) => told.push([channel, v[at], q?.[at] ?? 0]));
  });
  const abort = new AbortController();
  const end = runPod({ id: load.id, carrier, loadKind: async () => kind, clock, signal: abort.signal });
  peers.add({
    stop: async () => {
      abort.abort();
      await end;
    },
  });
  hub.send({ t: "load", pod: load, logLevel: "info" });
  hub.send({ t: "start" });
  const other = await peers.peer(broker.port);
  await expect.poll(() => lost, { timeout: 10_000 }).toContain(true);
  const said = async (value: number) => {
    await expect
      .poll(async () => {
        await other.client.publishAsync("t", String(value), { qos: 1 });
        return told;
      })
      .toContainEqual([1, value, 0]);
    await expect.poll(() => told).toContainEqual([0, value, 0]);
  };
  await said(21);
  clock.advance(4_000);
  expect(told).not.toContainEqual([0, 21, 1]);
  clock.advance(2_000);
  await expect.poll(() => told).toContainEqual([0, 21, 1]);
  await said(22);
  expect(told).not.toContainEqual([0, 22, 1]);
  expect(told).not.toContainEqual([1, 21, 1]);
  expect(lost.at(-1)).toBe(true);
});
