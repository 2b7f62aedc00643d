/** So much at once, and so much per second in the long run. */
export class Bucket {
  readonly #perSecond: number;
  readonly #burst: number;
  readonly #now: () => number;
  #left: number;
  #at: number;

  /** @param now monotonic, ms */
  constructor(perSecond: number, burst: number, now: () => number = () => performance.now()) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#now = now;
    this.#left = burst;
    this.#at = now();
  }

  /** Whether so much more is allowed; then it is taken. */
  take(amount = 1): boolean {
    this.#fill();
    if (this.#left < amount) return false;
    this.#left -= amount;
    return true;
  }

  /** Takes what has been used already, below zero if need be. */
  charge(amount: number): void {
    this.#fill();
    this.#left -= amount;
  }

  /** ms until there is something left; 0 if there is. */
  get debt(): number {
    this.#fill();
    return this.#left > 0 ? 0 : ((1 - this.#left) / this.#perSecond) * 1_000;
  }

  #fill(): void {
    const now = this.#now();
    this.#left = Math.min(this.#burst, this.#left + ((now - this.#at) / 1_000) * this.#perSecond);
    this.#at = now;
  }
}
