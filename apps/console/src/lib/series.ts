/** The last ten minutes of a channel: put together from answers that each bring what is new. */
export type Point = readonly [ts: number, value: number | null];
export type Series = ReadonlyMap<string, readonly Point[]>;

/**
 * Adds what came later and drops what is older than `from`; the value that held at `from` leads. A second that is
 * sent again replaces what was known of it.
 */
export function extend(known: readonly Point[], news: readonly Point[], from: number): readonly Point[] {
  const first = news[0];
  const second = first && Math.floor(first[0] / 1_000) * 1_000;
  const all = second === undefined ? known : [...known.filter(([ts]) => ts < second), ...news];
  const begin = all.findLastIndex(([ts]) => ts <= from);
  if (begin < 0) return all;
  const held = all[begin];
  return held ? [[from, held[1]], ...all.slice(begin + 1)] : all;
}

export interface Figures {
  min: number;
  max: number;
  /** Weighted by how long each value held. */
  mean: number;
}

/**
 * undefined without a value. `until` is when the last value is still held; `now`, if it is a number, belongs to the
 * extremes although the points, which come every second, do not have it yet.
 */
export function figuresOf(points: readonly Point[], until: number, now?: unknown): Figures | undefined {
  let min = typeof now === "number" ? now : Number.POSITIVE_INFINITY;
  let max = typeof now === "number" ? now : Number.NEGATIVE_INFINITY;
  let area = 0;
  let time = 0;
  points.forEach(([ts, value], at) => {
    if (value === null) return;
    min = Math.min(min, value);
    max = Math.max(max, value);
    const held = Math.max((points[at + 1]?.[0] ?? until) - ts, 1);
    area += value * held;
    time += held;
  });
  return time > 0 ? { min, max, mean: area / time } : undefined;
}

/** The path of a step line in a box of the given size; a gap where there is no value. SVG path data. */
export function stepPath(
  points: readonly Point[],
  span: { from: number; until: number },
  size: { width: number; height: number },
): string {
  const figures = figuresOf(points, span.until);
  if (!figures) return "";
  const { min, max } = figures;
  const x = (ts: number) =>
    (((Math.max(ts, span.from) - span.from) / (span.until - span.from)) * size.width).toFixed(1);
  // A line without any change runs through the middle.
  const y = (value: number) =>
    (max === min ? size.height / 2 : (1 - (value - min) / (max - min)) * size.height).toFixed(1);
  return points
    .map(([ts, value], at) => {
      if (value === null) return "";
      const before = points[at - 1]?.[1];
      const end = points[at + 1]?.[0] ?? span.until;
      const start = before === null || before === undefined ? `M${x(ts)} ${y(value)}` : `V${y(value)}`;
      return `${start}H${x(end)}`;
    })
    .join("");
}
