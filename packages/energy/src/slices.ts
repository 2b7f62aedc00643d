/**
 * Work on many things, a little at a time: what else the process has to do goes on meanwhile, its word that it lives too.
 *
 *     const slices = new Slices(clock, (entry) => …);
 *     slices.add(entries);          // one that waits already is done once
 *     slices.end();
 */
import type { Clock } from "@hubwart/core";

/** ms that are worked at once. */
const SLICE = 20;

export class Slices<T> {
  readonly #clock: Pick<Clock, "after" | "monotonic">;
  readonly #work: (item: T) => void;
  readonly #waiting = new Set<T>();
  #cancel: (() => void) | undefined;

  constructor(clock: Pick<Clock, "after" | "monotonic">, work: (item: T) => void) {
    this.#clock = clock;
    this.#work = work;
  }

  /** The first of them at once. */
  add(items: Iterable<T>): void {
    for (const item of items) this.#waiting.add(item);
    if (!this.#cancel) this.#some();
  }

  end(): void {
    this.#cancel?.();
  }

  #some(): void {
    this.#cancel = undefined;
    const until = this.#clock.monotonic() + SLICE;
    for (const item of this.#waiting) {
      if (this.#clock.monotonic() >= until) {
        this.#cancel = this.#clock.after(1, () => this.#some());
        return;
      }
      this.#waiting.delete(item);
      this.#work(item);
    }
  }
}
