/** Failed attempts to sign in, in memory: nobody restarts a central to try more, and a full disk stops no counting. */
import type { ThrottleTable } from "@hubwart/core/sign-in";

type Failures = Parameters<ThrottleTable["put"]>[1];

const MOST = 10_000;

export class FailureTable implements ThrottleTable {
  /** The one touched longest ago comes first. */
  readonly #rows = new Map<string, Failures>();

  find(name: string): Failures | undefined {
    const row = this.#rows.get(name);
    return row && { ...row };
  }

  put(name: string, row: Failures): void {
    this.#rows.delete(name);
    this.#rows.set(name, { ...row });
    for (const oldest of this.#rows.keys()) {
      if (this.#rows.size <= MOST) break;
      this.#rows.delete(oldest);
    }
  }

  delete(name: string): void {
    this.#rows.delete(name);
  }
}
