/**
 * A chart's answer as columns that can be drawn, and what held at a moment.
 *
 * A value holds until the next one: channels are recorded when they change. It no longer holds where it turned bad, or
 * where nothing could be recorded; there the line is interrupted.
 */
import type { AnswerOf, traceChart } from "@hubwart/contract";
import type { Span } from "./span.ts";

export type Line = AnswerOf<typeof traceChart>["series"][number] & {
  /** The channel, where the line is of an earlier period and named so. */
  of?: string;
};
export interface Chart extends Span {
  /** ms; 0 where points are the values themselves. */
  step: number;
  series: readonly Line[];
  /** When it was asked for, ms since the epoch: no value is known to hold longer. */
  asked: number;
}

/** The lines of an earlier period, moved to the present one. `name`: what they are called. */
export function shifted(series: readonly Line[], by: number, name: (chan: string) => string): Line[] {
  return series.map(({ before, chan, corrected, points, spans }) => ({
    chan: name(chan),
    of: chan,
    points: points.map(([time, min, max, mean]): Line["points"][number] => [time + by, min, max, mean]),
    ...(before ? { before: { time: before.time + by, value: before.value } } : {}),
    ...(spans
      ? { spans: spans.map(([from, until, why]): [number, number, number] => [from + by, until + by, why]) }
      : {}),
    ...(corrected
      ? { corrected: corrected.map((each) => ({ ...each, from: each.from + by, to: each.to + by })) }
      : {}),
  }));
}

export const UNCERTAIN = 1;
const BAD = 2;

/** `undefined`: another line has a point here; `null`: a gap. */
export type Column = (number | null | undefined)[];

export interface Columns {
  /** ms since the epoch, rising. */
  times: number[];
  /** Of each line in turn. `min` and `max` are empty where points are single values. */
  lines: { max: Column; min: Column; mean: Column }[];
}

type Drawn = readonly [time: number, min: number | null, max: number | null, mean: number | null];

export function columnsOf(chart: Chart): Columns {
  const drawn = chart.series.map((line) => drawnOf(line, chart));
  const times = [
    ...new Set([chart.from, ...drawn.flatMap((points) => points.map(([time]) => time)), chart.to]),
  ];
  times.sort((a, b) => a - b);
  const places = new Map(times.map((time, at) => [time, at]));
  const lines = drawn.map((points) => {
    const columns = { max: emptyColumn(times), min: emptyColumn(times), mean: emptyColumn(times) };
    for (const [time, min, max, mean] of points) {
      const at = places.get(time) ?? 0;
      columns.mean[at] = mean;
      if (chart.step === 0) continue;
      columns.min[at] = min;
      columns.max[at] = max;
    }
    return columns;
  });
  return { times, lines };
}

const emptyColumn = (times: readonly number[]): Column => times.map(() => undefined);

function drawnOf(line: Line, chart: Chart): Drawn[] {
  const end = Math.min(chart.to, Math.max(chart.from, chart.asked));
  const gaps = gapsOf(line, chart.step);
  const points = heldPoints(line, chart, gaps);
  const drawn: Drawn[] = [];
  points.forEach((point, at) => {
    const next = points[at + 1]?.[0] ?? end;
    drawn.push(point);
    const gap = gaps.find(([from]) => from > point[0] && from < next);
    if (gap) {
      const [, , , mean] = point;
      drawn.push([gap[0], mean, mean, mean], [gap[0] + 1, null, null, null]);
    } else if (at === points.length - 1 && end > point[0]) {
      const [, , , mean] = point;
      drawn.push([end, mean, mean, mean]);
    }
  });
  return drawn;
}

/** The points, begun by what held before the chart if nothing speaks against it. */
function heldPoints(line: Line, { from }: Chart, gaps: readonly Gap[]): Drawn[] {
  const points: Drawn[] = line.points.map(([time, min, max, mean]) => [Math.max(time, from), min, max, mean]);
  const { before } = line;
  const first = points[0]?.[0];
  if (!before || first === from || gaps.some(([start, until]) => start <= from && until > from))
    return points;
  return [[from, before.value, before.value, before.value], ...points];
}

type Gap = readonly [from: number, until: number];

/** Only those that are wider than a point: within one there are values too. */
const gapsOf = ({ spans = [] }: Line, step: number): Gap[] =>
  spans
    .filter(([from, until, why]) => why >= BAD && until - from >= step)
    .map(([from, until]): Gap => [from, until]);

export interface ValueAt {
  chan: string;
  /** undefined: not known. */
  point: { min: number; max: number; mean: number } | undefined;
  /** Place in `traceTexts.charts.state`. */
  state: 0 | 1 | 2 | 3;
}

export function valueAt(line: Line, chart: Chart, time: number): ValueAt {
  const { chan } = line;
  const spans = (line.spans ?? []).filter(([from, until]) => from <= time && time < until);
  const worst = Math.max(0, ...spans.map(([, , why]) => why)) as ValueAt["state"];
  const last = line.points.findLast(([at]) => at <= time);
  const inBin = last !== undefined && time < last[0] + chart.step;
  if (worst >= BAD && !inBin) return { chan, point: undefined, state: worst };
  if (last) return { chan, point: { min: last[1], max: last[2], mean: last[3] }, state: worst };
  const held = line.before?.value;
  return {
    chan,
    point: held === undefined ? undefined : { min: held, max: held, mean: held },
    state: held === undefined ? 3 : worst,
  };
}

/** Nothing is drawn narrower than this, ms. */
const NARROWEST = 60_000;

/**
 * Where values begin late in a span that ends now, the span from there on: ten minutes in a day would be but a stroke.
 *
 * @returns undefined where they fill half of it, or something held before
 */
export function fitted(span: Span, series: readonly Line[]): Span | undefined {
  if (series.some(({ before }) => before !== undefined)) return undefined;
  const first = Math.min(...series.flatMap(({ points }) => points[0]?.[0] ?? []));
  const length = Math.max(NARROWEST, span.to - first);
  if (!Number.isFinite(first) || 2 * length > span.to - span.from) return undefined;
  return { from: Math.floor(span.to - 1.05 * length), to: span.to };
}

export const isEmptyChart = ({ series }: Chart): boolean =>
  series.every(({ before, points }) => points.length === 0 && before === undefined);
