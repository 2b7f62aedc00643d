/**
 * What became of the writes that somebody waits for. Of most writes nobody asks; those cost nothing here.
 *
 *     const { outcome, forget } = watch.expect(local, value);   // right after the value was pushed
 *     watch.left(seq, values);                      // a batch leaves for the pod
 *     watch.settled(results);                       // the pod says what became of it
 *     watch.end();                                  // the pod is gone: it waits
 */
import type { ValueBatch, WriteOutcome, WriteResults } from "@hubwart/ipc";

interface Expected {
  local: number;
  value: unknown;
  /** Number of the batch it left in. */
  seq: number | undefined;
  resolve: (outcome: WriteOutcome) => void;
}

/** People write; a program that waits for more than this is told that they wait. */
const MOST = 1_000;

export class WriteWatch {
  #expected: Expected[] = [];

  /** `forget`: nobody waits for it any longer. */
  expect(local: number, value: unknown): { outcome: Promise<WriteOutcome>; forget: () => void } {
    if (this.#expected.length >= MOST) {
      return { outcome: Promise.resolve({ state: "waiting" }), forget: () => undefined };
    }
    const expected: Expected = { local, value, seq: undefined, resolve: () => undefined };
    const outcome = new Promise<WriteOutcome>((resolve) => {
      expected.resolve = resolve;
    });
    this.#expected.push(expected);
    const forget = () => {
      this.#expected = this.#expected.filter((each) => each !== expected);
      expected.resolve({ state: "waiting" });
    };
    return { outcome, forget };
  }

  left(seq: number, { n, v }: ValueBatch): void {
    if (this.#expected.length === 0) return;
    for (const each of this.#expected) {
      if (each.seq !== undefined) continue;
      // An older value of the channel may leave first; this is the one that was pushed.
      const at = n.findLastIndex((local, i) => local === each.local && Object.is(v[i], each.value));
      if (at >= 0) each.seq = seq;
    }
  }

  settled({ n, seq, why }: WriteResults): void {
    if (this.#expected.length === 0) return;
    const results = new Map(n.map((local, i) => [local, { seq: seq[i] ?? 0, why: why?.[i] ?? null }]));
    this.#expected = this.#expected.filter((each) => {
      const result = results.get(each.local);
      if (!result || each.seq === undefined || result.seq < each.seq) return true;
      each.resolve(result.why === null ? { state: "written" } : { state: "refused", reason: result.why });
      return false;
    });
  }

  end(): void {
    for (const { resolve } of this.#expected) resolve({ state: "waiting" });
    this.#expected = [];
  }
}
