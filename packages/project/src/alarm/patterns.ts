/**
 * Names that a pattern means, found without looking at all of them: by what stands before its first wildcard, or by the channel that it
 * ends with. What is left to look at is bounded, whatever the patterns are.
 */
import { hasWildcard, nameMatcher } from "@hubwart/core";

/** Names looked at, over all patterns of a project. */
export const LOOKED_MAX = 10_000_000;

export class NameIndex {
  readonly #names: Iterable<string>;
  readonly #found = new Map<string, readonly string[]>();
  #sorted: readonly string[] | undefined;
  #byChannel = new Map<string, string[]>();
  #left: number;

  constructor(names: Iterable<string>, most = LOOKED_MAX) {
    this.#names = names;
    this.#left = most;
  }

  /** At most `most` of them, in order. Undefined: the patterns so far have cost too much. */
  matching(pattern: string, most: number): readonly string[] | undefined {
    const known = this.#found.get(pattern);
    if (known) return known;
    const matches = nameMatcher([pattern]);
    const found: string[] = [];
    for (const name of this.#candidates(pattern)) {
      if (this.#left === 0) return undefined;
      this.#left -= 1;
      if (matches(name)) found.push(name);
      if (found.length === most) break;
    }
    this.#found.set(pattern, found);
    return found;
  }

  *#candidates(pattern: string): Generator<string> {
    const sorted = this.#open();
    const prefix = pattern.slice(0, pattern.search(/[*?]/));
    const from = firstAt(sorted, prefix);
    const to = firstAt(sorted, `${prefix}\uffff`);
    const end = pattern.slice(pattern.lastIndexOf(".") + 1);
    const ofChannel = hasWildcard(end) ? undefined : (this.#byChannel.get(end) ?? []);
    if (ofChannel && ofChannel.length < to - from) yield* ofChannel;
    else for (let at = from; at < to; at++) yield sorted[at] ?? "";
  }

  /** Made for the first pattern. */
  #open(): readonly string[] {
    if (this.#sorted) return this.#sorted;
    this.#sorted = [...this.#names].sort();
    for (const name of this.#sorted) {
      const channel = name.slice(name.lastIndexOf(".") + 1);
      const same = this.#byChannel.get(channel);
      if (same) same.push(name);
      else this.#byChannel.set(channel, [name]);
    }
    return this.#sorted;
  }
}

/** Index of the first name that is not before `wanted`. */
function firstAt(sorted: readonly string[], wanted: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? "") < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
