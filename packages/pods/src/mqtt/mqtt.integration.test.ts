import { type Mosquitto, startMosquitto } from "@hubwart/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { TestChannel } from "../testing/index.ts";
import { connected, Peers, subscribed } from "./testing/peers.ts";

const peers = new Peers();
afterEach(() => peers.stop());

describe("mqtt pod and Mosquitto", () => {
  let broker: Mosquitto;
  beforeAll(async () => {
    broker = await startMosquitto();
  });
  afterAll(() => broker.stop());

  for (const protocol of ["3.1.1", "5"]) {
    describe(`MQTT ${protocol}`, () => {
      it("receives every value type, by exact topic, wildcard and JSON pointer", async () => {
        const run = await connected(
          await peers.pod({ port: broker.port, protocol }, [
            { chan: "float", type: "float", config: { topic: "a/float" } },
            { chan: "bool", type: "bool", config: { topic: "a/bool" } },
            { chan: "int", type: "int", config: { topic: "a/int", qos: 1 } },
            { chan: "text", type: "string", config: { topic: "a/ümläut", qos: 2 } },
            { chan: "json", type: "json", config: { topic: "a/json" } },
            { chan: "deep", type: "float", config: { topic: "a/json", pointer: "/x/1/temp~1c" } },
            { chan: "all", type: "string", config: { topic: "a/#", qos: 1 } },
          ]),
        );
        const other = await peers.peer(broker.port);
        // The subscription is answered before the first publication reaches the broker or after: ask until it stands.
        await subscribed(run, other, "a/ready", "all");
        for (const [topic, payload] of [
          ["a/float", "21.5"],
          ["a/bool", "ON"],
          ["a/int", "-7"],
          ["a/ümläut", "grün ✓"],
          ["a/json", '{"x":[0,{"temp/c":4.5}]}'],
        ] as const) {
          await other.client.publishAsync(topic, payload, { qos: 2 });
        }
        await run.until(() => run.last("deep") !== undefined && run.values("all").includes("-7"));
        expect(run.values("float")).toEqual([21.5]);
        expect(run.values("bool")).toEqual([true]);
        expect(run.values("int")).toEqual([-7]);
        expect(run.values("text")).toEqual(["grün ✓"]);
        expect(run.values("json")).toEqual([{ x: [0, { "temp/c": 4.5 }] }]);
        expect(run.values("deep")).toEqual([4.5]);
        expect(run.failures).toEqual([]);
      });

      it("publishes with QoS, retain and template", async () => {
        const run = await connected(
          await peers.pod({ port: broker.port, protocol }, [
            { chan: "q0", dir: "out", config: { topic: "b/q0" } },
            { chan: "q1", dir: "out", type: "float", config: { topic: "b/q1", qos: 1, retain: true } },
            {
              chan: "q2",
              dir: "out",
              config: { topic: "b/q2", qos: 2, template: '{"v":"{value}","c":"{chan}","t":{ts}}' },
            },
          ]),
        );
        const other = await peers.peer(broker.port);
        await other.client.subscribeAsync("b/#", { qos: 2 });
        await run.write({ q0: "grün", q1: 1.5, q2: 'sagt "ja"' });
        const by = (topic: string) => other.received.find((m) => m.topic === topic);
        await other.until(() => by("b/q0") !== undefined && by("b/q2") !== undefined);
        expect(by("b/q0")).toMatchObject({ text: "grün", qos: 0 });
        expect(by("b/q1")).toMatchObject({ text: "1.5", qos: 1 });
        const q2 = by("b/q2");
        expect(q2?.qos).toBe(2);
        expect(JSON.parse(q2?.text ?? "")).toMatchObject({ v: 'sagt "ja"', c: "mqtt.test.q2" });

        const late = await peers.peer(broker.port);
        await late.client.subscribeAsync("b/#", { qos: 1 });
        await late.until(() => late.received.length > 0);
        expect(late.received).toEqual([{ topic: "b/q1", text: "1.5", qos: 1, retain: true }]);
        await late.client.publishAsync("b/q1", "", { retain: true, qos: 1 });
      });

      it("treats retained messages as asked", async () => {
        const other = await peers.peer(broker.port);
        await other.client.publishAsync("c/t", "1", { retain: true, qos: 1 });
        const run = await connected(
          await peers.pod({ port: broker.port, protocol }, [
            { chan: "uncertain", type: "int", config: { topic: "c/t" } },
            { chan: "good", type: "int", config: { topic: "c/t", retained: "good" } },
            { chan: "ignore", type: "int", config: { topic: "c/t", retained: "ignore" } },
          ]),
        );
        await run.until(() => run.last("good") !== undefined);
        await other.client.publishAsync("c/t", "2", { qos: 1 });
        await run.until(() => run.last("ignore") !== undefined);
        expect(run.emitted.map(({ chan, value, quality }) => [chan, value, quality])).toEqual([
          ["uncertain", 1, 1],
          ["good", 1, 0],
          ["uncertain", 2, 0],
          ["good", 2, 0],
          ["ignore", 2, 0],
        ]);
        await other.client.publishAsync("c/t", "", { retain: true, qos: 1 });
      });

      it("loses, doubles and reorders nothing in a flood of QoS 0, 1 and 2", async () => {
        const count = 3000;
        for (const qos of [0, 1, 2]) {
          const channels = Array.from({ length: 20 }, (_, i): TestChannel[] => [
            { chan: `o${i}`, dir: "out", type: "int", config: { topic: `d/${qos}/${i}`, qos } },
            { chan: `i${i}`, dir: "in", type: "int", config: { topic: `d/${qos}/${i}`, qos } },
          ]).flat();
          const run = await connected(await peers.pod({ port: broker.port, protocol }, channels));
          const echo = await peers.peer(broker.port);
          await subscribed(run, echo, `d/${qos}/0`, "i0", "0");
          for (let n = 1; n <= count; n++) await run.write({ [`o${n % 20}`]: n });
          const last = (i: number) => run.last(`i${i}`)?.value;
          await run.until(() =>
            Array.from({ length: 20 }, (_, i) => last(i)).every((v) => Number(v) > count - 20),
          );
          for (let i = 0; i < 20; i++) {
            const sent = Array.from({ length: count }, (_, n) => n + 1).filter((n) => n % 20 === i);
            expect(run.values(`i${i}`).filter((v) => v !== 0)).toEqual(sent);
          }
          await run.stop();
        }
      });

      it("keeps the newest value of each channel while the broker is away, and acknowledges QoS 1 late", async () => {
        const own = await startMosquitto();
        peers.add(own);
        const run = await connected(
          await peers.pod({ port: own.port, protocol }, [
            { chan: "q0", dir: "out", type: "int", config: { topic: "e/q0", retain: true } },
            { chan: "q1", dir: "out", type: "int", config: { topic: "e/q1", qos: 1, retain: true } },
            { chan: "back", dir: "in", type: "int", config: { topic: "e/back", qos: 1 } },
          ]),
        );
        await run.write({ q0: 1, q1: 1 });
        await own.kill();
        await run.until(() => run.iface()?.state === false);
        expect(run.iface()?.error).toMatch(/unterbrochen|beendet/);
        for (let n = 2; n <= 50; n++) await run.write({ q0: n, q1: n });
        expect(run.coalesced.length).toBeGreaterThanOrEqual(2 * 48);
        await own.restart();
        await run.until(() => run.iface()?.state === true);
        const other = await peers.peer(own.port);
        await other.client.subscribeAsync("e/+", { qos: 1 });
        const newest = (topic: string) => other.received.findLast((m) => m.topic === topic)?.text;
        await other.until(() => newest("e/q0") === "50" && newest("e/q1") === "50");
        await other.client.publishAsync("e/back", "7", { qos: 1 });
        await run.until(() => run.last("back")?.value === 7);
      });

      it("sends the value written during an outage after several attempts have failed", async () => {
        const own = await startMosquitto();
        peers.add(own);
        const run = await connected(
          await peers.pod(
            { port: own.port, protocol },
            [0, 1, 2].map((qos) => ({
              chan: `q${qos}`,
              dir: "out",
              type: "int",
              config: { topic: `o/${qos}`, qos, retain: true },
            })),
          ),
        );
        await run.write({ q0: 1, q1: 1, q2: 1 });
        await own.kill();
        await run.until(() => run.iface()?.state === false);
        await run.write({ q0: 14, q1: 14, q2: 14 });
        const failed = run.connections.length;
        await run.until(() => run.connections.length >= failed + 2);
        expect(run.iface()?.state).toBe(false);
        expect(run.written.filter(({ value }) => value === 14)).toEqual([]);
        await own.restart();
        const other = await peers.peer(own.port);
        await other.client.subscribeAsync("o/+", { qos: 1 });
        const newest = (qos: number) => other.received.findLast((m) => m.topic === `o/${qos}`)?.text;
        await other.until(() => [0, 1, 2].every((qos) => newest(qos) === "14"));
        await run.until(() => run.written.filter(({ value }) => value === 14).length === 3);
      });

      it("gets what a kept session queued while the pod was away, and resumes it", async () => {
        const channels: TestChannel[] = [
          { chan: "in", type: "int", config: { topic: "f/in", qos: 1 } },
          { chan: "once", type: "int", config: { topic: "f/once", qos: 2 } },
        ];
        const iface = { port: broker.port, protocol, clean: false, client_id: `keeper-${protocol}` };
        const first = await connected(await peers.pod(iface, channels));
        const other = await peers.peer(broker.port);
        await subscribed(first, other, "f/in", "in", "0");
        await first.stop();
        await other.client.publishAsync("f/in", "1", { qos: 1 });
        await other.client.publishAsync("f/once", "2", { qos: 2 });
        const second = await connected(await peers.pod(iface, channels));
        await second.until(() => second.last("in") !== undefined && second.last("once") !== undefined);
        expect(second.values("in")).toEqual([1]);
        expect(second.values("once")).toEqual([2]);
      });
    });
  }

  it("does not hear its own publications on an inout channel with MQTT 5", async () => {
    const run = await connected(
      await peers.pod({ port: broker.port, protocol: "5" }, [
        { chan: "both", dir: "inout", type: "int", config: { topic: "g/both", qos: 1 } },
        { chan: "apart", dir: "inout", type: "int", config: { topic: "g/apart", set_topic: "g/apart/set" } },
      ]),
    );
    const other = await peers.peer(broker.port);
    await other.client.subscribeAsync("g/#", { qos: 1 });
    await subscribed(run, other, "g/both", "both", "0");
    await run.write({ both: 5, apart: 6 });
    await other.until(() => other.received.some((m) => m.topic === "g/apart/set" && m.text === "6"));
    await other.client.publishAsync("g/both", "9", { qos: 1 });
    await run.until(() => run.last("both")?.value === 9);
    expect(run.values("both").filter((v) => v !== 0)).toEqual([9]);
  });
});
