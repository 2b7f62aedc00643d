/** Deeply nested JSON from outside, through the whole of a pod: it refuses the value, lives, and passes on the next. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { systemClock } from "@hubwart/core";
import { type HubToPod, memoryCarriers, type PodToHub } from "@hubwart/ipc";
import { runPod } from "@hubwart/runtime/run-pod";
import { freePort, startMosquitto } from "@hubwart/testing";
import { useEnds } from "@hubwart/testing/open";
import { connectAsync } from "mqtt";
import { expect, it } from "vitest";
import { loadPodKind } from "./registry.ts";
import { podLoad, type TestChannel } from "./testing/index.ts";

const ended = useEnds();

const DEEP = `${'{"a":['.repeat(5_000)}1${"]}".repeat(5_000)}`;

/** A pod with the runtime that its process has; resolves to a wait for the channel's value. */
async function run(type: string, iface: Record<string, string | number>, channel: TestChannel) {
  const kind = await loadPodKind(type);
  if (!kind) throw new Error(type);
  const [hub, carrier] = memoryCarriers<HubToPod, PodToHub>();
  const seen: unknown[] = [];
  let changed: () => void = () => undefined;
  hub.onMessage((message) => {
    if (message.t === "loaded") hub.send({ t: "start" });
    if (message.t === "values") {
      seen.push(...message.values.v);
      hub.send({ t: "ack", seq: message.seq });
    }
    changed();
  });
  const load = podLoad(kind.schema, [iface], [channel]);
  const end = runPod({ id: load.id, carrier, loadKind: loadPodKind, clock: systemClock });
  ended.push(async () => {
    hub.close();
    await end;
  });
  hub.send({ t: "load", pod: load, logLevel: "error" });
  return async (value: unknown) => {
    while (!seen.includes(value)) {
      await Promise.race([
        new Promise<void>((resolve) => (changed = resolve)),
        end.then((how) => Promise.reject(new Error(JSON.stringify(how)))),
      ]);
    }
    expect(seen.filter((other) => typeof other === "object" && other !== null)).toEqual([]);
  };
}

it("mqtt: also when the broker keeps the message", async () => {
  const broker = await startMosquitto();
  ended.push(() => broker.stop());
  const other = await connectAsync({ host: "127.0.0.1", port: broker.port });
  ended.push(() => other.endAsync(true));
  await other.publishAsync("deep", DEEP, { qos: 1, retain: true });
  const until = await run(
    "mqtt",
    { host: "127.0.0.1", port: broker.port },
    { chan: "x", type: "json", config: { topic: "deep", qos: 1 } },
  );
  const again = setInterval(() => other.publish("deep", "7"), 50);
  ended.push(() => clearInterval(again));
  await until(7);
});

it("http_in", async () => {
  const port = await freePort();
  const until = await run(
    "http_in",
    { port },
    { chan: "x", dir: "in", type: "json", config: { path: "/x" } },
  );
  const post = (body: string) => fetch(`http://127.0.0.1:${port}/x`, { method: "POST", body });
  let first: Response | undefined;
  while (!first) first = await post(DEEP).catch(() => undefined);
  expect(first.status).toBe(400);
  expect(await first.text()).toContain("höchstens 64 Ebenen");
  expect((await post("7")).status).toBe(200);
  await until(7);
});

it("http_out", async () => {
  let asked = 0;
  const server = createServer((_, response) => void response.end(asked++ === 0 ? DEEP : "7"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ended.push(() => server.close().closeAllConnections());
  const until = await run(
    "http_out",
    { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    { chan: "x", dir: "in", type: "json", config: { interval: 100 } },
  );
  await until(7);
});
