/** So much per second on the average, and so much at once. */
import type { Clock } from "@hubwart/core";

export interface Rate {
  perSecond: number;
  atOnce: number;
}

export class Bucket {
  readonly #rate: Rate;
  readonly #clock: Pick<Clock, "monotonic">;
  #left: number;
  #at: number;

  constructor(rate: Rate, clock: Pick<Clock, "monotonic">) {
    this.#rate = rate;
    this.#clock = clock;
    this.#left = rate.atOnce;
    this.#at = clock.monotonic();
  }

  /** Takes one. @returns whether there was one */
  take(): boolean {
    this.#fill();
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }

  /** ms until there is one again. */
  wait(): number {
    this.#fill();
    return this.#left >= 1 ? 0 : Math.ceil(((1 - this.#left) / this.#rate.perSecond) * 1000);
  }

  #fill(): void {
    const now = this.#clock.monotonic();
    this.#left = Math.min(this.#rate.atOnce, this.#left + ((now - this.#at) / 1000) * this.#rate.perSecond);
    this.#at = now;
  }
}
