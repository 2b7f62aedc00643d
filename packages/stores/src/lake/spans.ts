/** Spans of time, ms. */
export const MINUTE = 60_000;
export const QUARTER = 900_000;
export const HOUR = 3_600_000;
export const DAY = 86_400_000;

/** Widths of the bins that are kept. */
export type Step = typeof MINUTE | typeof HOUR | typeof DAY;

export const startOf = (time: number, span: number) => Math.floor(time / span) * span;

/** `2026-11-21` (UTC). */
export const dayName = (time: number) => new Date(time).toISOString().slice(0, 10);

/** `20261121T1315Z`: sorts by time, and is a file name everywhere. */
export const quarterName = (time: number) =>
  `${new Date(time).toISOString().slice(0, 16).replaceAll(/[-:]/g, "")}Z`;
