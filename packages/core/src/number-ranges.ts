/**
 * Sets of whole numbers that mostly follow each other, as ranges: sorted, apart from each other, both ends included.
 *
 *     rangesText(withNumbers([], [3, 1, 2, 9]))      // "1-3,9"
 */
export type Ranges = readonly (readonly [from: number, to: number])[];

export const inRanges = (ranges: Ranges, number: number): boolean =>
  ranges.some(([from, to]) => number >= from && number <= to);

export function withNumbers(ranges: Ranges, numbers: readonly number[]): Ranges {
  return merged([...ranges, ...numbers.map((number) => [number, number] as const)]);
}

export const withRanges = (ranges: Ranges, more: Ranges): Ranges => merged([...ranges, ...more]);

/** Whether each number of `part` is in `whole`. */
export const rangesCover = (whole: Ranges, part: Ranges): boolean =>
  part.every(([from, to]) => whole.some(([first, last]) => from >= first && to <= last));

export const rangesText = (ranges: Ranges): string =>
  ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(",");

/** @throws RangeError for what `rangesText` does not write */
export function parseRanges(text: string): Ranges {
  if (text === "") return [];
  return text.split(",").map((part) => {
    const [, from = "", to = from] = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(part) ?? [];
    if (from === "" || Number(to) < Number(from)) throw new RangeError(`no ranges: ${text.slice(0, 80)}`);
    return [Number(from), Number(to)] as const;
  });
}

function merged(ranges: readonly (readonly [number, number])[]): Ranges {
  const sorted = [...ranges].sort(([a], [b]) => a - b);
  const found: [number, number][] = [];
  for (const [from, to] of sorted) {
    const last = found.at(-1);
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else found.push([from, to]);
  }
  return found;
}
