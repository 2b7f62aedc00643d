/**
 * How much of a page that is followed stands in the document. While lines come quickly only those at its end are seen,
 * and every other would be made and thrown away unread; once it is calm again the whole page stands there, for the
 * browser's search, for selecting and for screen readers.
 */

/** Lines that fill the tallest box more than once. */
export const AT_THE_END = 40;
/** More than so many new lines between one sample and the one after the next, and the log is quick. */
export const QUICK = 20;
/** ms */
export const SAMPLE_EVERY = 1_500;

/** Numbers of the newest line, the older sample first. */
export type Samples = readonly [number, number];

export function sampled(samples: Samples, newest: number): Samples {
  return samples[0] === newest && samples[1] === newest ? samples : [samples[1], newest];
}

export const isQuick = ([older]: Samples, newest: number): boolean => newest - older > QUICK;

/** The lines in the document, and how many of the page are left out before them. */
export function windowOf<T>(rows: readonly T[], quick: boolean): { shown: readonly T[]; left: number } {
  const left = quick ? Math.max(0, rows.length - AT_THE_END) : 0;
  return { shown: left === 0 ? rows : rows.slice(left), left };
}
