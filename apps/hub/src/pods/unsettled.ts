/** Values that left for a pod and of which it has not said yet what became of them, since when. */
import type { ValueBatch, WriteResults } from "@hubwart/ipc";

export class Unsettled {
  readonly #waiting = new Map<number, { seq: number; at: number }>();

  /** @param now ms since the epoch */
  left(seq: number, { n }: ValueBatch, now: number): void {
    for (const local of n) {
      const waiting = this.#waiting.get(local);
      if (waiting) waiting.seq = seq;
      else this.#waiting.set(local, { seq, at: now });
    }
  }

  settled({ n, seq }: WriteResults): void {
    n.forEach((local, i) => {
      const waiting = this.#waiting.get(local);
      if (waiting && (seq[i] ?? 0) >= waiting.seq) this.#waiting.delete(local);
    });
  }

  /** Since when a value of the channel waits, ms since the epoch. */
  since(local: number): number | undefined {
    return this.#waiting.get(local)?.at;
  }
}
