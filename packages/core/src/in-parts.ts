/**
 * A long list in parts, each in a turn of its own, so that whoever else waits for this process is served in between.
 *
 *     for await (const part of inParts(rows)) text += write(part);
 */
import { setImmediate } from "node:timers/promises";

/** Some milliseconds of work on each. */
const PART = 1_000;

export async function* inParts<T>(list: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let from = 0; from < list.length; from += PART) {
    if (from > 0) await setImmediate();
    yield list.length <= PART ? list : list.slice(from, from + PART);
  }
}

export async function mapInParts<T, R>(list: readonly T[], make: (one: T, index: number) => R): Promise<R[]> {
  const made: R[] = [];
  for await (const part of inParts(list)) for (const one of part) made.push(make(one, made.length));
  return made;
}

export async function filterInParts<T>(list: readonly T[], wanted: (one: T) => boolean): Promise<T[]> {
  const kept: T[] = [];
  for await (const part of inParts(list)) kept.push(...part.filter(wanted));
  return kept;
}
