/** Lines of channels that are not recorded: what was seen of them since somebody looked, at most ten minutes. */

import { type Chart, fitted, type Line } from "../../../components/chart/chart-data.ts";
import type { Span } from "../../../components/chart/span.ts";
import type { Series } from "../../../lib/series.ts";

/** `chart`: undefined where nothing at all could be had of what is recorded. */
export function unrecorded(chans: readonly string[], chart: Pick<Chart, "series"> | undefined): string[] {
  const known = new Set(
    chart?.series.flatMap(({ before, chan, points }) =>
      points.length > 0 || before !== undefined ? [chan] : [],
    ),
  );
  return chans.filter((chan) => !known.has(chan));
}

/**
 * The chart with these lines in place of empty ones, and from where they begin on if there are no others.
 *
 * @param span of a chart that could not be had
 * @returns undefined where there is still nothing to draw
 */
export function withLive(
  chans: readonly string[],
  chart: Chart | undefined,
  { series: seen, until }: { series: Series; until: number },
  span: Span,
): Chart | undefined {
  const base: Chart = chart ?? {
    ...span,
    asked: until,
    step: 0,
    series: chans.map((chan) => ({ chan, points: [] })),
  };
  const live = new Set(
    unrecorded(chans, base).filter((chan) => seen.get(chan)?.some(([, value]) => value !== null)),
  );
  if (live.size === 0) return undefined;
  const series = base.series.map((line) => (live.has(line.chan) ? lineOf(line.chan, seen, until) : line));
  const whole = { from: base.from, to: Math.max(base.to, until) };
  const fit = live.size === chans.length ? fitted(whole, series) : undefined;
  return { ...base, ...(fit ?? whole), asked: Math.max(base.asked, until), series };
}

function lineOf(chan: string, seen: Series, until: number): Line {
  const all = seen.get(chan) ?? [];
  const points: Line["points"] = [];
  const spans: [number, number, number][] = [];
  for (const [at, [time, value]] of all.entries()) {
    if (value === null) spans.push([time, all[at + 1]?.[0] ?? until, BAD]);
    else points.push([time, value, value, value]);
  }
  return { chan, points, ...(spans.length > 0 ? { spans } : {}) };
}

/** As the chart's answer has it. */
const BAD = 2;
