import { createLogger, ManualClock, MemoryLogSink } from "@hubwart/core";
import type { LiveUser } from "@hubwart/live";
import { Held } from "@hubwart/runtime/held";
import type { PodWrite } from "@hubwart/runtime/pod";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { podLoad } from "../testing/index.ts";
import { Device, type Line } from "./device.ts";
import { deviceMessage } from "./message.ts";
import { assetSchema, checkAsset } from "./schema.ts";

const user = (role = "pumpe"): LiveUser => ({ username: "p", role, pwd: "", token: "" });

/** @param more keys of further channels to the device */
function bench(more: readonly string[] = []) {
  const clock = new ManualClock();
  const load = podLoad(
    assetSchema,
    [{ port: 0 }],
    [
      { chan: "temp", dir: "in", config: { asset: "p", key: "temp" } },
      { chan: "set", dir: "out", config: { asset: "p", key: "set" } },
      { chan: "mode", dir: "inout", type: "bool", config: { asset: "p", key: "mode" } },
      ...more.map((key) => ({ chan: key, dir: "out" as const, config: { asset: "p", key } })),
    ],
  );
  const outcomes: string[] = [];
  const emitted: unknown[] = [];
  const context = {
    load,
    clock,
    log: createLogger("pod", "asset", new MemoryLogSink()),
    written: ({ value }: PodWrite) => outcomes.push(`written ${String(value)}`),
    refused: ({ value }: PodWrite, why: string) => outcomes.push(`refused ${String(value)} ${why}`),
    failed: (index: number) => outcomes.push(`failed ${index}`),
    coalesced: (index: number) => outcomes.push(`merged ${index}`),
    emit: (...args: unknown[]) => emitted.push(args.slice(0, 3)),
  };
  const device = new Device("p", "main", context, new Held(context));
  for (const index of load.channels.keys()) device.add(index);
  const line = () => {
    const said: Record<string, unknown>[] = [];
    const closed: number[] = [];
    const one: Line & { said: typeof said; closed: number[] } = {
      said,
      closed,
      address: "10.0.0.1",
      send: (message) => said.push(message as Record<string, unknown>),
      close: (code) => closed.push(code),
    };
    return one;
  };
  let seq = 0;
  const write = (index: number, value: unknown) => device.write({ index, value, ts: 0, seq: ++seq });
  const values = (given: Record<string, unknown>) =>
    device.took({ t: "values", seq: 1, values: given, ts: undefined, quality: 0 });
  return { clock, device, line, write, values, outcomes, emitted };
}

/** A device that disconnects as soon as it gets a value "gift". @param resume it remembers the other values then */
function reboots(keys: readonly string[], resume: boolean) {
  const { device, line, write, outcomes } = bench(keys);
  const isGift = (key: string) => key.startsWith("gift");
  for (const [at, key] of keys.entries()) write(3 + at, isGift(key) ? "gift" : key);
  let got = new Set<string>();
  let connections = 0;
  for (let broke = true; broke && connections < 200; connections += 1) {
    const now = line();
    if (!resume) got = new Set();
    device.connect(now, user(), resume);
    // Another value comes all the while.
    write(2, connections);
    broke = false;
    for (let at = 1; !broke && at < now.said.length; at += 1) {
      const { seq, values: sent } = now.said[at] as { seq: number; values: Record<string, unknown> };
      broke = Object.keys(sent).some(isGift);
      if (broke) device.disconnect(now);
      else {
        for (const key of Object.keys(sent)) got.add(key);
        device.acknowledged({ t: "ack", seq, refused: {} });
      }
    }
  }
  expect(connections).toBeLessThan(25);
  expect(got.size).toBe(keys.length);
  expect(outcomes.filter((outcome) => outcome.startsWith("refused"))).toEqual([
    "refused gift Das Gerät trennt die Verbindung, sobald es diesen Wert erhält",
  ]);
  const again = line();
  device.connect(again, user(), false);
  expect(again.said.flatMap(({ values: sent }) => Object.keys(sent ?? {})).some(isGift)).toBe(false);
}

