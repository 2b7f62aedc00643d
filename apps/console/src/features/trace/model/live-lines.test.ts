import { expect, it } from "vitest";
import type { Point } from "../../../lib/series.ts";
import { unrecorded, withLive } from "./live-lines.ts";

const DAY = 86_400_000;
const NOW = 100 * DAY;
const SPAN = { from: NOW - DAY, to: NOW };
const seen = (lines: Record<string, readonly Point[]>, until = NOW) => ({
  series: new Map(Object.entries(lines)),
  until,
});
const chartOf = (series: { chan: string; points: [number, number, number, number][] }[]) => ({
  ...SPAN,
  asked: NOW,
  step: 0,
  series,
});

it("is about channels of which nothing was recorded", () => {
  const chart = {
    series: [
      { chan: "a", points: [] },
      { chan: "b", points: [[1, 2, 2, 2] as [number, number, number, number]] },
      { chan: "c", points: [], before: { time: 1, value: 2 } },
    ],
  };
  expect(unrecorded(["a", "b", "c"], chart)).toEqual(["a"]);
  expect(unrecorded(["a", "b"], undefined)).toEqual(["a", "b"]);
});

it("draws what was seen from where it began on, also where nothing is recorded at all", () => {
  const points: Point[] = [
    [NOW - 60_000, 1],
    [NOW - 30_000, null],
    [NOW - 20_000, 3],
  ];
  for (const chart of [chartOf([{ chan: "a", points: [] }]), undefined]) {
    const live = withLive(["a"], chart, seen({ a: points }), SPAN);
    expect(live?.series).toEqual([
      {
        chan: "a",
        points: [
          [NOW - 60_000, 1, 1, 1],
          [NOW - 20_000, 3, 3, 3],
        ],
        spans: [[NOW - 30_000, NOW - 20_000, 2]],
      },
    ]);
    expect([live?.from, live?.to, live?.asked]).toEqual([NOW - 63_000, NOW, NOW]);
  }
});

it("stands beside what is recorded, over the whole span", () => {
  const recorded = { chan: "b", points: [[NOW - DAY + 5, 2, 2, 2]] as [number, number, number, number][] };
  const live = withLive(
    ["a", "b"],
    chartOf([{ chan: "a", points: [] }, recorded]),
    seen({ a: [[NOW - 5, 1]] }),
    SPAN,
  );
  expect(live?.series[1]).toEqual(recorded);
  expect(live?.series[0]?.points).toEqual([[NOW - 5, 1, 1, 1]]);
  expect(live?.from).toBe(SPAN.from);
});

it("is nothing where nothing was seen", () => {
  const chart = chartOf([{ chan: "a", points: [] }]);
  expect(withLive(["a"], chart, seen({}), SPAN)).toBeUndefined();
  expect(withLive(["a"], chart, seen({ a: [[NOW, null]] }), SPAN)).toBeUndefined();
});
