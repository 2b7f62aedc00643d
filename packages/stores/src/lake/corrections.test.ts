/** Corrected values: what counts where, in every width; and what hurried, mistaken or unlucky people do to it. */
import { readdir, rm, truncate } from "node:fs/promises";
import path from "node:path";
import type { CorrectionOrder } from "@hubwart/ipc";
import { describe, expect, it, vi } from "vitest";
import { A, B, chart, START, useLake, values } from "../testing/lake-bench.ts";

import { withoutSpans } from "./correction-segments.ts";
import { Corrections } from "./corrections.ts";
import type { Lake } from "./lake.ts";
import * as parquet from "./parquet.ts";
import { DAY, HOUR, MINUTE } from "./spans.ts";

vi.mock("./parquet.ts", { spy: true });

const bench = useLake();
const BY = { by: "Erika Beispiel", why: "Fühler am falschen Eingang" };

/** A value a minute from START on for some hours, its number; then long enough ago. */
async function recorded(lake: Lake, hours = 4): Promise<void> {
  for (let minute = 0; minute < hours * 60; minute += 1) {
    lake.add(A, at(minute), minute, 0);
    lake.add(B, at(minute), -minute, 0);
  }
  bench.clock.freeze((hours + 1) * HOUR);
  await lake.settle();
}
const at = (minute: number) => START + minute * MINUTE;
const order = (from: number, to: number, rows: CorrectionOrder["rows"] = []): CorrectionOrder => {
  return { chan: A, from: at(from), to: at(to), rows, ...BY };
};
/** Minutes and values as the chart reads them one by one. */
const raw = async (lake: Lake, from: number, to: number) =>
  (await values(lake, A, at(from), at(to)))?.map(([time = 0, value]) => [(time - START) / MINUTE, value]);
/** The same hour by hour, from the summaries. */
const hourly = async (lake: Lake, chan = A) =>
  (await chart(lake, chan, START, START + 20 * HOUR, 20)).series[0]?.points.map(([time, ...rest]) => [
    (time - START) / HOUR,
    ...rest,
  ]);
const files = async () => (await readdir(path.join(bench.folder, "corrections"))).sort();
const FIRST = "0000000001.parquet";

describe("a correction", () => {
  it("counts from its beginning to before its end, in every width, and of its channel alone", async () => {
    const { lake } = await bench.open();
    await recorded(lake);
    const others = await hourly(lake, B);
    await lake.corrections.correct(
      order(60, 120, [
        [at(60), 500],
        [at(90), 700],
      ]),
    );
    expect(await raw(lake, 58, 122)).toEqual([
      [58, 58],
      [59, 59],
      [60, 500],
      [90, 700],
      [120, 120],
      [121, 121],
    ]);
    expect(await hourly(lake)).toEqual([
      [0, 0, 59, 29.5],
      [1, 500, 700, 600],
      [2, 120, 179, 149.5],
      [3, 180, 239, 209.5],
    ]);
    expect(await hourly(lake, B)).toEqual(others);
    expect((await chart(lake, A, at(100), at(130))).series[0]?.corrected).toEqual([
      { number: 1, from: at(100), to: at(120), at: bench.clock.now(), empty: false, ...BY },
    ]);
    expect((await chart(lake, A, at(120), at(130))).series[0]).not.toHaveProperty("corrected");
  });

  it("without values takes them away: a time in which nothing is known", async () => {
    const { lake } = await bench.open();
    await recorded(lake);
    await lake.corrections.correct(order(60, 120));
    expect(await raw(lake, 58, 122)).toEqual([
      [58, 58],
      [59, 59],
      [120, 120],
      [121, 121],
    ]);
    expect((await hourly(lake))?.map(([hour]) => hour)).toEqual([0, 2, 3]);
    const [series] = (await chart(lake, A, at(60), at(180))).series;
    expect(series?.spans).toEqual([[at(60), at(120), 3]]);
    expect(series?.corrected).toMatchObject([{ empty: true }]);
  });

  it("is the same after a start, a day that is over, and summaries made anew", async () => {
    const first = await bench.open();
    await recorded(first.lake);
    await first.lake.corrections.correct(order(60, 120, [[at(60), 500]]));
    const expected = [await raw(first.lake, 0, 240), await hourly(first.lake)];
    const look = async (lake: Lake) => [await raw(lake, 0, 240), await hourly(lake)];
    bench.clock.freeze(DAY);
    await first.lake.settle();
    expect(await look(first.lake)).toEqual(expected);
    await first.lake.rebuild("2026-11-21.parquet");
    expect(await look(first.lake)).toEqual(expected);
    await first.close();
    for (const end of ["", "-wal", "-shm"])
      await rm(path.join(bench.folder, `summary.db${end}`), { force: true });
    const { lake } = await bench.open();
    await expect.poll(() => look(lake)).toEqual(expected);
  });

  it("makes good what was bad, and leaves bad what lies beside it", async () => {
    const { lake } = await bench.open();
    lake.add(A, at(0), 1, 0);
    lake.add(A, at(10), null, 2);
    bench.clock.freeze(2 * HOUR);
    await lake.settle();
    await lake.corrections.correct(order(20, 30, [[at(20), 7]]));
    expect((await chart(lake, A, START, at(60))).series[0]?.spans).toEqual([
      [at(10), at(20), 2],
      [at(30), at(60), 2],
    ]);
  });

  it("fills a time in which nothing was recorded, days before the first value", async () => {
    const { lake } = await bench.open();
    await recorded(lake);
    await lake.corrections.correct(order(-3 * 1_440, -3 * 1_440 + 60, [[at(-3 * 1_440), 4]]));
    expect(await raw(lake, -3 * 1_440, -3 * 1_440 + 60)).toEqual([[-3 * 1_440, 4]]);
    const daily = await chart(lake, A, START - 10 * DAY, START + DAY, 11);
    expect(daily.series[0]?.points.map(([, , max]) => max)).toEqual([4, 239]);
    await lake.corrections.undo(1);
    expect((await chart(lake, A, START - 10 * DAY, START + DAY, 11)).series[0]?.points).toHaveLength(1);
  });

  it("over the hour that a clock has twice has both of them: times are instants", async () => {
    const { lake } = await bench.open();
    await recorded(lake);
    // 2026-10-25 at 02:30, before and after the clock of Berlin was put back.
    const [early, late] = [Date.UTC(2026, 9, 25, 0, 30), Date.UTC(2026, 9, 25, 1, 30)];
    const span = { from: early - HOUR, to: late + HOUR };
    await lake.corrections.correct({
      chan: A,
      ...span,
      rows: [
        [early, 1],
        [late, 2],
      ],
      ...BY,
    });
    expect(await values(lake, A, span.from, span.to)).toEqual([
      [early, 1],
      [late, 2],
    ]);
  });
});

