import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createLogger, ManualClock, MemoryLogSink, Scope } from "@hubwart/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Lake } from "./lake.ts";
import { readParquet } from "./parquet.ts";
import { DAY, HOUR, MINUTE } from "./spans.ts";

const START = Date.UTC(2026, 10, 21, 13, 0);
const A = "mqtt.halle.temperatur";
const B = "http_in.tor.zustand";
let folder: string;
let clock: ManualClock;
let sink: MemoryLogSink;
const scopes: Scope[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "lake-"));
  clock = new ManualClock(START);
  sink = new MemoryLogSink();
});
afterEach(async () => {
  for (const scope of scopes.splice(0)) await scope.end();
  await rm(folder, { recursive: true });
});

async function open(keep = { days: 3650, bytes: 1e12 }) {
  const scope = new Scope();
  scopes.push(scope);
  const lake = await Lake.open({ folder, clock, scope, log: createLogger("hub", "lake", sink), keep });
  return { lake, close: () => scope.end() };
}
const values = async (lake: Lake, chan: string, from: number, to: number) =>
  (await lake.chart({ channels: [chan], from, to, points: 1_000_000 })).series[0]?.points.map(
    ([time, value]) => [time, value],
  );
const chart = async (lake: Lake, chan: string, from: number, to: number, points = 500) =>
  await lake.chart({ channels: [chan], from, to, points });
/** Moves the time and lets the lake notice. */
async function pass(lake: Lake, ms: number) {
  clock.advance(ms);
  await lake.flush();
}

