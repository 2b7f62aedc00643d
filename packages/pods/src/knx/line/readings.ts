/** Which group addresses are to be asked when, and which questions wait for their answer. */
import type { Clock } from "@hubwart/core";
import type { Point } from "./point.ts";

/** Time for an answer, ms; a bus under load is slow. */
const ANSWER_MS = 5_000;
/** A question on start is asked so often. */
const TRIES = 3;

interface Reading {
  address: number;
  points: Point[];
  /** ms; undefined: on start only. */
  interval: number | undefined;
  /** Monotonic ms; infinite if nothing is due. */
  due: number;
  /** Until when an answer is awaited, monotonic ms. */
  until: number | undefined;
  triesLeft: number;
  /** When it was asked last, monotonic ms: after a new connection those have their turn first that waited longest. */
  askedAt: number;
}

export class Readings {
  readonly #clock: Clock;
  readonly #readings = new Map<number, Reading>();

  constructor(points: readonly Point[], clock: Clock) {
    this.#clock = clock;
    for (const point of points) {
      if (!point.readOnStart && point.interval === undefined) continue;
      const known = this.#readings.get(point.address);
      const interval = Math.min(
        known?.interval ?? Number.POSITIVE_INFINITY,
        point.interval ?? Number.POSITIVE_INFINITY,
      );
      this.#readings.set(point.address, {
        address: point.address,
        points: [...(known?.points ?? []), point],
        interval: Number.isFinite(interval) ? interval : undefined,
        due: Number.POSITIVE_INFINITY,
        until: undefined,
        triesLeft: 0,
        askedAt: Number.NEGATIVE_INFINITY,
      });
    }
  }

  get none(): boolean {
    return this.#readings.size === 0;
  }

  connected(): void {
    for (const reading of this.#readings.values()) {
      reading.due = this.#clock.monotonic();
      reading.until = undefined;
      reading.triesLeft = TRIES;
    }
  }

  /** Addresses to be asked now, and the channels whose last question was not answered. */
  tick(): { ask: number[]; unanswered: Point[] } {
    const now = this.#clock.monotonic();
    const ask: Reading[] = [];
    const unanswered: Point[] = [];
    for (const reading of this.#readings.values()) {
      if (reading.until !== undefined && reading.until <= now) {
        reading.until = undefined;
        unanswered.push(...reading.points);
        if (reading.triesLeft > 0) reading.due = now;
      }
      if (reading.due > now || reading.until !== undefined) continue;
      reading.due = reading.interval === undefined ? Number.POSITIVE_INFINITY : now + reading.interval;
      reading.triesLeft -= 1;
      ask.push(reading);
    }
    ask.sort((a, b) => a.askedAt - b.askedAt || 0);
    return { ask: ask.map(({ address }) => address), unanswered };
  }

  asked(address: number): void {
    const reading = this.#readings.get(address);
    if (!reading) return;
    reading.askedAt = this.#clock.monotonic();
    reading.until = reading.askedAt + ANSWER_MS;
  }

  /** A telegram with the address's value came. */
  answered(address: number): void {
    const reading = this.#readings.get(address);
    if (!reading) return;
    reading.until = undefined;
    reading.triesLeft = 0;
  }
}
