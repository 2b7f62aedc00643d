import { ConflictError } from "./errors.ts";

/**
 * Runs at most one change at a time.
 *
 * Invariants: `run` never waits for another run, it refuses with a ConflictError that names the one
 * in progress; the slot is free again as soon as the task has settled, whatever its outcome.
 */
export class ExclusiveRunner {
  #current: string | undefined;

  /** German name of the change in progress, if any. */
  get current(): string | undefined {
    return this.#current;
  }

  async run<T>(name: string, task: () => Promise<T>): Promise<T> {
    if (this.#current !== undefined) {
      throw new ConflictError(`Es läuft bereits eine Änderung: ${this.#current}`);
    }
    this.#current = name;
    try {
      return await task();
    } finally {
      this.#current = undefined;
    }
  }
}

/** Runs tasks one after the other, in the order of the calls. A failed task does not stop the next. */
export class SerialQueue {
  #tail: Promise<unknown> = Promise.resolve();

  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#tail.then(task, task);
    this.#tail = result.catch(() => undefined);
    return result;
  }
}