describe("Lake", () => {
  it("loses at most what came since the last flush, at whatever moment the power goes", async () => {
    const { lake } = await open();
    const cuts: [folder: string, at: number][] = [];
    for (let at = 0; at < 30_000; at += 100) {
      lake.add(A, clock.now(), at, 0);
      clock.advance(100);
      // A flush that fell due is written by now: this waits in the same queue.
      if ((at + 100) % 3_000 === 0) await lake.rebuild("none").catch(() => undefined);
      if (at % 1_100 !== 0) continue;
      const cut = `${folder}-cut-${at}`;
      await cp(folder, cut, { recursive: true });
      cuts.push([cut, at]);
    }
    for (const [cut, at] of cuts) {
      const scope = new Scope();
      const log = createLogger("hub", "lake", sink);
      const after = await Lake.open({ folder: cut, clock, scope, log, keep: { days: 3650, bytes: 1e12 } });
      const found = (await values(after, A, START, START + HOUR)) ?? [];
      expect(found.map(([, value]) => value)).toEqual(found.map((_, place) => place * 100));
      expect(at - (found.at(-1)?.[1] ?? -100), `cut at ${at}`).toBeLessThanOrEqual(3_000);
      await scope.end();
      await rm(cut, { recursive: true });
    }
  });

  it("has every value flushed after a sudden end, once, over several starts", async () => {
    const first = await open();
    for (let at = 0; at < 100; at += 1) first.lake.add(A, START + at * 100, at / 10, 0);
    await first.lake.flush();
    first.lake.add(A, START + 60_000, 99, 0);
    // No close: as after kill -9. What was not flushed is lost.
    for (let start = 0; start < 3; start += 1) {
      const { lake } = await open();
      const expected = Array.from({ length: 100 }, (_, at) => [START + at * 100, at / 10]);
      expect(await values(lake, A, START, START + HOUR)).toEqual(expected);
      const minutes = await chart(lake, A, START, START + DAY);
      expect(minutes.series[0]?.points).toEqual([[START, 0, 9.9, expect.closeTo(4.95)]]);
    }
  });

  it("finishes what a sudden end left at any step from log to day, without a row lost or kept twice", async () => {
    const { lake } = await open();
    for (let quarter = 0; quarter < 4; quarter += 1) {
      for (let at = 0; at < 50; at += 1) lake.add(A, clock.now() + at * 1000, quarter * 100 + at, 0);
      await pass(lake, 15 * MINUTE);
    }
    const copies: string[] = [];
    const copy = async () => {
      const target = `${folder}-copy-${String(copies.length)}`;
      copies.push(target);
      await cp(folder, target, { recursive: true });
    };
    await copy();
    const copying = (async () => {
      for (let at = 0; at < 20; at += 1) await copy();
    })();
    await pass(lake, DAY);
    await copying;
    await copy();
    for (const target of copies) {
      const scope = new Scope();
      const other = await Lake.open({
        folder: target,
        clock,
        scope,
        log: createLogger("hub", "lake", sink),
        keep: { days: 3650, bytes: 1e12 },
      });
      await other.settle();
      const rows = await readParquet(path.join(target, "2026-11-21.parquet"), {
        from: 0,
        to: START + 2 * DAY,
      });
      expect(rows).toHaveLength(200);
      const bins = await chart(other, A, START, START + HOUR, 60);
      expect(bins.series[0]?.points).toHaveLength(4);
      expect(bins.series[0]?.points[3]).toEqual([START + 45 * MINUTE, 300, 349, 324.5]);
      expect(await readdir(path.join(target, "hot"))).toEqual([]);
      await scope.end();
      await rm(target, { recursive: true });
    }
  });

  it("makes one file of a day, and leaves none of its parts", async () => {
    const { lake } = await open();
    for (let hour = 0; hour < 11; hour += 1) {
      lake.add(A, clock.now(), hour, 0);
      lake.add(B, clock.now(), hour % 2 === 0, 0);
      await pass(lake, HOUR);
    }
    expect((await lake.days()).map(({ name }) => name)).toEqual(["2026-11-21.parquet"]);
    expect(await readdir(path.join(folder, "hot"))).toEqual([]);
    const rows = await readParquet(path.join(folder, "2026-11-21.parquet"), {
      channels: [B],
      from: 0,
      to: START + DAY,
    });
    expect(rows.map(({ value }) => value)).toEqual([1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1]);
  });

  it("adds what comes late to the day it belongs to", async () => {
    const { lake } = await open();
    lake.add(A, START, 1, 0);
    await pass(lake, DAY);
    // The clock was set back: the day is there already.
    lake.add(A, START + 5 * MINUTE, 2, 0);
    await lake.flush();
    await lake.settle();
    const rows = await readParquet(path.join(folder, "2026-11-21.parquet"), { from: 0, to: START + DAY });
    expect(rows.map(({ value }) => value)).toEqual([1, 2]);
    expect((await chart(lake, A, START, START + HOUR, 20)).series[0]?.points).toHaveLength(2);
  });

  it("answers long spans by hours and days, short ones by the values", async () => {
    const { lake } = await open();
    for (let hour = 0; hour < 24 * 10; hour += 1) {
      lake.add(A, clock.now(), hour, 0);
      clock.advance(HOUR);
    }
    await lake.settle();
    const end = clock.now();
    expect((await chart(lake, A, end - HOUR * 3, end)).step).toBe(0);
    expect((await chart(lake, A, end - DAY, end)).step).toBe(3 * MINUTE);
    const whole = await chart(lake, A, START, end, 300);
    expect([whole.step, whole.series[0]?.points.length]).toEqual([HOUR, 24 * 10]);
    const rough = await chart(lake, A, START, end, 11);
    expect(rough.step).toBe(DAY);
    expect(rough.series[0]?.points.at(1)).toEqual([Date.UTC(2026, 10, 22), 11, 34, 22.5]);
  });

  it("shows what was recorded a moment ago in every width", async () => {
    const { lake } = await open();
    lake.add(A, START + 1000, 5, 0);
    await lake.flush();
    for (const to of [START + HOUR, START + DAY, START + 400 * DAY]) {
      expect((await chart(lake, A, START - 1, to)).series[0]?.points).toHaveLength(1);
    }
  });

  it("shows of what was recorded a moment ago the channel and the span that were asked for", async () => {
    const { lake } = await open();
    for (let at = 0; at < 10; at += 1) {
      lake.add(B, START + at * 1_000, -at, 0);
      if (at === 5) await lake.flush();
      lake.add(A, START + at * 1_000, at, 0);
    }
    expect(await values(lake, A, START + 2_000, START + 5_000)).toEqual([
      [START + 2_000, 2],
      [START + 3_000, 3],
      [START + 4_000, 4],
    ]);
  });

  it("keeps bad values among the values and out of the figures; text has no figures", async () => {
    const { lake } = await open();
    lake.add(A, START, 1, 0);
    lake.add(A, START + 1, 1000, 2);
    lake.add(A, START + 2, "Störung", 0);
    await lake.settle();
    expect((await chart(lake, A, START, START + DAY)).series[0]?.points).toEqual([[START, 1, 1, 1]]);
    const [part = ""] = await readdir(path.join(folder, "hot"));
    expect(await readParquet(path.join(folder, "hot", part), { from: START, to: START + 5 })).toHaveLength(3);
  });

  it("tells in every width where a value was not good, also after a restart and after a day was read anew", async () => {
    const first = await open();
    first.lake.add(A, START, 1, 0);
    first.lake.add(A, START + 10_000, null, 2);
    first.lake.add(A, START + 30_000, 2, 0);
    first.lake.add(A, START + 20 * MINUTE, 2, 1);
    await first.lake.flush();
    const expected = [
      [START + 10_000, START + 30_000, 2],
      [START + 20 * MINUTE, START + HOUR, 1],
    ];
    const spans = async (lake: Lake, to: number) => (await chart(lake, A, START, to, 50)).series[0]?.spans;
    clock.advance(2 * DAY);
    expect(await spans(first.lake, START + HOUR)).toEqual(expected);
    await first.lake.settle();
    expect(await spans(first.lake, START + HOUR)).toEqual(expected);
    expect((await spans(first.lake, START + DAY))?.[0]).toEqual(expected[0]);
    await first.lake.rebuild("2026-11-21.parquet");
    expect(await spans(first.lake, START + HOUR)).toEqual(expected);
    await first.close();
    const { lake } = await open();
    expect(await spans(lake, START + HOUR)).toEqual(expected);
  });

  it("tells when nothing could be recorded because it did not run", async () => {
    const first = await open();
    await first.close();
    clock.advance(MINUTE);
    const second = await open();
    expect((await chart(second.lake, A, START, START + DAY)).series[0]?.spans).toBeUndefined();
    await second.close();
    const away = clock.now();
    clock.advance(3 * HOUR);
    const { lake } = await open();
    expect((await chart(lake, A, START, START + DAY)).series[0]?.spans).toEqual([[away, clock.now(), 3]]);
  });

  it("tells the last value before a chart begins", async () => {
    const { lake } = await open();
    lake.add(A, START, 7, 0);
    await pass(lake, 3 * DAY);
    const now = clock.now();
    expect((await chart(lake, A, now - HOUR, now)).series[0]).toEqual({
      chan: A,
      points: [],
      before: { time: START + HOUR, value: 7 },
    });
  });

  it("removes the oldest days beyond the days or the bytes that are kept", async () => {
    const { lake, close } = await open({ days: 3, bytes: 1e12 });
    for (let day = 0; day < 6; day += 1) {
      lake.add(A, clock.now(), day, 0);
      await pass(lake, DAY);
    }
    expect((await lake.days()).map(({ name }) => name.slice(0, 10))).toEqual([
      "2026-11-26",
      "2026-11-25",
      "2026-11-24",
    ]);
    await close();
    const [newest] = await (await open({ days: 3, bytes: 1e12 })).lake.days();
    const small = await open({ days: 3, bytes: newest?.size ?? 0 });
    expect(await small.lake.days()).toHaveLength(1);
  });

  it("makes the figures of a day anew from its file, the same ones", async () => {
    const { lake } = await open();
    for (let at = 0; at < 500; at += 1) lake.add(A, START + at * 7_000, Math.sin(at), 0);
    await pass(lake, DAY);
    const before = await chart(lake, A, START, START + DAY, 100);
    await lake.rebuild("2026-11-21.parquet");
    await lake.rebuild("2026-11-21.parquet");
    expect(await chart(lake, A, START, START + DAY, 100)).toEqual(before);
    await expect(lake.rebuild("../state.db")).rejects.toThrow("no such day");
  });

  it("says once that the disk takes nothing, and writes what waited when it does", async () => {
    const { lake } = await open();
    await rm(path.join(folder, "hot"), { recursive: true });
    await writeFile(path.join(folder, "hot"), "");
    lake.add(A, START, 1, 0);
    await lake.flush();
    await lake.flush();
    expect(sink.entries.filter(({ level }) => level === "error")).toHaveLength(1);
    await rm(path.join(folder, "hot"));
    await mkdir(path.join(folder, "hot"));
    lake.add(A, START + 1, 2, 0);
    await lake.flush();
    expect(await values(lake, A, START, START + MINUTE)).toEqual([
      [START, 1],
      [START + 1, 2],
    ]);
  });
});
