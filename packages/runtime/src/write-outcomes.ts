/**
 * What became of writes, on its way to the hub: merged per channel, the newest wins, and reported at most ten times a
 * second. After a quiet time a result leaves at the end of its turn.
 */
import type { Clock } from "@hubwart/core";
import type { WriteResults } from "@hubwart/ipc";

const EVERY = 100;

export class WriteOutcomes {
  readonly #clock: Clock;
  readonly #report: (results: WriteResults) => void;
  readonly #settled = new Map<number, number>();
  readonly #refused = new Map<number, string>();
  #scheduled = false;
  #reportedAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, report: (results: WriteResults) => void) {
    this.#clock = clock;
    this.#report = report;
  }

  /** `why`: German reason of a refusal. */
  settle(index: number, seq: number, why?: string): void {
    if ((this.#settled.get(index) ?? 0) > seq) return;
    this.#settled.set(index, seq);
    if (why !== undefined) this.#refused.set(index, why);
    else if (this.#refused.size > 0) this.#refused.delete(index);
    if (this.#scheduled) return;
    this.#scheduled = true;
    const wait = this.#reportedAt + EVERY - this.#clock.monotonic();
    if (wait > 0) this.#clock.after(wait, () => this.flush());
    else setImmediate(() => this.flush());
  }

  flush(): void {
    this.#scheduled = false;
    if (this.#settled.size === 0) return;
    this.#reportedAt = this.#clock.monotonic();
    const n = [...this.#settled.keys()];
    const seq = [...this.#settled.values()];
    const why = n.map((index) => this.#refused.get(index) ?? null);
    this.#report(this.#refused.size === 0 ? { n, seq } : { n, seq, why });
    this.#settled.clear();
    this.#refused.clear();
  }
}