describe("corrections that overlap", () => {
  it("count by the order they came in, and what is undone brings back what lies below", async () => {
    const { lake } = await bench.open();
    await recorded(lake);
    const recordedHours = await hourly(lake);
    await lake.corrections.correct(
      order(60, 120, [
        [at(60), 1_000],
        [at(100), 1_100],
      ]),
    );
    await lake.corrections.correct(order(90, 150, [[at(95), 2_000]]));
    expect(await raw(lake, 59, 151)).toEqual([
      [59, 59],
      [60, 1_000],
      [95, 2_000],
      [150, 150],
    ]);
    expect((await hourly(lake))?.[1]).toEqual([1, 1_000, 2_000, 1_500]);
    expect(
      (await chart(lake, A, START, at(240))).series[0]?.corrected?.map(({ from, to }) => [from, to]),
    ).toEqual([
      [at(60), at(90)],
      [at(90), at(150)],
    ]);
    await lake.corrections.undo(2);
    expect(await raw(lake, 59, 121)).toEqual([
      [59, 59],
      [60, 1_000],
      [100, 1_100],
      [120, 120],
    ]);
    await lake.corrections.undo(1);
    expect(await hourly(lake)).toEqual(recordedHours);
    expect(await files()).toEqual(["0000000001.undone.parquet", "0000000002.undone.parquet"]);
  });

  it("leave the rest of one that is cut in the middle on both sides", () => {
    expect(
      withoutSpans(
        [[0, 100, 2]],
        [
          { from: 10, to: 20 },
          { from: 20, to: 30 },
          { from: 90, to: 200 },
        ],
      ),
    ).toEqual([
      [0, 10, 2],
      [30, 90, 2],
    ]);
    expect(withoutSpans([[0, 100]], [{ from: -5, to: 100 }])).toEqual([]);
  });

  it("of two people at once are both there, the later on top, whatever a clock says that was ahead for half a minute", async () => {
    const { lake } = await bench.open();
    await recorded(lake);
    bench.clock.jump(30_000);
    const [first, second] = await Promise.all([
      lake.corrections.correct(order(60, 120, [[at(60), 1]])),
      lake.corrections.correct(order(60, 120, [[at(60), 2]])),
    ]);
    bench.clock.jump(-30_000);
    const third = await lake.corrections.correct(order(60, 120, [[at(60), 3]]));
    expect([first.number, second.number, third.number]).toEqual([1, 2, 3]);
    expect(third.at).toBeLessThan(first.at);
    expect(await raw(lake, 60, 120)).toEqual([[60, 3]]);
    const undone = await Promise.allSettled([lake.corrections.undo(3), lake.corrections.undo(3)]);
    expect(undone.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await raw(lake, 60, 120)).toEqual([[60, 2]]);
  });
});

