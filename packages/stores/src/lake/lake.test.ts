import { cp, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { A, B, chart, START, useLake, values } from "../testing/lake-bench.ts";
import { readParquet } from "./parquet.ts";
import { DAY, HOUR, MINUTE } from "./spans.ts";

const bench = useLake();

describe("Lake", () => {
  it("loses at most what came since the last flush, at whatever moment the power goes", async () => {
    const { lake } = await bench.open();
    const cuts: [folder: string, at: number][] = [];
    for (let at = 0; at < 30_000; at += 100) {
      lake.add(A, bench.clock.now(), at, 0);
      bench.clock.advance(100);
      // A flush that fell due is written by now: this waits in the same queue.
      if ((at + 100) % 3_000 === 0) await lake.rebuild("none").catch(() => undefined);
      if (at % 1_100 !== 0) continue;
      const cut = `${bench.folder}-cut-${at}`;
      await cp(bench.folder, cut, { recursive: true });
      cuts.push([cut, at]);
    }
    for (const [cut, at] of cuts) {
      const { lake: after, close } = await bench.open({ folder: cut });
      const found = (await values(after, A, START, START + HOUR)) ?? [];
      expect(found.map(([, value]) => value)).toEqual(found.map((_, place) => place * 100));
      expect(at - (found.at(-1)?.[1] ?? -100), `cut at ${at}`).toBeLessThanOrEqual(3_000);
      await close();
      await rm(cut, { recursive: true });
    }
  });

  it("has every value flushed after a sudden end, once, over several starts", async () => {
    const first = await bench.open();
    for (let at = 0; at < 100; at += 1) first.lake.add(A, START + at * 100, at / 10, 0);
    await first.lake.flush();
    first.lake.add(A, START + 60_000, 99, 0);
    // No close: as after kill -9. What was not flushed is lost.
    for (let start = 0; start < 3; start += 1) {
      const { lake } = await bench.open();
      const expected = Array.from({ length: 100 }, (_, at) => [START + at * 100, at / 10]);
      expect(await values(lake, A, START, START + HOUR)).toEqual(expected);
      const minutes = await chart(lake, A, START, START + DAY);
      expect(minutes.series[0]?.points).toEqual([[START, 0, 9.9, expect.closeTo(4.95)]]);
    }
  });

  it("finishes what a sudden end left at any step from log to day, without a row lost or kept twice", async () => {
    const { lake } = await bench.open();
    for (let quarter = 0; quarter < 4; quarter += 1) {
      for (let at = 0; at < 50; at += 1) lake.add(A, bench.clock.now() + at * 1000, quarter * 100 + at, 0);
      await bench.pass(lake, 15 * MINUTE);
    }
    const copies: string[] = [];
    const copy = async () => {
      const target = `${bench.folder}-copy-${String(copies.length)}`;
      copies.push(target);
      await cp(bench.folder, target, { recursive: true });
    };
    await copy();
    const copying = (async () => {
      for (let at = 0; at < 20; at += 1) await copy();
    })();
    await bench.pass(lake, DAY);
    await copying;
    await copy();
    for (const target of copies) {
      const { lake: other, close } = await bench.open({ folder: target });
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
      await close();
      await rm(target, { recursive: true });
    }
  });

  it("makes one file of a day, and leaves none of its parts", async () => {
    const { lake } = await bench.open();
    for (let hour = 0; hour < 11; hour += 1) {
      lake.add(A, bench.clock.now(), hour, 0);
      lake.add(B, bench.clock.now(), hour % 2 === 0, 0);
      await bench.pass(lake, HOUR);
    }
    expect((await lake.days()).map(({ name }) => name)).toEqual(["2026-11-21.parquet"]);
    expect(await readdir(path.join(bench.folder, "hot"))).toEqual([]);
    const rows = await readParquet(path.join(bench.folder, "2026-11-21.parquet"), {
      channels: [B],
      from: 0,
      to: START + DAY,
    });
    expect(rows.map(({ value }) => value)).toEqual([1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1]);
  });

  it("adds what comes late to the day it belongs to", async () => {
    const { lake } = await bench.open();
    lake.add(A, START, 1, 0);
    await bench.pass(lake, DAY);
    // The clock was set back: the day is there already.
    lake.add(A, START + 5 * MINUTE, 2, 0);
    await lake.flush();
    await lake.settle();
    const rows = await readParquet(path.join(bench.folder, "2026-11-21.parquet"), {
      from: 0,
      to: START + DAY,
    });
    expect(rows.map(({ value }) => value)).toEqual([1, 2]);
    expect((await chart(lake, A, START, START + HOUR, 20)).series[0]?.points).toHaveLength(2);
  });

  it("removes the oldest days beyond the days or the bytes that are kept", async () => {
    const { lake, close } = await bench.open({ keep: { days: 3, bytes: 1e12 } });
    for (let day = 0; day < 6; day += 1) {
      lake.add(A, bench.clock.now(), day, 0);
      await bench.pass(lake, DAY);
    }
    expect((await lake.days()).map(({ name }) => name.slice(0, 10))).toEqual([
      "2026-11-26",
      "2026-11-25",
      "2026-11-24",
    ]);
    await close();
    const [newest] = await (await bench.open({ keep: { days: 3, bytes: 1e12 } })).lake.days();
    const small = await bench.open({ keep: { days: 3, bytes: newest?.size ?? 0 } });
    expect(await small.lake.days()).toHaveLength(1);
    await small.close();
    expect(await (await bench.open({ keep: { days: 3, bytes: 1 } })).lake.days()).toHaveLength(1);
  });

  it("keeps everything while the clock is ahead for a moment, and says what goes by its age", async () => {
    const { lake } = await bench.open({ keep: { days: 3, bytes: 1e12 } });
    for (let day = 0; day < 3; day += 1) {
      lake.add(A, bench.clock.now(), day, 0);
      await bench.pass(lake, DAY);
    }
    const before = await chart(lake, A, START, START + 3 * DAY, 100);
    bench.clock.jump(20 * DAY);
    for (let second = 0; second < 28; second += 4) {
      lake.add(A, bench.clock.now(), 1, 0);
      await bench.pass(lake, 4_000);
    }
    bench.clock.jump(-20 * DAY);
    lake.add(A, bench.clock.now(), 1, 0);
    await bench.pass(lake, HOUR);
    expect(await chart(lake, A, START, START + 3 * DAY, 100)).toEqual(before);
    expect((await lake.days()).map(({ name }) => name.slice(0, 10))).toContain("2026-11-21");
    expect(bench.sink.entries.map(({ msg }) => msg).join()).not.toContain("entfernt");
    for (let day = 0; day < 2; day += 1) {
      lake.add(A, bench.clock.now(), day, 0);
      await bench.pass(lake, DAY);
    }
    expect(bench.sink.entries.map(({ msg }) => msg)).toContain(
      "Aufzeichnung entfernt: 2026-11-21.parquet (älter als 3 Tage).",
    );
  });

  it("keeps less at once where there is less room, and nothing less by age while the clock is ahead", async () => {
    const { lake } = await bench.open({ keep: { days: 99, bytes: 1e12 } });
    for (let day = 0; day < 6; day += 1) {
      lake.add(A, bench.clock.now(), day, 0);
      await bench.pass(lake, DAY);
    }
    const all = await lake.days();
    expect(all).toHaveLength(6);
    bench.clock.jump(20 * DAY);
    await lake.keep({ days: 2, bytes: 1e12 });
    bench.clock.jump(-20 * DAY);
    expect(await lake.days()).toHaveLength(6);
    await lake.keep({ days: 99, bytes: all.slice(0, 4).reduce((sum, { size }) => sum + size, 0) });
    expect(await lake.days()).toEqual(all.slice(0, 4));
    await lake.keep({ days: 99, bytes: 1 });
    expect(await lake.days()).toEqual(all.slice(0, 1));
  });

  it("tells why values do not reach the disk, and when that is over", async () => {
    const troubles: (string | undefined)[] = [];
    const { lake } = await bench.open({ trouble: (text) => troubles.push(text) });
    await rm(path.join(bench.folder, "hot"), { recursive: true });
    await writeFile(path.join(bench.folder, "hot"), "");
    lake.add(A, bench.clock.now(), 1, 0);
    await lake.flush();
    expect(troubles.at(-1)).toContain("Aufgezeichnete Werte konnten nicht gespeichert werden: ");
    await rm(path.join(bench.folder, "hot"));
    await mkdir(path.join(bench.folder, "hot"));
    await lake.flush();
    expect(troubles.at(-1)).toBeUndefined();
    expect(await values(lake, A, START, START + HOUR)).toEqual([[START, 1]]);
  });

  it("says once that the disk takes nothing, and writes what waited when it does", async () => {
    const { lake } = await bench.open();
    await rm(path.join(bench.folder, "hot"), { recursive: true });
    await writeFile(path.join(bench.folder, "hot"), "");
    lake.add(A, START, 1, 0);
    await lake.flush();
    await lake.flush();
    expect(bench.sink.entries.filter(({ level }) => level === "error")).toHaveLength(1);
    await rm(path.join(bench.folder, "hot"));
    await mkdir(path.join(bench.folder, "hot"));
    lake.add(A, START + 1, 2, 0);
    await lake.flush();
    expect(await values(lake, A, START, START + MINUTE)).toEqual([
      [START, 1],
      [START + 1, 2],
    ]);
  });
});
