/**
 * What the address says of a chart: the channels, and a span that ends now or was zoomed to. All pure, so that a link
 * shows the same picture to somebody else.
 */
import { LONGEST, RANGES, type Range, SHORTEST, SPANS, type Span } from "../../../components/chart/span.ts";

/** How much earlier the period is that a chart is compared with. */
export const COMPARISONS = ["day", "week", "month", "year"] as const;
export type Comparison = (typeof COMPARISONS)[number];

export interface ChartSearch {
  /** Full names. */
  chan?: string[];
  /** A span that ends now; absent: a day. Of no account beside `from` and `to`. */
  range?: Range;
  /** ms since the epoch. */
  from?: number;
  to?: number;
  compare?: Comparison;
}

/** Lines in one chart: as many as there are colours that everybody can tell apart. */
export const MOST_LINES = 8;
const FULL_NAME = /^[^*?,\s]{1,500}$/;

export function parseChartSearch(raw: Record<string, unknown>): ChartSearch {
  const list: unknown[] = Array.isArray(raw["chan"]) ? raw["chan"] : [raw["chan"]];
  const chan = [...new Set(list.filter((name) => typeof name === "string" && FULL_NAME.test(name)))];
  const range = RANGES.find((known) => known === raw["range"]);
  const compare = COMPARISONS.find((known) => known === raw["compare"]);
  const span = spanIn(raw["from"], raw["to"]);
  return {
    ...(chan.length > 0 ? { chan: chan.slice(0, MOST_LINES) as string[] } : {}),
    ...(span ?? (range === undefined || range === "day" ? {} : { range })),
    ...(compare ? { compare } : {}),
  };
}

/** How far before a span the one is that it is compared with, ms: by the calendar, so that a day begins at midnight in both. */
export function shiftOf({ from }: Span, compare: Comparison): number {
  const date = new Date(from);
  if (compare === "day") date.setDate(date.getDate() - 1);
  else if (compare === "week") date.setDate(date.getDate() - 7);
  else if (compare === "month") date.setMonth(date.getMonth() - 1);
  else date.setFullYear(date.getFullYear() - 1);
  return from - date.getTime();
}

function spanIn(from: unknown, to: unknown): Span | undefined {
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to)) return undefined;
  const [start, end] = [from as number, to as number];
  return start >= 0 && end - start >= SHORTEST && end - start <= LONGEST
    ? { from: start, to: end }
    : undefined;
}

export const isZoomed = (search: ChartSearch): search is ChartSearch & Span =>
  search.from !== undefined && search.to !== undefined;

export function spanOf(search: ChartSearch, now: number): Span {
  if (isZoomed(search)) return { from: search.from, to: search.to };
  return { from: now - SPANS[search.range ?? "day"], to: now };
}
