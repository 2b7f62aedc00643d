/** So many a minute for each name, some of them at once. */
import type { Clock } from "@hubwart/core";

const MINUTE = 60_000;
const MOST_NAMES = 500;

export class Pace {
  readonly #clock: Pick<Clock, "monotonic">;
  readonly #perMinute: number;
  readonly #buckets = new Map<string, { left: number; at: number }>();

  constructor(clock: Pick<Clock, "monotonic">, perMinute: number) {
    this.#clock = clock;
    this.#perMinute = perMinute;
  }

  /** False: too many, nothing is taken. @param count at least 1 */
  take(name: string, count = 1): boolean {
    const now = this.#clock.monotonic();
    const before = this.#buckets.get(name) ?? { left: this.#perMinute, at: now };
    const left = Math.min(this.#perMinute, before.left + ((now - before.at) / MINUTE) * this.#perMinute);
    this.#buckets.delete(name);
    this.#buckets.set(name, { left: left >= count ? left - count : left, at: now });
    for (const oldest of this.#buckets.keys()) {
      if (this.#buckets.size <= MOST_NAMES) break;
      this.#buckets.delete(oldest);
    }
    return left >= count;
  }
}
