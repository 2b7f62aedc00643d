/** What a bad block of the disk costs: the values it held, and nothing else. */
import { open as openFile, readdir, rm, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, it } from "vitest";
import { A, START, useLake } from "../testing/lake-bench.ts";
import type { Lake } from "./lake.ts";
import { DAY, HOUR, MINUTE } from "./spans.ts";

const bench = useLake();

/** One value an hour for so many days; ends with the days closed. */
async function recorded(days: number): Promise<void> {
  const { close, lake } = await bench.open();
  for (let hour = 0; hour < days * 24; hour += 1) {
    lake.add(A, bench.clock.now(), hour, 0);
    bench.clock.advance(HOUR);
    await lake.flush();
  }
  await close();
}
const hourly = async (lake: Lake) => {
  const { series } = await lake.chart({ channels: [A], from: START, to: START + 30 * DAY, points: 720 });
  return series[0]?.points.map(([time]) => (time - START) / HOUR);
};
const raw = async (lake: Lake, from: number) =>
  (await lake.chart({ channels: [A], from, to: from + 2 * HOUR, points: 500 })).series[0]?.points.map(
    ([, value]) => value,
  );
const errors = () => bench.sink.entries.filter(({ level }) => level === "error").map(({ msg }) => msg);
const hours = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

async function scratch(file: string, from: number, to?: number): Promise<void> {
  const handle = await openFile(file, "r+");
  const end = to ?? (await handle.stat()).size;
  await handle.write(Buffer.alloc(Math.max(0, end - from), 0xa5), 0, undefined, from);
  await handle.close();
}

describe("a damaged day", () => {
  it("is set aside, and recording goes on", async () => {
    await recorded(3);
    await writeFile(path.join(bench.folder, "2026-11-22.parquet"), "no Parquet");
    const { lake } = await bench.open();
    expect(errors()).toEqual([expect.stringContaining("2026-11-22.parquet.damaged")]);
    expect(await readdir(bench.folder)).toContain("2026-11-22.parquet.damaged");
    // The figures are kept apart from the values.
    expect(await hourly(lake)).toEqual(hours(0, 72));
    lake.add(A, bench.clock.now(), 99, 0);
    await lake.flush();
    expect(await raw(lake, bench.clock.now() - MINUTE)).toEqual([99]);
    bench.clock.advance(DAY);
    await lake.flush();
    expect((await lake.days()).map(({ name }) => name)).not.toContain("2026-11-22.parquet");
  });

  it("whose values cannot be read leaves the others in a chart, and is told of once", async () => {
    await recorded(3);
    await scratch(path.join(bench.folder, "2026-11-22.parquet"), 8, 200);
    const { lake } = await bench.open();
    const midnight = Date.UTC(2026, 10, 22);
    for (let i = 0; i < 2; i += 1) expect(await raw(lake, midnight - HOUR)).toEqual([10]);
    expect(await raw(lake, midnight + 25 * HOUR)).toEqual([36, 37]);
    expect(errors()).toEqual([expect.stringContaining("2026-11-22.parquet fehlen in Diagrammen")]);
  });
});

it("a damaged part is missing from its day, and nothing else", async () => {
  const { close, lake } = await bench.open();
  for (let at = 0; at < 4; at += 1) {
    lake.add(A, bench.clock.now(), at, 0);
    bench.clock.advance(HOUR);
    await lake.flush();
  }
  const [, second = ""] = (await readdir(path.join(bench.folder, "hot")))
    .filter((name) => name.endsWith(".parquet"))
    .sort();
  await truncate(path.join(bench.folder, "hot", second), 100);
  bench.clock.advance(DAY);
  await lake.settle();
  expect((await lake.days()).map(({ name }) => name)).toEqual(["2026-11-21.parquet"]);
  expect([await raw(lake, START), await raw(lake, START + 2 * HOUR)]).toEqual([[0], [2, 3]]);
  expect(errors()).toEqual([expect.stringContaining(`${second}.damaged`)]);
  await close();
  expect(await readdir(path.join(bench.folder, "hot"))).toEqual([`${second}.damaged`]);
});

it("keeps a few damaged files, and removes old ones", async () => {
  for (let at = 10; at < 30; at += 1)
    await writeFile(path.join(bench.folder, `2026-01-${at}.parquet.damaged`), "");
  const { lake } = await bench.open();
  await lake.settle();
  expect((await readdir(bench.folder)).filter((name) => name.endsWith(".damaged"))).toHaveLength(8);
});

describe("damaged summaries", () => {
  const summary = () => path.join(bench.folder, "summary.db");
  /** Else the journal would mend what is damaged. */
  async function emptyJournal(): Promise<void> {
    const db = new DatabaseSync(summary());
    db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    db.close();
    for (const end of ["-wal", "-shm"]) await rm(`${summary()}${end}`, { force: true });
  }

  it.each<[string, () => Promise<void>]>([
    ["are no database", () => writeFile(summary(), "no database".repeat(1_000))],
    ["have a bad block", () => scratch(summary(), 4_096)],
  ])("that %s are made again from the values, with what comes meanwhile", async (_, damage) => {
    await recorded(2);
    const lastHour = 2 * 24;
    const whole = await bench.open();
    const before = await hourly(whole.lake);
    expect(before).toEqual(hours(0, lastHour));
    await whole.close();
    await emptyJournal();
    await damage();
    const { close, lake } = await bench.open();
    lake.add(A, bench.clock.now(), 1, 0);
    bench.clock.advance(HOUR);
    await lake.flush();
    await expect.poll(() => hourly(lake)).toEqual(hours(0, lastHour + 1));
    await close();
    expect(errors()).toContainEqual(expect.stringContaining("Die Übersicht der Aufzeichnung war beschädigt"));
    // And once only.
    const told = errors().length;
    expect(await hourly((await bench.open()).lake)).toEqual(hours(0, lastHour + 1));
    expect(errors()).toHaveLength(told);
  });

  it("are made from the beginning where that was broken off", async () => {
    const recording = await bench.open();
    for (let day = 0; day < 60; day += 1) {
      recording.lake.add(A, bench.clock.now(), day, 0);
      bench.clock.advance(DAY);
      await recording.lake.flush();
    }
    await recording.close();
    const daily = async (lake: Lake) => {
      const question = { channels: [A], from: START, to: START + 60 * DAY, points: 61 };
      return (await lake.chart(question)).series[0]?.points.length;
    };
    await emptyJournal();
    await writeFile(summary(), "no database".repeat(1_000));
    const first = await bench.open();
    await first.close();
    const second = await bench.open();
    await expect.poll(() => daily(second.lake), { timeout: 10_000 }).toBe(60);
  });
});
