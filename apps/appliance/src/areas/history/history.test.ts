import { readdirSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createLogger, ManualClock, MemoryLogSink, Scope } from "@hubwart/core";
import { fakeHost } from "@hubwart/host";
import { useFolder } from "@hubwart/testing/folder";
import { describe, expect, it } from "vitest";
import { ScriptedHub, scriptedPod } from "../../testing/scripted-hub.ts";
import { HistoryRecorder } from "./recorder.ts";
import { RingFile } from "./ring-file.ts";

const folder = useFolder();

async function start(clock: ManualClock, cpu = 10, hub = new ScriptedHub()) {
  const scope = new Scope();
  const { facts } = fakeHost({
    facts: {
      cpu: async () => cpu,
      memory: async () => ({ total: 200, free: 150, used: 50 }),
      // A part of a disk may be kept for root.
      disk: async () => ({ total: 200, free: 60, used: 20 }),
    },
  });
  const log = createLogger("system", "history", new MemoryLogSink());
  return {
    scope,
    hub,
    recorder: await HistoryRecorder.start({ folder: folder(), facts, hub, clock, log, scope }),
  };
}

const sizes = () =>
  Object.fromEntries(readdirSync(folder()).map((n) => [n, statSync(path.join(folder(), n)).size]));

describe("the history", () => {
  it("is for this account alone", async () => {
    rmSync(folder(), { recursive: true });
    const { recorder, scope } = await start(new ManualClock());
    await recorder.save();
    await scope.end();
    expect(statSync(folder()).mode & 0o777).toBe(0o700);
    expect(statSync(path.join(folder(), "host.day")).mode & 0o777).toBe(0o600);
  });

  it("keeps 7 days in files of fixed size and gives a bounded number of averaged points", async () => {
    const clock = new ManualClock();
    const { recorder, scope } = await start(clock);
    await recorder.save();
    const first = sizes();
    for (let i = 0; i < 8 * 5_760; i += 1) {
      clock.advance(15_000);
      await recorder.sample();
    }
    await recorder.save();
    expect(first["host.day"]).toBe(5_760 * 16);
    expect({ ...sizes(), "marks.json": 0 }).toEqual({ ...first, "marks.json": 0 });
    for (const minutes of [1, 60, 1_440, 10_080]) {
      const { records, interval } = await recorder.since("host", minutes);
      expect(records.length).toBeLessThanOrEqual(721);
      expect(interval % 15).toBe(0);
      expect(records.at(-1)?.values).toEqual([10, 25, 25]);
      const span = (records.at(-1)?.ts ?? 0) - (records[0]?.ts ?? 0);
      expect(span).toBeLessThanOrEqual(minutes * 60_000 + 300_000);
      expect(span).toBeGreaterThanOrEqual(minutes * 60_000 * 0.9 - 60_000);
    }
    await scope.end();
  });
  it("comes back after a restart, without what is from the future", async () => {
    const clock = new ManualClock();
    const cpus = async (r: HistoryRecorder) => (await r.since("host", 10)).records.map((s) => s.values[0]);
    const first = await start(clock);
    await first.scope.end();
    const later = await start(new ManualClock(clock.now() + 60_000), 20);
    expect(await cpus(later.recorder)).toEqual([10, 20]);
    await later.scope.end();
    const past = await start(new ManualClock(clock.now() - 3_600_000), 30);
    expect(await cpus(past.recorder)).toEqual([30]);
    await past.scope.end();
  });
  it.each([-3 * 86_400_000, -2 * 3_600_000, 2 * 3_600_000, 3 * 86_400_000, 4_000 * 86_400_000])(
    "shows what it measured before and after the clock was set by %d ms, with true rates",
    async (jump) => {
      const clock = new ManualClock();
      const { recorder, scope, hub } = await start(clock);
      const step = async (sent: number) => {
        hub.podList = [scriptedPod("mqtt.a", { counters: { in: sent, out: 0, coalesced: 0, failed: 0 } })];
        clock.advance(15_000);
        await new Promise(setImmediate);
      };
      hub.say({ state: "running" });
      for (let i = 0; i < 40; i += 1) await step(150 * i);
      clock.jump(jump);
      for (let i = 40; i < 60; i += 1) await step(150 * i);
      await recorder.save();
      const rates = (await recorder.since("pod:mqtt.a", 5)).records.map(({ values }) => values[2]);
      expect(rates).toHaveLength(20);
      expect(new Set(rates)).toEqual(new Set([10]));
      clock.jump(-jump);
      const old = (await recorder.since("host", 30)).records;
      expect(old.length).toBeGreaterThanOrEqual(40);
      expect(old.every(({ ts }) => ts <= clock.now())).toBe(true);
      await scope.end();
    },
  );
  it("begins anew where it cannot read a file", async () => {
    writeFileSync(path.join(folder(), "host.day"), Buffer.alloc(77, 0xff));
    writeFileSync(path.join(folder(), "marks.json"), "{");
    const { recorder, scope } = await start(new ManualClock());
    expect((await recorder.since("host", 60)).records).toHaveLength(1);
    expect(recorder.marks.since(60).map(({ kind }) => kind)).toEqual(["system"]);
    await scope.end();
    expect(sizes()["host.day"]).toBe(5_760 * 16);
  });
  it("records the hub and its pods, with rates of values, and marks starts and projects", async () => {
    const clock = new ManualClock();
    const { recorder, scope, hub } = await start(clock);
    const pod = (over: object) => scriptedPod("mqtt.a", { memory: 1_000, cpu: 2, ...over });
    hub.podList = [pod({ counters: { in: 100, out: 0, coalesced: 0, failed: 0 } })];
    hub.say({ state: "running", started: clock.now() / 1000, projectVersion: "1" });
    hub.sayPods();
    await recorder.sample();
    hub.podList = [pod({ counters: { in: 250, out: 0, coalesced: 0, failed: 0 }, starts: 2 })];
    hub.sayPods();
    hub.say({ projectVersion: "2" });
    clock.advance(15_000);
    await new Promise(setImmediate);
    const series = await recorder.since("pod:mqtt.a", 5);
    expect(series.fields).toEqual(["memory", "cpu", "values", "connected"]);
    expect(series.records.at(-1)?.values).toEqual([1_000, 2, 10, 1]);
    expect((await recorder.since("hub", 5)).records.at(-1)?.values).toEqual([1_000, 2, 10]);
    expect(recorder.marks.since(60).map(({ kind, text }) => `${kind} ${text}`.trim())).toEqual([
      "system",
      "hub",
      "pod mqtt.a",
      "project 2",
    ]);
    await expect(recorder.since("pod:mqtt.none", 5)).rejects.toThrow("keinen Verlauf");
    await scope.end();
  });
});

