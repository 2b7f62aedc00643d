/** A pause that grows with every failure. Times are monotonic ms. */
import { Backoff } from "@hubwart/core";

const SHORTEST_RETRY = 2_000;
export const LONGEST_RETRY = 300_000;

export class Pause {
  readonly #backoff = new Backoff(SHORTEST_RETRY, LONGEST_RETRY);
  /** When it is over. */
  until = 0;

  /** @param least ms */
  grow(now: number, least = 0): void {
    this.until = now + Math.max(least, this.#backoff.next());
  }
}
