/** Exponential delays with jitter. Never gives up; `reset` after a success. */
export class Backoff {
  #attempt = 0;
  readonly #firstMs: number;
  readonly #capMs: number;
  readonly #random: () => number;

  constructor(firstMs = 250, capMs = 30_000, random: () => number = Math.random) {
    this.#firstMs = firstMs;
    this.#capMs = capMs;
    this.#random = random;
  }

  /** The next delay in ms: between half of and the full exponential step, at most the cap. */
  next(): number {
    const step = Math.min(this.#capMs, this.#firstMs * 2 ** Math.min(this.#attempt, 30));
    this.#attempt += 1;
    return Math.round(step / 2 + (step / 2) * this.#random());
  }

  reset(): void {
    this.#attempt = 0;
  }
}