describe("a ring file", () => {
  const shape = { step: 10, slots: 6, fields: 1 };
  it("keeps the last round only, also across its end", async () => {
    const ring = new RingFile(path.join(folder(), "r"), shape);
    for (let step = 0; step < 20; step += 1) {
      ring.put(step * 10_000, [step]);
      if (step % 4 === 3) await ring.flush();
    }
    await ring.flush();
    const again = new RingFile(path.join(folder(), "r"), shape);
    expect((await again.read(0, 199_999)).map((r) => r.values[0])).toEqual([14, 15, 16, 17, 18, 19]);
    expect((await again.read(170_000, 199_999)).map((r) => r.ts)).toEqual([180_000, 190_000, 200_000]);
  });
  it("keeps what could not be written for the next attempt", async () => {
    const file = path.join(folder(), "no", "r");
    writeFileSync(path.join(folder(), "no"), "");
    const ring = new RingFile(file, shape);
    ring.put(0, [7]);
    await expect(ring.flush()).rejects.toThrow();
    rmSync(path.join(folder(), "no"));
    await ring.flush();
    expect((await ring.read(0, 0)).map((r) => r.values[0])).toEqual([7]);
    truncateSync(file, 3);
    expect(await ring.read(0, 0)).toEqual([]);
  });
});
