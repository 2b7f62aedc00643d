/** What waits to be said on one way, in order, found by its alarm as well. */
import type { Untold } from "./record.ts";

export class UntoldLines {
  readonly #lines = new Map<number, Untold>();
  readonly #byNr = new Map<number, Set<number>>();

  get size(): number {
    return this.#lines.size;
  }

  get oldest(): Untold | undefined {
    const [line] = this.#lines.values();
    return line;
  }

  all(): Untold[] {
    return [...this.#lines.values()];
  }

  /** Of one occurrence of an alarm. */
  of(nr: number): Untold[] {
    return [...(this.#byNr.get(nr) ?? [])].flatMap((seq) => this.#lines.get(seq) ?? []);
  }

  add(line: Untold): void {
    this.#lines.set(line.seq, line);
    const own = this.#byNr.get(line.nr);
    if (own) own.add(line.seq);
    else this.#byNr.set(line.nr, new Set([line.seq]));
  }

  /** @returns false where it is gone already */
  remove({ nr, seq }: Untold): boolean {
    const own = this.#byNr.get(nr);
    own?.delete(seq);
    if (own?.size === 0) this.#byNr.delete(nr);
    return this.#lines.delete(seq);
  }
}
