import { describe, expect, it } from "vitest";
import {
  type Chart,
  columnsOf,
  fitted,
  isEmptyChart,
  type Line,
  valueAt,
} from "../../../components/chart/chart-data.ts";
import { pinched } from "../../../components/chart/chart-gestures.ts";
import { moved, zoomed } from "../../../components/chart/span.ts";
import { chartCsv } from "./chart-csv.ts";
import { MOST_LINES, parseChartSearch, spanOf } from "./chart-search.ts";

const chartOf = (lines: Partial<Line>[], step = 0, asked = 1_000): Chart => ({
  from: 0,
  to: 1_000,
  asked,
  step,
  series: lines.map((line, at) => ({ chan: `a.b.c${at}`, points: [], ...line })),
});

describe("the address of a chart", () => {
  it("takes what is valid and drops the rest", () => {
    expect(parseChartSearch({ chan: ["a.b.c", "a.b.c", "a.*", 5, ""], range: "week" })).toEqual({
      chan: ["a.b.c"],
      range: "week",
    });
    expect(parseChartSearch({ chan: "a.b.c", range: "evil", from: 1, to: 5 })).toEqual({ chan: ["a.b.c"] });
    expect(parseChartSearch({ from: 1_000, to: 61_000, range: "year" })).toEqual({ from: 1_000, to: 61_000 });
    expect(parseChartSearch({ from: 61_000, to: 1_000 })).toEqual({});
    expect(parseChartSearch({ from: "0", to: 1e300 })).toEqual({});
    expect(parseChartSearch({ chan: Array.from({ length: 90 }, (_, i) => `a.b.c${i}`) }).chan).toHaveLength(
      MOST_LINES,
    );
  });
  it("says a span that ends now, or the one that was zoomed to", () => {
    expect(spanOf({ range: "hour" }, 10_000_000)).toEqual({ from: 6_400_000, to: 10_000_000 });
    expect(spanOf({ from: 1, to: 20_000, range: "hour" }, 10)).toEqual({ from: 1, to: 20_000 });
  });
});

describe("zooming", () => {
  const span = { from: 1_000_000, to: 2_000_000 };
  it("keeps the place under the pointer", () => {
    expect(zoomed(span, 0.5, 1_000_000)).toEqual({ from: 1_000_000, to: 1_500_000 });
    expect(zoomed(span, 0.5, 2_000_000)).toEqual({ from: 1_500_000, to: 2_000_000 });
  });
  it("goes no further than ten seconds, and not before 1970", () => {
    const least = zoomed(span, 1e-9, 1_500_000);
    expect(least.to - least.from).toBe(10_000);
    expect(zoomed(span, 100, 1_000_000).from).toBe(1_000_000);
    expect(moved({ from: 10, to: 20_010 }, -1)).toEqual({ from: 0, to: 20_000 });
  });
  it("keeps what lay under two fingers under them", () => {
    const apart = pinched({ from: 0, to: 100_000 }, [40, 60], [30, 70], 100);
    expect(apart).toEqual({ from: 25_000, to: 75_000 });
    expect(pinched({ from: 100_000, to: 200_000 }, [40, 60], [50, 70], 100)).toEqual({
      from: 90_000,
      to: 190_000,
    });
    expect(pinched(span, [40, 40], [50, 70], 100)).toEqual(span);
  });
});

