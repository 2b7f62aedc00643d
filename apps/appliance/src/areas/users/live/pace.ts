/**
 * Patterns are held against every channel of the project, here and in the hub. So each user has so many of them looked for at once
 * and per second, over all connections; what is asked faster waits.
 *
 *     await pace.turn("visu", 12);
 */
import { LIVE_LIMITS } from "@hubwart/contract/live";
import { Bucket, type Clock } from "@hubwart/core";

const RATE = { perSecond: LIVE_LIMITS.patternsPerSecond, atOnce: LIVE_LIMITS.patternsAtOnce };

export class Pace {
  readonly #clock: Clock;
  /** Of users that are gone too: whoever comes back has no more than before. */
  readonly #users = new Map<string, Bucket>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async turn(user: string, patterns: number): Promise<void> {
    const bucket = this.#users.get(user) ?? new Bucket(RATE, this.#clock);
    this.#users.set(user, bucket);
    for (let left = patterns; left > 0; ) {
      if (bucket.take()) left -= 1;
      else await new Promise<void>((resolve) => void this.#clock.after(bucket.wait(), resolve));
    }
  }
}
