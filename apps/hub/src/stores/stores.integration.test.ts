import { mkdir, readdir, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { descendants } from "@hubwart/testing";
import { useFolder } from "@hubwart/testing/folder";
import { afterEach, describe, expect, it } from "vitest";
import { useHubBuild } from "../testing/hub-build.ts";
import type { HubProcess } from "../testing/hub-process.ts";
import { channel, pod, project } from "../testing/projects.ts";

/** HUBWART_POOL_KILLS=50 for the whole proof. */
const KILLS = Number(process.env["HUBWART_POOL_KILLS"] ?? 8);
const POOL_MS = 120_000 * Math.max(1, KILLS / 8);
const build = useHubBuild();
let hub: HubProcess;
const dataDir = useFolder();
afterEach(() => hub.stop());

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const write = (chan: string, value: unknown) => hub.client.request("write", { chan, value });

/** As a power cut ends it: all processes at once, without a word. */
async function cut() {
  const pids = [hub.child.pid ?? 0, ...(await descendants(hub.child.pid ?? 0))];
  const gone = new Promise((resolve) => hub.child.once("exit", resolve));
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It fell with its parent.
    }
  }
  await gone;
  await hub.stop();
}

describe("retained channels", () => {
  const PLANT = project([
    pod("fake.a", [
      channel("fake.a.target", { type: "float", dir: "out", retain: true }),
      channel("fake.a.seen", { type: "float", config: { of: "fake.a.target" } }),
      channel("fake.a.other", { type: "float", dir: "out" }),
      ...Array.from({ length: 20 }, (_, at) =>
        channel(`fake.a.many${String(at)}`, { dir: "out", retain: true }),
      ),
    ]),
  ]);

  it("have their last value after a restart, count as uncertain, and reach the pod again", async () => {
    hub = await build.start({ project: PLANT, dataDir: dataDir() });
    await write("fake.a.target", 21.5);
    await write("fake.a.other", 7);
    await hub.stop();
    hub = await build.start({ dataDir: dataDir() });
    const kept = await hub.value("fake.a.target");
    expect([kept.value, kept.quality, kept.count]).toEqual([21.5, 1, 1]);
    expect((await hub.value("fake.a.other")).count).toBe(0);
    await hub.until("the pod to have it", async () => (await hub.value("fake.a.seen")).value === 21.5);
  });

  it("come back with their project, though the hub was started anew with another one meanwhile", async () => {
    const snapshots = async () =>
      (await readdir(path.join(dataDir(), "pool", "snapshots"))).filter((name) => name.includes("-project"))
        .length;
    hub = await build.start({ project: PLANT, dataDir: dataDir() });
    await write("fake.a.target", 21.5);
    await hub.stop();
    hub = await build.start({ project: project([pod("fake.b", [channel("fake.b.x")])]), dataDir: dataDir() });
    expect((await hub.client.request("traceData", { filter: ["fake.a.target"], tags: [] })).records).toEqual(
      [],
    );
    expect(await snapshots()).toBe(1);
    await hub.stop();
    hub = await build.start({ project: PLANT, dataDir: dataDir() });
    expect((await hub.value("fake.a.target")).value).toBe(21.5);
  });

  it(`have the last second's value or the one before after ${KILLS} power cuts`, {
    timeout: POOL_MS,
  }, async () => {
    hub = await build.start({ project: PLANT, dataDir: dataDir() });
    let round = 0;
    const rates: number[] = [];
    for (let at = 0; at < KILLS; at += 1) {
      // [when it was acknowledged, value], newest last
      const acknowledged: [number, number][] = [];
      const began = Date.now();
      // Beyond a second in every fourth round, so that the bound is one.
      const until = began + 20 + Math.random() * (at % 4 === 0 ? 2_500 : 400);
      while (Date.now() < until) {
        round += 1;
        await Promise.all(
          Array.from({ length: 20 }, (_, place) => write(`fake.a.many${String(place)}`, round)),
        );
        acknowledged.push([Date.now(), round]);
      }
      const end = Date.now();
      rates.push((acknowledged.length * 20_000) / Math.max(1, end - began));
      await cut();
      hub = await build.start({ dataDir: dataDir() });
      const least = acknowledged.findLast(([time]) => time < end - 1_000)?.[1] ?? 0;
      for (let place = 0; place < 20; place += 1) {
        const { value } = await hub.value(`fake.a.many${String(place)}`);
        expect(Number(value ?? 0)).toBeGreaterThanOrEqual(least);
        expect(Number(value ?? 0)).toBeLessThanOrEqual(round);
      }
      // Nothing may run backwards either: what one start showed, the next shows at least.
      round = Math.max(round, Number((await hub.value("fake.a.many0")).value ?? 0));
    }
    const rate = rates.toSorted((a, b) => a - b)[rates.length >> 1] ?? 0;
    process.stdout.write(`retained: ${Math.round(rate)} acknowledged changes/s, ${KILLS} cuts\n`);
  });
});

