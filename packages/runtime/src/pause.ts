/** A pause of one thing that fails, longer with every failure. Times are monotonic ms. */
import { Backoff } from "@hubwart/core";

export class Pause {
  readonly #backoff: Backoff;
  /** When it is over. */
  until = 0;

  constructor(first: number, longest: number) {
    this.#backoff = new Backoff(first, longest);
  }

  /** @param least ms */
  grow(now: number, least = 0): void {
    this.until = now + Math.max(least, this.#backoff.next());
  }
}
