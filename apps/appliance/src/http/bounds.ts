/**
 * What callers who are kept to some channels get of what is about channels: the one place that every filter is made of.
 *
 *     const kept = keptTo(request.session);
 *     records.filter(({ chan }) => kept.channel(chan))
 *
 * What is not theirs is not there for them: asking for it by its name is answered as for a name that the project does not have.
 */
import type { Bounds, Writable } from "@hubwart/contract";
import { hasWildcard, keptMatcher } from "@hubwart/core";
import { ForbiddenError } from "./rights.ts";
import { texts } from "./texts.ts";

export interface Kept {
  /** Patterns to hand on; undefined: kept to none, so nothing has to be left out. */
  patterns: readonly string[] | undefined;
  readonly channel: (chan: string) => boolean;
  /** Whether the pod may have a channel that is the caller's: by its name alone, so rather too many than too few. */
  readonly pod: (id: string) => boolean;
}

const ALL: Kept = { patterns: undefined, channel: () => true, pod: () => true };

type Bound = { bounds: Bounds | undefined } | undefined;

export function keptTo(caller: Bound): Kept {
  return keptToThese(caller?.bounds?.channels);
}

/** The same of alarms, which may be those of more channels. */
export function keptToAlarms(caller: Bound): Kept {
  const { alarms = [], channels } = caller?.bounds ?? {};
  return keptToThese(channels && [...channels, ...alarms]);
}

/** @throws ForbiddenError for who may not set this channel, or not to this */
export function demandWrite(caller: Bound, chan: string, value: unknown): void {
  const writes = caller?.bounds?.writes;
  if (!writes) return;
  const fits = writes.some(
    (each) => each.chan === chan && isAmong(value, each) && isWithinLimits(value, each),
  );
  if (!fits) throw new ForbiddenError(texts.notOnPage);
}

const isAmong = (value: unknown, { among }: Writable): boolean => among?.some((one) => one === value) ?? true;

/** A text that the hub would take for a number is none here. */
function isWithinLimits(value: unknown, { max, min }: Writable): boolean {
  if (max === undefined && min === undefined) return true;
  return typeof value === "number" && value >= (min ?? value) && value <= (max ?? value);
}

function keptToThese(patterns: readonly string[] | undefined): Kept {
  if (patterns === undefined) return ALL;
  return {
    patterns,
    channel: keptMatcher(patterns),
    pod: (id) => patterns.some((each) => reaches(each, id)),
  };
}

/** A pattern can only match names that begin with what stands before its first wildcard. */
function reaches(pattern: string, pod: string): boolean {
  const begin = `${pod}.`;
  const literal = pattern.split(/[*?]/, 1)[0] ?? "";
  if (!hasWildcard(pattern)) return pattern.startsWith(begin);
  return begin.startsWith(literal) || literal.startsWith(begin);
}

/** A value of the caller's, without where it came from where that is not his. */
export function ownRecord<R extends { from?: string }>(kept: Kept, record: R): R {
  if (record.from === undefined || record.from === "" || kept.channel(record.from)) return record;
  const { from: _, ...rest } = record;
  return rest as R;
}
