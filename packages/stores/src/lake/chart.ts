/**
 * What a chart of recorded channels is drawn from: bins of one width, at most as many as the chart has room for.
 * Long spans are answered from the summaries; only a span of few minutes reads values.
 */
import type { Chart, ChartPoint, ChartSpan } from "@hubwart/ipc";
import { addFigures, type Bin, type Figures, meanOf } from "./bins.ts";
import { CORRECTIONS } from "./correction-file.ts";
import { type Segment, toldOf, within, withoutSpans } from "./correction-segments.ts";
import type { Wanted } from "./hot-log.ts";
import { type LakeFiles, readFiles } from "./lake-files.ts";
import type { Rows } from "./rows.ts";
import { DAY, HOUR, MINUTE, type Step, startOf } from "./spans.ts";
import type { Summaries } from "./summaries.ts";
import { fewerSpans, spansOf, type Turn } from "./turns.ts";

export interface ChartQuestion {
  channels: readonly string[];
  /** ms since the epoch; `to` not included. */
  from: number;
  to: number;
  /** Most points of a channel. */
  points: number;
}

type ChartSeries = Chart["series"][number];

export interface ChartSources {
  summaries: Summaries;
  files: LakeFiles;
  /** Minutes of a channel that are not among the summaries yet. */
  recent: (name: string) => Map<number, Bin> | undefined;
  /** Changes of quality that are not among the summaries yet. */
  recentTurns: (name: string) => readonly Turn[];
  now: number;
  /** Before this only hours and days are kept, ms since the epoch. */
  minutesFrom: number;
  /** Rows that lie in no file of `files` yet. */
  recentRows: (wanted: Wanted) => Promise<{ rows: Rows; names: Map<number, string> } | undefined>;
  /** Told of each file whose values are missing from the chart. */
  unreadable: (file: string, error: unknown) => void;
}

/** Values of a longer span are not read one by one. */
const LONGEST_RAW = 6 * HOUR;
/** More values than this are shown as minutes. */
const MOST_VALUES = 5_000;

export async function answerChart(question: ChartQuestion, sources: ChartSources): Promise<Chart> {
  const { channels, from, points, to } = question;
  const { minutesFrom } = sources;
  const span = to - from;
  const short = span <= LONGEST_RAW && span / points < MINUTE;
  if (short && !channels.some((chan) => counted(chan, question, sources) > MOST_VALUES)) {
    const values = await valuesOf(question, sources);
    if (values) return values;
  }
  const step = stepFor(question, from < minutesFrom ? HOUR : MINUTE);
  const base: Step = step < HOUR ? MINUTE : step < DAY ? HOUR : DAY;
  return { step, series: channels.map((chan) => seriesOf(chan, question, sources, base, step)) };
}

/** Widths that divide hours and days evenly. */
const STEPS = [
  ...[1, 2, 3, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR),
  ...[1, 2, 7, 14, 28].map((count) => count * DAY),
];

/** The least width that leaves no more than `points`: a span that begins within a step touches one step more. */
function stepFor({ from, points, to }: ChartQuestion, least: number): number {
  const fits = (step: number) => Math.ceil(to / step) - Math.floor(from / step) <= points;
  const found = STEPS.find((step) => step >= least && fits(step));
  if (found !== undefined) return found;
  let step = Math.ceil((to - from) / points / DAY) * DAY;
  while (!fits(step)) step *= 2;
  return step;
}

/** Values by the minutes that the span touches: told without reading one. */
function counted(chan: string, { from, to }: ChartQuestion, sources: ChartSources): number {
  let sum = 0;
  for (const { count } of figuresOf(chan, { from, to }, sources, MINUTE, MINUTE).values()) sum += count;
  return sum;
}

function figuresOf(
  chan: string,
  { from, to }: Pick<ChartQuestion, "from" | "to">,
  { recent, summaries }: ChartSources,
  base: Step,
  step: number,
): Map<number, Figures> {
  const first = startOf(from, base);
  const spans = new Map<number, Figures>();
  summaries.read(chan, { base, from: first, step, to }, spans);
  for (const [time, bin] of recent(chan) ?? [])
    if (time >= first && time < to) addFigures(spans, startOf(time, step), bin);
  return spans;
}

