/**
 * Whether a script that runs does not do what it should: a function of it failed when it was called last, calls failed again and again,
 * or it was ended not long ago. One error now and then is none.
 */
const WINDOW = 10 * 60_000;
const OFTEN = 3;
const MOST = 100;

export class Troubles {
  readonly #now: () => number;
  /** Functions whose last call failed. */
  #failing = 0;
  #failures: number[] = [];
  #ended = Number.NEGATIVE_INFINITY;

  /** @param now monotonic, ms */
  constructor(now: () => number) {
    this.#now = now;
  }

  get some(): boolean {
    const since = this.#now() - WINDOW;
    return (
      this.#failing > 0 || this.#ended > since || this.#failures.filter((at) => at > since).length >= OFTEN
    );
  }

  failed(): void {
    this.#failures = [...this.#failures.slice(1 - MOST), this.#now()];
  }

  failing(functions: number): void {
    this.#failing = functions;
  }

  /** It was ended, and will be started anew with none of its functions. */
  ended(): void {
    this.#failing = 0;
    this.#ended = this.#now();
  }
}
