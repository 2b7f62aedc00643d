import { describe, expect, it } from "vitest";
import { answerChart, type ChartSources } from "./chart.ts";
import type { LakeFiles } from "./lake-files.ts";
import { HOUR, MINUTE } from "./spans.ts";
import type { Summaries } from "./summaries.ts";

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
    files: { between: unreadable } as Partial<LakeFiles> as LakeFiles,
    recent: () => undefined,
    recentTurns: () => [],
    now: HOUR,
    minutesFrom: 0,
    recentRows: unreadable,
    unreadable: () => undefined,
  };
}
const ask = (sources: ChartSources) =>
  answerChart({ channels: ["a"], from: 0, to: 10 * MINUTE, points: 500 }, sources);

describe("answerChart", () => {
  it("reads no values where there are more than a chart shows", async () => {
    expect(await ask(withValues(5_001))).toEqual({
      step: MINUTE,
      series: [{ chan: "a", points: [[0, 1, 2, 5_001 / 5_001]] }],
    });
  });

  it("reads them where a chart shows each", async () => {
    await expect(ask(withValues(5_000))).rejects.toThrow("values were read");
  });
});
