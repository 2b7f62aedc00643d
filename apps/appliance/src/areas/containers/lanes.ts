/** Verbs of one add-on follow one another, whoever asks: a job or the reconciler. */
import type { AddOnId } from "@hubwart/containers";
import { SerialQueue } from "@hubwart/core";

export class Lanes {
  readonly #queues = new Map<AddOnId, SerialQueue>();

  run<T>(id: AddOnId, task: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(id) ?? new SerialQueue();
    this.#queues.set(id, queue);
    return queue.run(task);
  }
}