describe("a device", () => {
  it("has no good value left once it sent one that does not fit, until the next", () => {
    const { device, emitted, line, values } = bench();
    device.connect(line(), user(), false);
    values({ temp: 21 });
    values({ temp: "warm" });
    values({ temp: 22 });
    expect(emitted).toEqual([
      [0, 21, 0],
      [0, 21, 2],
      [0, 22, 0],
    ]);
  });

  it("gets messages of 64 KiB at most; a value that fits none is refused", () => {
    const { device, line, write, outcomes } = bench();
    const wide = line();
    device.connect(wide, user(), true);
    const long = "x".repeat(40_000);
    for (const [index, value] of [
      [1, "1"],
      [1, long],
      [2, long],
    ] as const)
      write(index, value);
    device.acknowledged({ t: "ack", seq: 1, refused: {} });
    device.acknowledged({ t: "ack", seq: 2, refused: {} });
    const sizes = wide.said.slice(1).map((message) => JSON.stringify(message).length);
    expect([sizes.length, Math.max(...sizes) < 65_536]).toEqual([3, true]);
    outcomes.splice(0);
    write(1, "ü".repeat(33_000));
    device.acknowledged({ t: "ack", seq: 3, refused: {} });
    expect(outcomes.at(-1)).toMatch(/Der Wert ist zu groß: Eine Nachricht an ein Gerät fasst 64 KiB$/);
    expect(wide.said).toHaveLength(4);
  });

  it("is not kept from its values by one over which its connection breaks", () => {
    const { device, line, write, outcomes } = bench();
    write(1, "gift");
    write(2, true);
    let breaks = 0;
    for (let connection = 0; connection < 10; connection += 1) {
      const now = line();
      device.connect(now, user(), true);
      for (let at = 1; at < now.said.length; at += 1) {
        const { seq, values: sent } = now.said[at] as { seq: number; values: Record<string, unknown> };
        if (sent["set"] === "gift") {
          breaks += 1;
          device.disconnect(now);
          break;
        }
        device.acknowledged({ t: "ack", seq, refused: {} });
      }
    }
    expect(outcomes).toEqual([
      "written true",
      "refused gift Das Gerät trennt die Verbindung, sobald es diesen Wert erhält",
    ]);
    expect(breaks).toBe(5);
  });

  it.each([
    ["it alone", [], ["gift"], []],
    ["among others", ["a"], ["gift"], ["b"]],
    ["among 200", Array(150).fill("a"), ["gift"], Array(50).fill("b")],
  ])("that reboots over a value gets all the others: %s", (_, before, gift, after) => {
    for (const resume of [true, false]) {
      reboots(
        [...before, ...gift, ...after].map((key, at) => `${key}${at}`),
        resume,
      );
    }
  });

  it("is spared the newest of several values over which its connection breaks", () => {
    const { device, line, write, outcomes } = bench();
    for (let value = 1; value <= 5; value += 1) {
      if (value < 5) write(1, value);
      const now = line();
      device.connect(now, user(), true);
      // The next one is there when it breaks over this one, but for the last.
      if (value < 4) write(1, value + 1);
      device.disconnect(now);
    }
    expect(outcomes.at(-1)).toMatch(/^refused 4 Das Gerät trennt/);
  });

  it("takes many values at once again when it turned out that none of them broke its connection", () => {
    const keys = ["a", "b", "c", "d"];
    const { device, line, write } = bench(keys);
    for (const index of [3, 4, 5, 6]) write(index, "x".repeat(index));
    for (let breaks = 0; breaks < 3; breaks += 1) {
      const now = line();
      device.connect(now, user(), true);
      device.disconnect(now);
    }
    // One of those that were under way fits no message now.
    write(3, "x".repeat(70_000));
    const now = line();
    device.connect(now, user(), true);
    const acknowledge = () =>
      device.acknowledged({ t: "ack", seq: Number(now.said.at(-1)?.["seq"]), refused: {} });
    for (let acks = 0; acks < 3; acks += 1) acknowledge();
    for (const index of [3, 4, 5, 6]) write(index, 1);
    acknowledge();
    expect(now.said.at(-1)?.["values"]).toEqual({ b: 1, c: 1, d: 1 });
  });

  it("gets the newest of each value, one message at a time, and says what became of it", () => {
    const { device, line, write, outcomes } = bench();
    write(1, 1);
    write(1, 2);
    const one = line();
    device.connect(one, user(), false);
    expect(one.said).toEqual([
      { t: "welcome", asset: "p", in: { temp: "float", mode: "bool" }, out: { set: "float", mode: "bool" } },
      { t: "write", seq: 1, values: { set: 2 } },
    ]);
    write(2, true);
    write(1, 3);
    expect(one.said).toHaveLength(2);
    device.acknowledged({ t: "ack", seq: 9, refused: {} });
    device.acknowledged({ t: "ack", seq: 1, refused: {} });
    expect(one.said.at(-1)).toEqual({ t: "write", seq: 2, values: { mode: true, set: 3 } });
    device.acknowledged({ t: "ack", seq: 2, refused: { mode: "besetzt" } });
    expect(outcomes).toEqual(["merged 1", "refused true Das Gerät lehnt den Wert ab: besetzt", "written 3"]);
  });

  it("gets after a break what it has not acknowledged, unless there is a newer one; all of it if it remembers nothing", () => {
    const { device, line, write } = bench();
    const one = line();
    device.connect(one, user(), true);
    write(1, 1);
    write(2, true);
    write(1, 2);
    device.disconnect(one);
    const two = line();
    device.connect(two, user(), true);
    expect(two.said[1]).toMatchObject({ t: "write", values: { set: 2, mode: true } });
    device.acknowledged({ t: "ack", seq: Number(two.said[1]?.["seq"]), refused: {} });
    device.disconnect(two);
    const three = line();
    device.connect(three, user(), true);
    expect(three.said).toHaveLength(1);
    device.disconnect(three);
    const four = line();
    device.connect(four, user(), false);
    expect(four.said[1]).toMatchObject({ values: { set: 2, mode: true } });
  });

  it("has one connection; the old one's end changes nothing", () => {
    const { device, line, write } = bench();
    const [one, two] = [line(), line()];
    device.connect(one, user(), false);
    write(1, 1);
    device.connect(two, user(), true);
    expect(one.closed).toEqual([4409]);
    device.disconnect(one);
    expect(device.connected).toBe(true);
    expect(two.said[1]).toMatchObject({ values: { set: 1 } });
    device.revoke();
    expect(two.closed).toEqual([4403]);
  });

  it("that does not acknowledge is disconnected", () => {
    const { device, line, write, clock } = bench();
    const one = line();
    device.connect(one, user(), false);
    write(1, 1);
    clock.advance(30_000);
    expect(one.closed).toEqual([4408]);
  });

  it("delivers what its channels take; a longer break makes it uncertain", () => {
    const { device, line, values, emitted, clock, outcomes } = bench();
    const one = line();
    device.connect(one, user(), false);
    values({ temp: 21.5, mode: 1, set: 5, nope: 1 });
    expect(one.said.at(-1)).toEqual({
      t: "ack",
      seq: 1,
      refused: { set: "Diesen Namen gibt es nicht", nope: "Diesen Namen gibt es nicht" },
    });
    values({ temp: "warm" });
    expect(outcomes).toEqual(["failed 0"]);
    values({ temp: 21.5 });
    emitted.splice(0, 2);
    device.disconnect(one);
    clock.advance(4_000);
    const two = line();
    device.connect(two, user(), true);
    clock.advance(10_000);
    expect(emitted).toEqual([
      [0, 21.5, 2],
      [0, 21.5, 0],
    ]);
    device.disconnect(two);
    clock.advance(5_000);
    expect(emitted.slice(2)).toEqual([
      [0, 21.5, 1],
      [2, true, 1],
    ]);
  });

  it("may only what its role says", () => {
    const { device, line, values, write, emitted, outcomes } = bench();
    const one = line();
    device.connect(one, user("read"), false);
    values({ temp: 1 });
    expect(one.said.at(-1)?.["refused"]).toEqual({ temp: "Die Rolle erlaubt diesen Wert nicht" });
    device.connect(line(), user("write:asset.test.temp"), false);
    values({ temp: 1, mode: true });
    expect(emitted).toEqual([[0, 1, 0]]);
    write(1, 5);
    expect(outcomes).toEqual(["refused 5 Die Rolle des Geräts erlaubt diesen Wert nicht"]);
  });
});

