/** How long a new state has been on trial: only time counts in which this process ran, whatever the clock on the wall does. */
import type { Clock } from "@hubwart/core";

/** ms. How far the trial has come is noted so often; no more of it is lost by a power cut. */
const NOTED_EVERY = 30_000;

export class TrialTime {
  readonly #clock: Clock;
  readonly #length: number;
  #tried: number;
  #counted: number;
  #cancel: (() => void) | undefined;

  /** @param due called again and again to note how far it has come, at last when nothing is left */
  constructor(clock: Clock, { trialMs, tried }: { trialMs: number; tried: number }, due: () => void) {
    this.#clock = clock;
    this.#length = trialMs;
    this.#tried = Math.min(Math.max(0, tried), trialMs);
    this.#counted = clock.monotonic();
    const plan = () => {
      this.#cancel = clock.after(Math.min(NOTED_EVERY, this.left), () => {
        due();
        if (this.left > 0) plan();
      });
    };
    plan();
  }

  /** ms that it has run for. */
  get tried(): number {
    const now = this.#clock.monotonic();
    // A process that stood still has tried nothing meanwhile.
    this.#tried = Math.min(this.#length, this.#tried + Math.min(now - this.#counted, 2 * NOTED_EVERY));
    this.#counted = now;
    return this.#tried;
  }

  get left(): number {
    return this.#length - this.tried;
  }

  end(): void {
    this.#cancel?.();
  }
}