describe("the columns of a chart", () => {
  it("hold each value until the next and until now, not further", () => {
    const line = {
      points: [[100, 1, 1, 1] as [number, number, number, number]],
      before: { time: 0, value: 7 },
    };
    const { lines, times } = columnsOf(chartOf([line], 0, 600));
    expect(times).toEqual([0, 100, 600, 1_000]);
    expect(lines[0]?.mean).toEqual([7, 1, 1, undefined]);
    expect(lines[0]?.max).toEqual([undefined, undefined, undefined, undefined]);
  });
  it("interrupt a line where its value turned bad or was not recorded, and not where it was uncertain", () => {
    const points: [number, number, number, number][] = [
      [100, 1, 1, 1],
      [500, 2, 2, 2],
    ];
    const spans: [number, number, number][] = [
      [200, 500, 2],
      [600, 700, 1],
      [800, 1_000, 3],
    ];
    const { lines, times } = columnsOf(chartOf([{ points, spans }]));
    const drawn = times.flatMap((time, at) =>
      lines[0]?.mean[at] === undefined ? [] : [[time, lines[0]?.mean[at]]],
    );
    expect(drawn).toEqual([
      [100, 1],
      [200, 1],
      [201, null],
      [500, 2],
      [800, 2],
      [801, null],
    ]);
  });
  it("give a band where points are bins, and no gap that is narrower than one", () => {
    const points: [number, number, number, number][] = [
      [0, 1, 9, 5],
      [500, 2, 8, 6],
    ];
    const { lines } = columnsOf(chartOf([{ points, spans: [[100, 200, 2]] }], 500));
    expect(lines[0]).toEqual({ max: [9, 8, 6], min: [1, 2, 6], mean: [5, 6, 6] });
  });
  it("belong to lines with points of their own", () => {
    const { lines, times } = columnsOf(
      chartOf([{ points: [[0, 1, 1, 1]] }, { points: [[5, 2, 2, 2]] }], 0, 10),
    );
    expect(times).toEqual([0, 5, 10, 1_000]);
    expect(lines.map(({ mean }) => mean)).toEqual([
      [1, undefined, 1, undefined],
      [undefined, 2, 2, undefined],
    ]);
  });
});

describe("the values at a moment", () => {
  const points: [number, number, number, number][] = [[100, 1, 3, 2]];
  const spans: [number, number, number][] = [
    [300, 400, 2],
    [500, 600, 1],
    [700, 800, 3],
  ];
  it.each([
    [50, undefined, 3],
    [100, 2, 0],
    [350, undefined, 2],
    [450, 2, 0],
    [550, 2, 1],
    [750, undefined, 3],
  ])("at %i: %s", (time, mean, state) => {
    const chart = chartOf([{ points, spans }]);
    const value = valueAt(chart.series[0] as Line, chart, time);
    expect([value.point?.mean, value.state]).toEqual([mean, state]);
  });
  it("are those from before the chart at its beginning", () => {
    const chart = chartOf([{ before: { time: 0, value: 4 } }]);
    expect(valueAt(chart.series[0] as Line, chart, 10).point?.mean).toBe(4);
    expect(isEmptyChart(chart)).toBe(false);
    expect(isEmptyChart(chartOf([{}, {}]))).toBe(true);
  });
});

describe("the file of a chart", () => {
  it("has a row per point", () => {
    const points: [number, number, number, number][] = [[Date.UTC(2026, 0, 2, 12), 1, 3, 2.5]];
    const rows = chartCsv(chartOf([{ points }], 500))
      .trimEnd()
      .split("\r\n");
    expect(rows[0]).toBe("\uFEFFZeitpunkt;Channel;Mittelwert;Kleinster Wert;Größter Wert");
    expect(rows[1]).toMatch(/^02\.01\.2026, \d\d:00:00;a\.b\.c0;2,5;1;3$/);
    expect(chartCsv(chartOf([{ points }])).split("\r\n")[0]).toBe("\uFEFFZeitpunkt;Channel;Wert");
  });
});

describe("the span of a chart", () => {
  const DAY = 86_400_000;
  const lines = (first: number, before?: Line["before"]): Line[] => [
    { chan: "a", points: [[first, 1, 1, 1]], ...(before ? { before } : {}) },
    { chan: "b", points: [] },
  ];
  it("is fitted to values that begin late in it", () => {
    const span = { from: 0, to: DAY };
    expect(fitted(span, lines(DAY - 600_000))).toEqual({ from: DAY - 630_000, to: DAY });
    expect(fitted(span, lines(DAY - 1_000))).toEqual({ from: DAY - 63_000, to: DAY });
    expect(fitted(span, lines(DAY / 3))).toBeUndefined();
    expect(fitted(span, lines(DAY - 600_000, { time: 0, value: 1 }))).toBeUndefined();
    expect(fitted(span, [{ chan: "b", points: [] }])).toBeUndefined();
  });
});