describe("recorded channels", () => {
  const PLANT = project([
    pod("fake.a", [
      channel("fake.a.count", { config: { does: "count", every: 5 }, record: {} }),
      channel("fake.a.slow", { type: "float", dir: "out", record: { interval: 1_000 } }),
      channel("fake.a.plain", { config: { does: "count", every: 5 } }),
    ]),
  ]);
  const chart = async (chan: string) => {
    const now = Date.now();
    return await hub.client.request("chart", {
      channels: [chan],
      from: now - 600_000,
      to: now + 1_000,
      points: 5_000,
    });
  };

  it("can be drawn while they are recorded, value by value", async () => {
    hub = await build.start({ project: PLANT, dataDir: dataDir() });
    await write("fake.a.slow", 1.25);
    await hub.until("some values", async () => {
      try {
        return ((await chart("fake.a.count")).series[0]?.points.length ?? 0) > 100;
      } catch {
        return false;
      }
    });
    const { series, step } = await chart("fake.a.count");
    expect(step).toBe(0);
    const values = series[0]?.points.map(([, value]) => value) ?? [];
    expect(values).toEqual(values.map((_, at) => (values[0] ?? 0) + at));
    expect((await chart("fake.a.slow")).series[0]?.points.map(([, value]) => value)).toEqual([1.25]);
    expect((await chart("fake.a.plain")).series[0]?.points).toEqual([]);
  });

  it("are others besides once people add them, from their present value on, over restarts and projects", async () => {
    const file = path.join(dataDir(), "recording", "added.json");
    const add = async (...chans: string[]) => {
      await mkdir(path.dirname(file), { recursive: true });
      const channels = Object.fromEntries(chans.map((chan) => [chan, { ts: 1, by: "" }]));
      await writeFile(file, JSON.stringify({ format: 1, channels }));
    };
    const points = async () =>
      ((await chart("fake.a.plain").catch(() => undefined))?.series[0]?.points ?? []).map(
        ([, value]) => value,
      );
    const QUIET = project([pod("fake.a", [channel("fake.a.plain", { type: "float", dir: "out" })])]);
    hub = await build.start({ project: QUIET, dataDir: dataDir() });
    await write("fake.a.plain", 1);
    await expect(chart("fake.a.plain")).rejects.toThrow("aufgezeichnet");
    await add("fake.a.plain", "fake.weg.x");
    await hub.client.request("recordingChanged", {});
    await hub.until("its present value", async () => (await points()).join() === "1");
    const { channel: row } = await hub.client.request("channelDefinition", { chan: "fake.a.plain" });
    expect(row?.record).toEqual({});
    await hub.stop();
    const other = project([
      pod("fake.a", [channel("fake.a.plain", { type: "float", dir: "out" }), channel("fake.a.x")]),
    ]);
    hub = await build.start({ project: other, dataDir: dataDir() });
    await write("fake.a.plain", 2);
    await hub.until("another value", async () => (await points()).at(-1) === 2);
    await add();
    await hub.client.request("recordingChanged", {});
    await write("fake.a.plain", 3);
    await sleep(1_000);
    expect((await points()).at(-1)).toBe(2);
  });

  it("go on after the recorder was killed, and hold up nobody meanwhile", async () => {
    hub = await build.start({ project: PLANT, dataDir: dataDir() });
    await hub.until(
      "values",
      async () => ((await chart("fake.a.count").catch(() => undefined))?.series[0]?.points.length ?? 0) > 10,
    );
    for (let kill = 0; kill < 3; kill += 1) {
      const pods = new Set((await hub.pods()).map(({ pid }) => pid));
      const recorder = (await descendants(hub.child.pid ?? 0)).find((pid) => !pods.has(pid));
      process.kill(recorder ?? 0, "SIGKILL");
      const before = Number((await hub.value("fake.a.count")).value);
      await sleep(300);
      expect(Number((await hub.value("fake.a.count")).value)).toBeGreaterThan(before);
      await hub.until("recording to go on", async () => {
        const points = (await chart("fake.a.count").catch(() => undefined))?.series[0]?.points ?? [];
        return (points.at(-1)?.[1] ?? 0) > before;
      });
    }
    const values = (await chart("fake.a.count")).series[0]?.points.map(([, value]) => value) ?? [];
    expect(new Set(values).size).toBe(values.length);
  });

  it("lose at most the last 10 s to a power cut, though nobody asked for them before", async () => {
    hub = await build.start({ project: PLANT, dataDir: dataDir() });
    const hot = path.join(dataDir(), "lake", "hot");
    const sizes = async () => {
      const names = await readdir(hot).catch(() => []);
      const all = await Promise.all(names.map((name) => stat(path.join(hot, name))));
      return all.reduce((sum, { size }) => sum + size, 0);
    };
    await hub.until("something to be on the disk", async () => (await sizes()) > 0);
    const first = await sizes();
    await hub.until("more of it", async () => (await sizes()) > first);
    await sleep(Math.random() * 1_000);
    const at = Date.now();
    await cut();
    hub = await build.start({ dataDir: dataDir() });
    await hub.until("the newest value", async () => {
      const now = Date.now();
      const request = { channels: ["fake.a.count"], from: at - 600_000, to: at, points: 5_000 };
      const found = await hub.client.request("chart", request).catch(() => undefined);
      const last = found?.series[0]?.points.at(-1)?.[0] ?? 0;
      return now > at && last > at - 10_000;
    });
  });

  it("leave whole files only after power cuts at any moment, and what was shown is kept", async () => {
    hub = await build.start({ project: PLANT, dataDir: dataDir() });
    let shown = 0;
    for (let at = 0; at < 8; at += 1) {
      await hub.until("values", async () => {
        const points = (await chart("fake.a.count").catch(() => undefined))?.series[0]?.points ?? [];
        return points.length > shown;
      });
      const points = (await chart("fake.a.count")).series[0]?.points ?? [];
      shown = points.length;
      await sleep(Math.random() * 300);
      await cut();
      hub = await build.start({ dataDir: dataDir() });
      // What a chart has shown was on disk.
      await hub.until("the recorder", () =>
        chart("fake.a.count").then(
          () => true,
          () => false,
        ),
      );
      const after = (await chart("fake.a.count")).series[0]?.points ?? [];
      expect(after.slice(0, shown)).toEqual(points);
    }
    expect((await readdir(path.join(dataDir(), "lake", "hot"))).some((name) => name.endsWith(".tmp"))).toBe(
      false,
    );
  });

  it("say so when nothing is recorded", async () => {
    hub = await build.start({ project: project([pod("fake.a", [channel("fake.a.x")])]), dataDir: dataDir() });
    await expect(chart("fake.a.x")).rejects.toThrow("wird kein Channel aufgezeichnet");
  });
});