describe("what is refused", () => {
  it("is a time that is not over, that ends before it begins, or is too long; rows outside, too many or of no number", async () => {
    const { lake } = await bench.open();
    await recorded(lake);
    const now = (bench.clock.now() - START) / MINUTE;
    const refused: [CorrectionOrder, RegExp][] = [
      [order(0, now - 29), /30 Minuten/],
      [order(60, 60), /Ende/],
      [order(-400 * 1_440, 60), /366/],
      [order(60, 90, [[at(90), 1]]), /außerhalb/],
      [order(60, 90, [[at(59), 1]]), /außerhalb/],
      [order(60, 90, [[at(60), Number.NaN]]), /Zahlen/],
      [
        order(
          60,
          90,
          Array.from({ length: 50_001 }, () => [at(60), 1]),
        ),
        /50\.000/,
      ],
    ];
    for (const [wrong, why] of refused)
      await expect(lake.corrections.correct(wrong)).rejects.toMatchObject({
        fields: [{ message: expect.stringMatching(why) }],
      });
    expect(await files()).toEqual([]);
    await lake.corrections.correct(order(60, now - 30));
  });

  it("is an undo of what is undone, or is not there", async () => {
    const { lake } = await bench.open();
    await recorded(lake);
    await lake.corrections.correct(order(60, 90));
    await lake.corrections.undo(1);
    for (const number of [1, 2])
      await expect(lake.corrections.undo(number)).rejects.toThrow("schon zurückgenommen");
  });

  it("is a day of which only the figures are left, and they stay as they are", async () => {
    const { lake } = await bench.open();
    await recorded(lake);
    await lake.corrections.correct(order(60, 90));
    bench.clock.freeze(DAY);
    await lake.settle();
    const before = await hourly(lake);
    await rm(path.join(bench.folder, "2026-11-21.parquet"));
    await expect(lake.corrections.undo(1)).rejects.toThrow("nur noch die Übersicht");
    await expect(lake.corrections.correct(order(100, 120))).rejects.toThrow("2026-11-21");
    expect(await hourly(lake)).toEqual(before);
  });
});

describe("what goes wrong", () => {
  it("on a full disk changes nothing, leaves nothing behind, and works once there is room", async () => {
    const { lake } = await bench.open();
    await recorded(lake);
    const before = [await raw(lake, 0, 240), await hourly(lake)];
    vi.mocked(parquet.writeParquet).mockRejectedValueOnce(new Error("no space left on device"));
    await expect(lake.corrections.correct(order(60, 120))).rejects.toMatchObject({
      kind: "unavailable",
      message: expect.stringContaining("no space left"),
    });
    await lake.settle();
    expect([await raw(lake, 0, 240), await hourly(lake)]).toEqual(before);
    expect([lake.corrections.all, await files()]).toEqual([[], []]);
    await lake.corrections.correct(order(60, 120));
    expect(await raw(lake, 59, 121)).toEqual([
      [59, 59],
      [120, 120],
    ]);
  });

  it("with its file is told, set aside, and what was recorded counts again; its number is not given anew", async () => {
    const first = await bench.open();
    await recorded(first.lake);
    const before = [await raw(first.lake, 0, 240), await hourly(first.lake)];
    await first.lake.corrections.correct(order(60, 120, [[at(60), 500]]));
    await first.close();
    await truncate(path.join(bench.folder, "corrections", FIRST), 100);
    const { lake } = await bench.open();
    await lake.settle();
    expect([await raw(lake, 0, 240), await hourly(lake)]).toEqual(before);
    expect(await files()).toEqual([`${FIRST}.damaged`]);
    expect(bench.sink.entries.filter(({ level }) => level === "error").map(({ msg }) => msg)).toEqual([
      expect.stringContaining(FIRST),
    ]);
    expect((await lake.corrections.correct(order(60, 120))).number).toBe(2);
  });

  it("with a clock that is put back: rows that come anew into the time do not count", async () => {
    const { lake } = await bench.open();
    await recorded(lake);
    await lake.corrections.correct(order(60, 120, [[at(60), 500]]));
    const before = [await raw(lake, 60, 120), (await hourly(lake))?.[1]];
    lake.add(A, at(70), 9_999, 0);
    expect(await raw(lake, 60, 120)).toEqual(before[0]);
    await lake.settle();
    expect([await raw(lake, 60, 120), (await hourly(lake))?.[1]]).toEqual(before);
  });
});

it("goes by its age, with those undone, and not before its last day", async () => {
  const { close, lake } = await bench.open();
  await recorded(lake);
  await lake.corrections.correct(order(60, 90));
  await lake.corrections.correct(order(60, 120));
  await lake.corrections.undo(1);
  await close();
  const { corrections } = await Corrections.open(bench.folder);
  expect(await corrections.trim(at(90) - 1)).toEqual([]);
  expect((await corrections.trim(at(90))).map(({ number }) => number)).toEqual([1]);
  expect(await files()).toEqual(["0000000002.parquet"]);
  expect((await corrections.trim(at(120))).map(({ number }) => number)).toEqual([2]);
  expect([await files(), corrections.all]).toEqual([[], []]);
});