function seriesOf(
  chan: string,
  question: ChartQuestion,
  sources: ChartSources,
  base: Step,
  step: number,
): ChartSeries {
  const points = [...figuresOf(chan, question, sources, base, step)]
    .sort(([a], [b]) => a - b)
    .map(([time, figures]): ChartPoint => [time, figures.min, figures.max, meanOf(figures)]);
  return { chan, points, ...around(chan, question, sources) };
}

/** What held before, where the value was not good, and where people corrected it: there it is good, or there is none. */
function around(
  chan: string,
  { from, points, to }: ChartQuestion,
  { files, now, recentTurns, summaries }: ChartSources,
): Pick<ChartSeries, "before" | "corrected" | "spans"> {
  const segments = within(files.corrections.segments(chan), from, to);
  const before = summaries.lastBefore(chan, from);
  const turns = [...summaries.turns(chan, from, to), ...recentTurns(chan)].sort(([a], [b]) => a - b);
  const absent = summaries.absences(from, to).map(([start, until]): ChartSpan => [start, until, 3]);
  const recorded = [...spansOf(turns, from, Math.min(to, now)), ...absent];
  const found = [...withoutSpans(recorded, segments), ...emptied(segments, from, to)];
  const spans = fewerSpans(
    found.sort(([a], [b]) => a - b),
    from,
    to,
    points,
  );
  return {
    ...(before ? { before } : {}),
    ...(spans.length > 0 ? { spans } : {}),
    ...(segments.length > 0 ? { corrected: toldOf(segments, from, to) } : {}),
  };
}

const emptied = (segments: readonly Segment[], from: number, to: number): ChartSpan[] =>
  segments
    .filter(({ correction }) => correction.values === 0)
    .map((each) => [Math.max(from, each.from), Math.min(to, each.to), 3]);

/** The values themselves; undefined if there are more than a chart shows. */
async function valuesOf(question: ChartQuestion, sources: ChartSources): Promise<Chart | undefined> {
  const { channels, from, to } = question;
  const { files, recentRows } = sources;
  const recent = await recentRows({ channels: new Set(channels), from, to });
  const rows = await readFiles(
    await files.between(from, to),
    { channels, from, to: to - 1 },
    sources.unreadable,
  );
  const byChannel = new Map(channels.map((chan) => [chan, [] as ChartPoint[]]));
  const add = (chan: string, time: number, value: number, quality: number) => {
    if (quality === 2 || !Number.isFinite(value) || files.corrections.covers(chan, time)) return;
    byChannel.get(chan)?.push([time, value, value, value]);
  };
  for (const { channel, quality, time, value } of rows)
    if (value !== null) add(channel, time, value, quality);
  if (recent) {
    recent.rows.times.forEach((time, at) => {
      const chan = recent.names.get(recent.rows.channels[at] ?? -1) ?? "";
      add(chan, time, recent.rows.values[at] ?? Number.NaN, recent.rows.qualities[at] ?? 0);
    });
  }
  for (const [chan, points] of byChannel) points.push(...(await correctedPoints(chan, question, sources)));
  const series = [...byChannel].map(([chan, points]): ChartSeries => {
    return { chan, points: points.sort(([a], [b]) => a - b), ...around(chan, question, sources) };
  });
  const most = Math.max(...series.map(({ points }) => points.length));
  if (most > MOST_VALUES) return undefined;
  if (most <= question.points) return { step: 0, series };
  const step = Math.ceil((to - from) / question.points);
  return { step, series: series.map((one) => ({ ...one, points: joined(one.points, from, step) })) };
}

async function correctedPoints(
  chan: string,
  { from, to }: ChartQuestion,
  { files, unreadable }: ChartSources,
): Promise<ChartPoint[]> {
  try {
    const rows = await files.corrections.rows(chan, from, to);
    return rows.flatMap(({ time, value }) => (value === null ? [] : [[time, value, value, value]]));
  } catch (error) {
    unreadable(CORRECTIONS, error);
    return [];
  }
}

/** Values as bins of a width, where there are more than the chart has room for. */
function joined(points: readonly ChartPoint[], from: number, step: number): ChartPoint[] {
  const spans = new Map<number, Figures>();
  for (const [time, value] of points)
    addFigures(spans, from + Math.floor((time - from) / step) * step, {
      count: 1,
      min: value,
      max: value,
      sum: value,
    });
  return [...spans].map(([time, figures]) => [time, figures.min, figures.max, meanOf(figures)]);
}
