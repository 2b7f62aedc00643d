/** Figures of a graph for its caption and for those who cannot see it. */
import type { AnswerOf, historyOfDevice } from "@hubwart/contract";
import { statusTexts } from "../../../texts/index.ts";

type Answer = AnswerOf<typeof historyOfDevice>;
export type Sample = Answer["samples"][number];
export type Series = "cpu" | "ram" | "disk";

export interface Figures {
  now: number;
  mean: number;
  most: number;
}

/** Percent each; undefined without samples. */
export function figuresOf(samples: readonly Sample[], series: Series): Figures | undefined {
  const last = samples.at(-1);
  if (!last) return undefined;
  let sum = 0;
  let most = 0;
  for (const sample of samples) {
    sum += sample[series];
    most = Math.max(most, sample[series]);
  }
  return { now: last[series], mean: sum / samples.length, most };
}

/** As uPlot takes them: times in s, then values; a gap (null) where the device was off. */
export function columnsOf(
  samples: readonly Sample[],
  series: Series,
  interval: number,
): [number[], (number | null)[]] {
  const times: number[] = [];
  const values: (number | null)[] = [];
  for (const sample of samples) {
    const at = sample.ts / 1_000;
    const before = times.at(-1);
    if (before !== undefined && at - before > 3 * interval) {
      times.push(before + interval);
      values.push(null);
    }
    times.push(at);
    values.push(sample[series]);
  }
  return [times, values];
}

/** A graph grows with its samples, from a sixth of the time asked for to the whole: one minute never fills it. */
export function spanOf(first: number, last: number, asked: number): [number, number] {
  return [Math.min(first, last - asked / 6), last];
}

export interface Mark {
  /** s since the epoch. */
  at: number;
  text: string;
}

const MOST_MARKS = 50;

/** What explains a jump in the figures: starts and changes of the project. Pods restart too often to help here. */
export function marksOf(marks: Answer["marks"]): Mark[] {
  const shown = marks.flatMap(({ ts, kind, text }) =>
    kind === "pod" ? [] : [{ at: ts / 1_000, text: statusTexts.history.marks[kind](text) }],
  );
  return shown.slice(-MOST_MARKS);
}

/** The mark nearest to a moment, within `reach` s of it. */
export function markAt(marks: readonly Mark[], at: number, reach: number): Mark | undefined {
  const near = marks.filter((mark) => Math.abs(mark.at - at) <= reach);
  return near.toSorted((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at))[0];
}