describe("messages of devices", () => {
  it("are taken in their own shape only", () => {
    expect(deviceMessage({ t: "hello", token: "x" })).toEqual({
      t: "hello",
      credentials: { token: "x" },
      resume: false,
    });
    expect(deviceMessage({ t: "hello", user: "a", password: "b", resume: true })).toMatchObject({
      resume: true,
    });
    expect(deviceMessage({ t: "values", values: { a: 1 }, quality: 2, ts: 5, seq: 1 })).toMatchObject({
      seq: 1,
    });
    for (const raw of [
      undefined,
      null,
      [],
      1,
      {},
      { t: "hello" },
      { t: "hello", user: "a" },
      { t: "hello", token: "x".repeat(201) },
      { t: "values" },
      { t: "values", values: [] },
      { t: "values", values: {}, quality: 3 },
      { t: "values", values: {}, seq: -1 },
      { t: "values", values: {}, ts: "now" },
      { t: "values", values: Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [n, n])) },
      { t: "ack" },
      { t: "ack", seq: 1, refused: [] },
    ]) {
      expect(typeof deviceMessage(raw)).toBe("string");
    }
  });
  it("of any shape throw nothing and emit nothing of others", () => {
    fc.assert(
      fc.property(fc.anything(), (raw) => {
        const { device, line, emitted } = bench();
        device.connect(line(), user(), false);
        const message = deviceMessage(raw);
        if (typeof message !== "string" && message.t === "values") device.took(message);
        if (typeof message !== "string" && message.t === "ack") device.acknowledged(message);
        expect(emitted.length).toBeLessThan(3);
      }),
    );
  });
});

it("rules of the columns name what cannot work", () => {
  const problems = (ifaces: Parameters<typeof podLoad>[1], keys: string[]) =>
    checkAsset(
      podLoad(
        assetSchema,
        ifaces,
        keys.map((key, n) => ({
          chan: `c${n}`,
          iface: ifaces[0]?.id ?? "main",
          config: { asset: "p", key },
        })),
      ),
    ).map(({ where, attribute }) => `${where}.${attribute}`);
  expect(problems([{ port: 1 }], ["a", "b"])).toEqual([]);
  expect(problems([{ port: 1, bind: "localhost" }], ["a", "a"])).toEqual(["main.bind", "asset.test.c1.key"]);
  expect(
    problems(
      [
        { id: "a", port: 1 },
        { id: "b", port: 1 },
      ],
      [],
    ),
  ).toEqual(["b.port"]);
});
