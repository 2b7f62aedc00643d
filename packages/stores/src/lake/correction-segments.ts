/** What of several corrections of a channel counts when. */
import type { ChartCorrection, Correction } from "@hubwart/ipc";

/** A span of a channel in which one correction counts; `to` not included. */
export interface Segment {
  from: number;
  to: number;
  correction: Correction;
}

/** Corrections of one channel in one chart. */
const MOST_TOLD = 200;

export const within = (segments: readonly Segment[], from: number, to: number): Segment[] =>
  segments.filter((each) => each.from < to && each.to > from);

/**
 * From the latest back: each has what no later one took.
 *
 * @param corrections of one channel, the oldest first
 */
export function segmentsOf(corrections: readonly Correction[]): Segment[] {
  let taken: Segment[] = [];
  for (const correction of corrections.toReversed()) {
    const free = withoutSpans([[correction.from, correction.to]], taken);
    taken = [...taken, ...free.map(([from, to]) => ({ from, to, correction }))].sort(
      (a, b) => a.from - b.from,
    );
  }
  return taken;
}

/** What of some spans lies in none of others. `others`: sorted, without overlaps. */
export function withoutSpans<Rest extends unknown[]>(
  spans: readonly (readonly [from: number, to: number, ...rest: Rest])[],
  others: readonly { from: number; to: number }[],
): [from: number, to: number, ...rest: Rest][] {
  const left: [number, number, ...Rest][] = [];
  for (const [start, end, ...rest] of spans) {
    let from = start;
    for (const other of others) {
      if (other.to <= from || other.from >= end) continue;
      if (other.from > from) left.push([from, other.from, ...rest]);
      from = other.to;
    }
    if (from < end) left.push([from, end, ...rest]);
  }
  return left;
}

/** The newest of those in the chart, oldest first. */
export const toldOf = (segments: readonly Segment[], from: number, to: number): ChartCorrection[] =>
  segments.slice(-MOST_TOLD).map(({ correction: { at, by, number, values, why }, ...span }) => ({
    number,
    from: Math.max(from, span.from),
    to: Math.min(to, span.to),
    by,
    at,
    why,
    empty: values === 0,
  }));
