/**
 * Lines of two texts compared (E. Myers, "An O(ND) Difference Algorithm", 1986), and two changes of one text put together.
 * Pure; a text that has nothing in common with the other costs no more than `MOST_STEPS` rounds.
 */

/** `mine[from, to)` stands in place of `base[from, to)`. */
export interface Hunk {
  base: readonly [from: number, to: number];
  other: readonly [from: number, to: number];
}

/** Beyond this many changed lines what lies between beginning and end counts as one change. */
const MOST_STEPS = 400;

export const linesOf = (text: string): string[] => text.split("\n");

export function diffLines(base: readonly string[], other: readonly string[]): Hunk[] {
  let start = 0;
  while (start < base.length && start < other.length && base[start] === other[start]) start += 1;
  let end = 0;
  const most = Math.min(base.length, other.length) - start;
  while (end < most && base[base.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  const a = base.slice(start, base.length - end);
  const b = other.slice(start, other.length - end);
  if (a.length === 0 && b.length === 0) return [];
  return hunksOf(commonLines(a, b), a.length, b.length).map((hunk) => ({
    base: [hunk.base[0] + start, hunk.base[1] + start],
    other: [hunk.other[0] + start, hunk.other[1] + start],
  }));
}

type Pair = readonly [a: number, b: number];

/** Places of the lines that both have, in their order. */
function commonLines(a: readonly string[], b: readonly string[]): Pair[] {
  const most = Math.min(a.length + b.length, MOST_STEPS);
  const reach = new Map<number, number>([[1, 0]]);
  const rounds: Map<number, number>[] = [];
  for (let step = 0; step <= most; step += 1) {
    rounds.push(new Map(reach));
    for (let k = -step; k <= step; k += 2) {
      let x = from(reach, k, step);
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1;
      reach.set(k, x);
      if (x >= a.length && x - k >= b.length) return wayBack(rounds, a.length, b.length);
    }
  }
  return [];
}

const at = (reach: Map<number, number>, k: number): number => reach.get(k) ?? -1;
const goesDown = (reach: Map<number, number>, k: number, step: number): boolean =>
  k === -step || (k !== step && at(reach, k - 1) < at(reach, k + 1));
const from = (reach: Map<number, number>, k: number, step: number): number =>
  goesDown(reach, k, step) ? at(reach, k + 1) : at(reach, k - 1) + 1;

function wayBack(rounds: readonly Map<number, number>[], aLength: number, bLength: number): Pair[] {
  const pairs: Pair[] = [];
  let x = aLength;
  let y = bLength;
  for (let step = rounds.length - 1; step >= 0; step -= 1) {
    const reach = rounds[step] ?? new Map<number, number>();
    const k = x - y;
    const begun = step === 0 ? 0 : from(reach, k, step);
    while (x > begun) {
      x -= 1;
      y -= 1;
      pairs.push([x, y]);
    }
    if (step > 0) {
      const before = goesDown(reach, k, step) ? k + 1 : k - 1;
      x = at(reach, before);
      y = x - before;
    }
  }
  return pairs.reverse();
}

function hunksOf(pairs: readonly Pair[], aLength: number, bLength: number): Hunk[] {
  const hunks: Hunk[] = [];
  let a = 0;
  let b = 0;
  for (const [nextA, nextB] of [...pairs, [aLength, bLength] as const]) {
    if (nextA > a || nextB > b) hunks.push({ base: [a, nextA], other: [b, nextB] });
    a = nextA + 1;
    b = nextB + 1;
  }
  return hunks;
}

/**
 * What two people made of one text. Where both changed the same lines, `both` says what stands there, so that neither
 * change is lost.
 */
export function mergeTexts(
  base: string,
  mine: string,
  theirs: string,
  both: (mine: readonly string[], theirs: readonly string[]) => readonly string[],
): string {
  const [b, m, t] = [linesOf(base), linesOf(mine), linesOf(theirs)];
  const changes = { mine: diffLines(b, m), theirs: diffLines(b, t) };
  const result: string[] = [];
  let line = 0;
  for (const [start, end] of together([...changes.mine, ...changes.theirs])) {
    result.push(...b.slice(line, start));
    const ours = within(changes.mine, start, end, m);
    const other = within(changes.theirs, start, end, t);
    if (!other.changed || same(ours.lines, other.lines)) result.push(...ours.lines);
    else if (!ours.changed) result.push(...other.lines);
    else result.push(...both(ours.lines, other.lines));
    line = end;
  }
  return [...result, ...b.slice(line)].join("\n");
}

const same = (a: readonly string[], b: readonly string[]): boolean => a.join("\n") === b.join("\n");

/** Ranges of the base that changes touch; those that meet are one. */
function together(hunks: readonly Hunk[]): [number, number][] {
  const ranges = hunks.map(({ base: [start, end] }): [number, number] => [start, end]);
  ranges.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const joined: [number, number][] = [];
  for (const [start, end] of ranges) {
    const last = joined.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else joined.push([start, end]);
  }
  return joined;
}

/** What one of the two has in place of `base[start, end)`. */
function within(hunks: readonly Hunk[], start: number, end: number, lines: readonly string[]) {
  const shift = (place: number, reached: (hunk: Hunk) => boolean): number =>
    place +
    hunks
      .filter(reached)
      .reduce((sum, { base, other }) => sum + other[1] - other[0] - (base[1] - base[0]), 0);
  const inside = ({ base }: Hunk): boolean => base[0] >= start && base[1] <= end;
  const first = shift(start, (hunk) => hunk.base[1] <= start && !inside(hunk));
  const last = shift(end, (hunk) => hunk.base[1] <= end);
  return { changed: hunks.some(inside), lines: lines.slice(first, last) };
}
