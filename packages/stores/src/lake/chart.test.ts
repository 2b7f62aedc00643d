import { describe, expect, it } from "vitest";
import { answerChart, type ChartSources } from "./chart.ts";
import type { Corrections } from "./corrections.ts";
import type { LakeFiles } from "./lake-files.ts";
import { DAY, HOUR, MINUTE } from "./spans.ts";
import type { Summaries } from "./summaries.ts";

const NONE = { segments: () => [], covers: () => false } as Partial<Corrections> as Corrections;

/** A channel with so many values in one minute; nothing of them can be read. */
function withValues(count: number): ChartSources {
  const unreadable = () => Promise.reject(new Error("values were read"));
  return {
    summaries: {
      read(_name, _span, spans) {
        spans.set(0, { count, max: 2, min: 1, sum: count });
      },
      lastBefore: () => undefined,
      turns: () => [],
      absences: () => [],
    } as Partial<Summaries> as Summaries,
    files: { between: unreadable, corrections: NONE } as Partial<LakeFiles> as LakeFiles,
    recent: () => undefined,
    recentTurns: () => [],
    now: HOUR,
    minutesFrom: 0,
    recentRows: unreadable,
    unreadable: () => undefined,
  };
}
const ask = (sources: ChartSources, points = 500) =>
  answerChart({ channels: ["a"], from: 0, to: 10 * MINUTE, points }, sources);

describe("answerChart", () => {
  it("reads no values where there are more than a chart shows", async () => {
    expect(await ask(withValues(5_001))).toEqual({
      step: MINUTE,
      series: [{ chan: "a", points: [[0, 1, 2, 5_001 / 5_001]] }],
    });
  });

  it("has no more points than were asked for, wherever its span begins within a step", async () => {
    const sources = withValues(5_001);
    sources.summaries.read = (_name, { from, step, to }, spans) => {
      for (let start = Math.floor(from / step) * step; start < to; start += step)
        spans.set(start, { count: 5_001, max: 2, min: 1, sum: 5_001 });
    };
    for (const points of [1, 2, 10, 500])
      for (const from of [0, MINUTE / 2, 3 * HOUR + 1, 100 * DAY - 1]) {
        const question = { channels: ["a"], from, to: from + points * MINUTE, points };
        const { series } = await answerChart(question, sources);
        expect(series[0]?.points.length, `${points} from ${from}`).toBeLessThanOrEqual(points);
      }
  });

  it("tells no more times of doubt than it has points", async () => {
    const sources = withValues(5_001);
    sources.summaries.turns = () => Array.from({ length: 1_000 }, (_, at) => [at * 500, at % 2] as const);
    const { series } = await ask({ ...sources, now: HOUR }, 20);
    expect(series[0]?.spans?.length).toBeLessThanOrEqual(20);
    expect(series[0]?.spans?.[0]?.[2]).toBe(1);
  });

  it("reads them where a chart shows each", async () => {
    await expect(ask(withValues(5_000))).rejects.toThrow("values were read");
  });
});
