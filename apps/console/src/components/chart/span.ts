/** Spans of time that charts show, ms since the epoch. */
export interface Span {
  from: number;
  to: number;
}

/** Spans that end now. */
export const RANGES = ["hour", "day", "week", "month", "year"] as const;
export type Range = (typeof RANGES)[number];

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
export const SPANS: Readonly<Record<Range, number>> = {
  hour: HOUR,
  day: DAY,
  week: 7 * DAY,
  month: 30 * DAY,
  year: 365 * DAY,
};
/** Nothing is finer than this, ms. */
export const SHORTEST = 10_000;
export const LONGEST = 20 * SPANS.year;

/** The span `factor` times as long around `middle`, within what there can be. */
export function zoomed({ from, to }: Span, factor: number, middle: number): Span {
  const length = Math.min(LONGEST, Math.max(SHORTEST, (to - from) * factor));
  const left = to > from ? (middle - from) / (to - from) : 0.5;
  return within(Math.round(middle - length * left), Math.round(length));
}

/** Moved by a share of its length. */
export const moved = ({ from, to }: Span, share: number): Span =>
  within(Math.round(from + (to - from) * share), to - from);

const within = (from: number, length: number): Span => ({
  from: Math.max(0, from),
  to: Math.max(0, from) + length,
});
