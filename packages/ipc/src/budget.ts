/**
 * How much one connection may cost: a bucket that refills with time.
 *
 *     const budget = new Budget({ perSecond: 500, burst: 3_000, now });
 *     if (!budget.spend(cost)) …            // over it; what was spent counts all the same
 *     setTimeout(go, budget.wait);          // ms until it is even again
 */
export interface BudgetOptions {
  perSecond: number;
  burst: number;
  /** Monotonic ms. */
  now: () => number;
}

export class Budget {
  readonly #options: BudgetOptions;
  #left: number;
  #at: number;

  constructor(options: BudgetOptions) {
    this.#options = options;
    this.#left = options.burst;
    this.#at = options.now();
  }

  /** False once more was spent than there is. */
  spend(cost: number): boolean {
    this.#refill();
    this.#left -= cost;
    return this.#left >= 0;
  }

  /** Spends it only if there is so much. */
  take(cost: number): boolean {
    this.#refill();
    if (this.#left < cost) return false;
    this.#left -= cost;
    return true;
  }

  /** ms until nothing is owed. */
  get wait(): number {
    this.#refill();
    return this.#left >= 0 ? 0 : Math.ceil((-this.#left * 1_000) / this.#options.perSecond);
  }

  #refill(): void {
    const { burst, now, perSecond } = this.#options;
    const at = now();
    this.#left = Math.min(burst, this.#left + ((at - this.#at) * perSecond) / 1_000);
    this.#at = at;
  }
}

/**
 * What a foreign connection may cost the hub: about ms of computing, half of a core in the long run. A message of
 * twenty values costs a hundredth of one, so a pod that carries 20,000 values a second uses a tenth of it.
 */
export const POD_BUDGET = { perSecond: 500, burst: 3_000 } as const;
const PER_MESSAGE = 0.008;
const PER_BYTE = 0.000_1;
/** Of a message that has not ended, or of several: what it takes to receive it. */
const PER_PIECE = 0.01;

export function messageCost(bytes: number): number {
  return PER_MESSAGE + bytes * PER_BYTE;
}

/** Charged as it comes, so that a message without an end is paid for too. */
export function pieceCost(bytes: number): number {
  return PER_PIECE + bytes * PER_BYTE;
}
