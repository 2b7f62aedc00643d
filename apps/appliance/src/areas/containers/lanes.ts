/** Verbs of one add-on follow one another, whoever asks: a job or the reconciler. */
import type { AddOnId } from "@hubwart/containers";
import { SerialQueue } from "@hubwart/core";

export class Lanes {
  readonly #queues = new Map<AddOnId, SerialQueue>();
  readonly #working = new Set<AddOnId>();

  /** Whether a verb of it is under way. */
  working(id: AddOnId): boolean {
    return this.#working.has(id);
  }

  /** @param signal of whoever waits for it: what has not begun by its end is not begun any more */
  run<T>(id: AddOnId, task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const queue = this.#queues.get(id) ?? new SerialQueue();
    this.#queues.set(id, queue);
    return queue.run(async () => {
      signal?.throwIfAborted();
      this.#working.add(id);
      try {
        return await task();
      } finally {
        this.#working.delete(id);
      }
    });
  }
}
