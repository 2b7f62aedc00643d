/**
 * When which target is measured. First measurements are spread over two seconds (or the interval, if that
 * is shorter), and each target then keeps its own beat.
 *
 * Invariants: at most `MOST_AT_ONCE` measurements run, the others wait their turn; those of silent targets, which take their whole
 * timeout, leave some places to the rest. A target is never measured twice at the same time; after `end` none runs.
 */
import type { Clock } from "@hubwart/core";
import type { Target } from "./measurement.ts";

export const MOST_AT_ONCE = 16;
const MOST_SILENT = 12;
const SPREAD_MS = 2000;

export class Rounds {
  readonly #targets: readonly Target[];
  readonly #clock: Clock;
  /** Never rejects. */
  readonly #measure: (target: Target) => Promise<void>;
  readonly #silent: (target: Target) => boolean;
  readonly #timers = new Map<Target, () => void>();
  readonly #running = new Set<Promise<void>>();
  #silentRunning = 0;
  #waiting: Target[] = [];
  #ended = false;

  /** @param silent whether a target did not answer last time */
  constructor(
    targets: readonly Target[],
    clock: Clock,
    measure: (target: Target) => Promise<void>,
    silent: (target: Target) => boolean,
  ) {
    this.#targets = targets;
    this.#clock = clock;
    this.#measure = measure;
    this.#silent = silent;
  }

  start(): void {
    for (const [at, target] of this.#targets.entries()) {
      const spread = Math.min(SPREAD_MS, target.interval);
      this.#schedule(target, Math.floor((at / this.#targets.length) * spread));
    }
  }

  async end(): Promise<void> {
    this.#ended = true;
    for (const cancel of this.#timers.values()) cancel();
    this.#waiting = [];
    await Promise.all(this.#running);
  }

  #schedule(target: Target, ms: number): void {
    if (this.#ended) return;
    const cancel = this.#clock.after(ms, () => {
      this.#timers.delete(target);
      this.#waiting.push(target);
      this.#fill();
    });
    this.#timers.set(target, cancel);
  }

  #fill(): void {
    while (!this.#ended && this.#running.size < MOST_AT_ONCE) {
      const at = this.#waiting.findIndex(
        (target) => this.#silentRunning < MOST_SILENT || !this.#silent(target),
      );
      const [target] = at < 0 ? [] : this.#waiting.splice(at, 1);
      if (!target) return;
      const silent = this.#silent(target);
      if (silent) this.#silentRunning += 1;
      const began = this.#clock.monotonic();
      const run = this.#measure(target).then(() => {
        this.#running.delete(run);
        if (silent) this.#silentRunning -= 1;
        this.#schedule(target, Math.max(0, began + target.interval - this.#clock.monotonic()));
        this.#fill();
      });
      this.#running.add(run);
    }
  }
}
