/**
 * When which meter of a line is read next. Times are monotonic ms.
 *
 * A meter that does not answer is left alone for longer and longer. While others are due it has at most a part of the line's time, so
 * that meters which answer are read at their interval, however many others are dead.
 */
import { Backoff } from "@hubwart/core";
import type { MeterRef } from "./meter.ts";
import type { Point } from "./point.ts";
import type { Reading } from "./reading.ts";

/** Pauses of a meter that does not answer. */
const SILENT = { first: 5_000, longest: 600_000 };
/** Of one that says it was asked too often: it is saved rather than pressed. */
const SPARED = { first: 900_000, longest: 86_400_000 };
/** A single lost answer is no outage. */
const MISSES_ALLOWED = 1;
/** Meters that do not answer have this part of the line's time while others are due. */
const DOUBTED_SHARE = 5;
/** After an outage of the line a meter is not read again sooner than this after the last time. */
const SOONEST_AGAIN = 60_000;

const NEVER = Number.POSITIVE_INFINITY;

export interface Meter {
  ref: MeterRef;
  name: string;
  points: Point[];
  /** The shortest that one of its channels wants, ms. */
  interval: number;
  due: number;
  misses: number;
  /** The connection ended over it, and it has not answered since. */
  broke: boolean;
  readonly silent: Backoff;
  readonly spared: Backoff;
  last: { reading: Reading; at: number } | undefined;
}

export class Polls {
  readonly meters: readonly Meter[];
  /** When meters that did not answer last have their turn again beside others that are due. */
  #doubtedFrom = Number.NEGATIVE_INFINITY;

  constructor(points: readonly Point[]) {
    const meters = new Map<string, Meter>();
    for (const point of points) {
      const { interval, meter: ref, meterName: name } = point;
      const known = meters.get(name);
      if (known) {
        known.points.push(point);
        known.interval = Math.min(known.interval, interval);
        continue;
      }
      const silent = new Backoff(SILENT.first, SILENT.longest);
      const spared = new Backoff(SPARED.first, SPARED.longest);
      const state = { due: NEVER, misses: 0, broke: false, silent, spared, last: undefined };
      meters.set(name, { ref, name, points: [point], interval, ...state });
    }
    this.meters = [...meters.values()];
  }

  find(name: string): Meter | undefined {
    return this.meters.find((meter) => meter.name === name);
  }

  /** The line is there again: what was not read meanwhile is due. */
  resumed(now: number): void {
    for (const meter of this.meters) {
      const soonest =
        meter.last === undefined ? now : meter.last.at + Math.min(SOONEST_AGAIN, meter.interval);
      meter.due = Math.min(meter.due, Math.max(now, soonest));
    }
  }

  next(now: number): Meter | undefined {
    let sound: Meter | undefined;
    let doubted: Meter | undefined;
    for (const meter of this.meters) {
      if (meter.misses === 0) {
        if (sound === undefined || meter.due < sound.due) sound = meter;
      } else if (doubted === undefined || meter.due < doubted.due) doubted = meter;
    }
    if (!sound || !doubted) return sound ?? doubted;
    if (sound.due <= now && doubted.due <= now) return now >= this.#doubtedFrom ? doubted : sound;
    return doubted.due < sound.due ? doubted : sound;
  }

  /** True when it had been silent. */
  answered(meter: Meter, reading: Reading, now: number): boolean {
    const wasSilent = isSilent(meter);
    meter.misses = 0;
    meter.broke = false;
    meter.spared.reset();
    meter.last = { reading, at: now };
    this.#beat(meter, now);
    // What is missing of it may only have got lost.
    if (reading.cut) meter.due = Math.min(meter.due, now + meter.silent.next());
    else meter.silent.reset();
    return wasSilent;
  }

  /** It is there, and gives no values. @param tooOften it says that it was asked too often */
  refused(meter: Meter, now: number, tooOften: boolean): void {
    meter.misses = 0;
    meter.silent.reset();
    this.#beat(meter, now);
    if (tooOften) meter.due = Math.max(meter.due, now + meter.spared.next());
  }

  /** @param took how long the line was busy with it, ms. @returns whether it has become silent by this */
  missed(meter: Meter, now: number, took: number): boolean {
    meter.misses += 1;
    meter.due = now + meter.silent.next();
    this.#doubtedFrom = now + took * (DOUBTED_SHARE - 1);
    return meter.misses === MISSES_ALLOWED + 1;
  }

  get silent(): Meter[] {
    return this.meters.filter(isSilent);
  }

  /** Keeps the beat; a beat that was missed altogether is not made up for. */
  #beat(meter: Meter, now: number): void {
    meter.due = Math.max(meter.due + meter.interval, now);
  }
}

export function isSilent({ misses }: Meter): boolean {
  return misses > MISSES_ALLOWED;
}
