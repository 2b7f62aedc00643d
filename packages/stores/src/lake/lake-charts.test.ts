/** What a lake shows of the values that it holds. */
import { readdir } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { A, B, chart, START, useLake, values } from "../testing/lake-bench.ts";
import type { Lake } from "./lake.ts";
import { readParquet } from "./parquet.ts";
import { DAY, HOUR, MINUTE } from "./spans.ts";

const bench = useLake();

describe("charts of a lake", () => {
  it("shows what is on its way: waiting, in the log, becoming a part, and in one", async () => {
    const { lake } = await bench.open();
    const all = () => values(lake, A, START, START + HOUR);
    const added: number[][] = [];
    const add = (value: number) => {
      added.push([bench.clock.now(), value]);
      lake.add(A, bench.clock.now(), value, 0);
      bench.clock.advance(1_000);
    };
    add(1);
    expect(await all()).toEqual(added);
    add(2);
    const flushing = lake.flush();
    expect(await all()).toEqual(added);
    await flushing;
    const settling = lake.settle();
    const shown: Promise<unknown>[] = [];
    let settled = false;
    void settling.then(() => (settled = true));
    while (!settled) {
      shown.push(all());
      await new Promise((resolve) => setImmediate(resolve));
    }
    for (const each of await Promise.all(shown)) expect(each).toEqual(added);
    add(3);
    expect(await all()).toEqual(added);
    // What lies in files is shown without those that wait.
    expect(await values(lake, A, START, START + 1_500)).toEqual(added.slice(0, 2));
  });

  it("answers long spans by hours and days, short ones by the values", async () => {
    const { lake } = await bench.open();
    for (let hour = 0; hour < 24 * 10; hour += 1) {
      lake.add(A, bench.clock.now(), hour, 0);
      bench.clock.advance(HOUR);
    }
    await lake.settle();
    const end = bench.clock.now();
    expect((await chart(lake, A, end - HOUR * 3, end)).step).toBe(0);
    expect((await chart(lake, A, end - DAY, end)).step).toBe(3 * MINUTE);
    const whole = await chart(lake, A, START, end, 300);
    expect([whole.step, whole.series[0]?.points.length]).toEqual([HOUR, 24 * 10]);
    const rough = await chart(lake, A, START, end, 11);
    expect(rough.step).toBe(DAY);
    expect(rough.series[0]?.points.at(1)).toEqual([Date.UTC(2026, 10, 22), 11, 34, 22.5]);
  });

  it("shows what was recorded a moment ago in every width", async () => {
    const { lake } = await bench.open();
    lake.add(A, START + 1000, 5, 0);
    await lake.flush();
    for (const to of [START + HOUR, START + DAY, START + 400 * DAY]) {
      expect((await chart(lake, A, START - 1, to)).series[0]?.points).toHaveLength(1);
    }
  });

  it("shows of what was recorded a moment ago the channel and the span that were asked for", async () => {
    const { lake } = await bench.open();
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
    const { lake } = await bench.open();
    lake.add(A, START, 1, 0);
    lake.add(A, START + 1, 1000, 2);
    lake.add(A, START + 2, "Störung", 0);
    await lake.settle();
    expect((await chart(lake, A, START, START + DAY)).series[0]?.points).toEqual([[START, 1, 1, 1]]);
    const [part = ""] = await readdir(path.join(bench.folder, "hot"));
    expect(
      await readParquet(path.join(bench.folder, "hot", part), { from: START, to: START + 5 }),
    ).toHaveLength(3);
  });

  it("tells in every width where a value was not good, also after a restart and after a day was read anew", async () => {
    const first = await bench.open();
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
    bench.clock.advance(2 * DAY);
    expect(await spans(first.lake, START + HOUR)).toEqual(expected);
    await first.lake.settle();
    expect(await spans(first.lake, START + HOUR)).toEqual(expected);
    expect((await spans(first.lake, START + DAY))?.[0]).toEqual(expected[0]);
    await first.lake.rebuild("2026-11-21.parquet");
    expect(await spans(first.lake, START + HOUR)).toEqual(expected);
    await first.close();
    const { lake } = await bench.open();
    expect(await spans(lake, START + HOUR)).toEqual(expected);
  });

  it("tells when nothing could be recorded because it did not run", async () => {
    const first = await bench.open();
    await first.close();
    bench.clock.advance(MINUTE);
    const second = await bench.open();
    expect((await chart(second.lake, A, START, START + DAY)).series[0]?.spans).toBeUndefined();
    await second.close();
    const away = bench.clock.now();
    bench.clock.advance(3 * HOUR);
    const { lake } = await bench.open();
    expect((await chart(lake, A, START, START + DAY)).series[0]?.spans).toEqual([
      [away, bench.clock.now(), 3],
    ]);
  });

  it("tells the last value before a chart begins", async () => {
    const { lake } = await bench.open();
    lake.add(A, START, 7, 0);
    await bench.pass(lake, 3 * DAY);
    const now = bench.clock.now();
    expect((await chart(lake, A, now - HOUR, now)).series[0]).toEqual({
      chan: A,
      points: [],
      before: { time: START + HOUR, value: 7 },
    });
  });

  it("draws values near the largest there are, of either sign, and settles them", async () => {
    const { lake } = await bench.open();
    for (let minute = 0; minute < 90; minute += 1) {
      const sign = minute < 45 ? 1 : -1;
      for (let at = 0; at < 4; at += 1) lake.add(A, bench.clock.now() + at, sign * 1.7e308, 0);
      await bench.pass(lake, MINUTE);
    }
    await bench.pass(lake, DAY);
    for (const points of [2, 40, 500])
      for (const [, min, max, mean] of (await chart(lake, A, START, START + 4 * HOUR, points)).series[0]
        ?.points ?? []) {
        expect(mean).toBeGreaterThanOrEqual(min);
        expect(mean).toBeLessThanOrEqual(max);
      }
    expect(bench.sink.entries.filter(({ level }) => level === "error")).toEqual([]);
    expect((await readdir(path.join(bench.folder, "hot"))).filter((name) => name.endsWith(".log"))).toEqual(
      [],
    );
  });

  it("answers no more points than were asked for, nor spans", async () => {
    const { lake } = await bench.open();
    for (let at = 0; at < 2_000; at += 1) lake.add(A, bench.clock.now() + at * 100, at, at % 3 === 0 ? 2 : 0);
    await bench.pass(lake, 200_000);
    const { series, step } = await chart(lake, A, START, START + 200_000, 50);
    expect(step).toBe(4_000);
    expect(series[0]?.points).toHaveLength(50);
    expect(series[0]?.points[0]).toEqual([START, 1, 38, expect.any(Number)]);
    expect(series[0]?.spans?.length).toBeLessThanOrEqual(50);
  });

  it("makes the figures of a day anew from its file, the same ones", async () => {
    const { lake } = await bench.open();
    for (let at = 0; at < 500; at += 1) lake.add(A, START + at * 7_000, Math.sin(at), 0);
    await bench.pass(lake, DAY);
    const before = await chart(lake, A, START, START + DAY, 100);
    await lake.rebuild("2026-11-21.parquet");
    await lake.rebuild("2026-11-21.parquet");
    expect(await chart(lake, A, START, START + DAY, 100)).toEqual(before);
    await expect(lake.rebuild("../state.db")).rejects.toThrow("no such day");
  });
});
