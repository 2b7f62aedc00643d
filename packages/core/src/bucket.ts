/**
 * So much at once, and so much per second in the long run (a token bucket). Imports nothing at run time: threads of scripts have one too.
 *
 *     const writes = new Bucket({ perSecond: 10, atOnce: 30 });
 *     if (!writes.take()) return refuse();
 */
import type { Clock } from "./clock.ts";

export interface Rate {
  perSecond: number;
  atOnce: number;
}

export type BucketClock = Pick<Clock, "monotonic">;

const REAL: BucketClock = { monotonic: () => performance.now() };

export class Bucket {
  readonly #rate: Rate;
  readonly #clock: BucketClock;
  #left: number;
  #at: number;

  constructor(rate: Rate, clock: BucketClock = REAL) {
    this.#rate = rate;
    this.#clock = clock;
    this.#left = rate.atOnce;
    this.#at = clock.monotonic();
  }

  /** Whether so much more is allowed; then it is taken. */
  take(amount = 1): boolean {
    this.#fill();
    if (this.#left < amount) return false;
    this.#left -= amount;
    return true;
  }

  /** Takes what has been used already, below zero if need be. */
  charge(amount: number): void {
    this.#fill();
    this.#left -= amount;
  }

  /** ms until there is one again; 0 if there is. */
  wait(): number {
    this.#fill();
    return this.#left >= 1 ? 0 : Math.ceil(((1 - this.#left) / this.#rate.perSecond) * 1_000);
  }

  #fill(): void {
    const now = this.#clock.monotonic();
    this.#left = Math.min(this.#rate.atOnce, this.#left + ((now - this.#at) / 1_000) * this.#rate.perSecond);
    this.#at = now;
  }
}
