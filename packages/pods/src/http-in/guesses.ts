/**
 * Brakes guessing of the token or password: who was wrong too often within a minute is refused for the rest of it,
 * whatever is presented then. Per address, in memory; the addresses that were wrong longest ago are forgotten first.
 */
import type { Clock } from "@hubwart/core";

const WINDOW_MS = 60_000;
const MOST_WRONG = 20;
const MOST_ADDRESSES = 1_000;

export class Guesses {
  readonly #clock: Clock;
  readonly #wrong = new Map<string, { times: number; since: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Seconds until an attempt is looked at; undefined when it is now. */
  refusedFor(address: string): number | undefined {
    const found = this.#wrong.get(address);
    if (!found) return undefined;
    const left = found.since + WINDOW_MS - this.#clock.monotonic();
    if (left <= 0) {
      this.#wrong.delete(address);
      return undefined;
    }
    return found.times < MOST_WRONG ? undefined : Math.ceil(left / 1000);
  }

  failed(address: string): void {
    const found = this.#wrong.get(address) ?? { times: 0, since: this.#clock.monotonic() };
    found.times += 1;
    this.#wrong.delete(address);
    this.#wrong.set(address, found);
    if (this.#wrong.size <= MOST_ADDRESSES) return;
    const [oldest] = this.#wrong.keys();
    if (oldest !== undefined) this.#wrong.delete(oldest);
  }
}
