/** Who wrote a channel last, links aside; by name, so that it outlives another project. */
import type { WrittenBy } from "@hubwart/ipc";

/** A script is known by its own process. */
export type Writer = WrittenBy | { who: "script" };

export interface LastWrite {
  by: Writer;
  /** ms since the epoch. */
  at: number;
  value: unknown;
}

export class LastWrites {
  readonly #writes = new Map<string, LastWrite>();

  note(name: string, write: LastWrite): void {
    this.#writes.set(name, write);
  }

  of(name: string): LastWrite | undefined {
    return this.#writes.get(name);
  }

  /** Forgets those of other channels. */
  keep(known: (name: string) => boolean): void {
    for (const name of this.#writes.keys()) if (!known(name)) this.#writes.delete(name);
  }
}
