/**
 * A power summed over time, or a temperature for its mean. A value holds until the next; where it is not good, or nobody saw it, nothing is summed
 * and the time is missing.
 */
import { type Posting, spread } from "./spread.ts";

const HOUR = 3_600_000;
/** Whoever looks less often stood still, and does not know what the source did meanwhile, ms. */
export const STALL = 60_000;

export interface IntegralState {
  /** Summed up to here, ms since the epoch. */
  at?: number;
  /** Millionths of the base unit an hour (or of °C), since then; absent: not known. */
  rate?: number;
  /** What was left of the last whole millionth, in millionths × ms. */
  rest: number;
}

export const freshIntegral = (): IntegralState => ({ rest: 0 });

export class Integral {
  readonly state: IntegralState;

  constructor(state: IntegralState) {
    this.state = state;
  }

  /** @param rate undefined where the source has no good value */
  value(t: number, rate: number | undefined): Posting[] {
    const postings = this.until(t);
    if (rate === undefined) delete this.state.rate;
    else this.state.rate = rate;
    return postings;
  }

  until(t: number): Posting[] {
    const { state } = this;
    const { at, rate } = state;
    // Never back: that time is summed already.
    if (at !== undefined && t <= at) return [];
    state.at = t;
    if (at === undefined || rate === undefined || t - at > STALL) return [];
    return spread(at, t, this.#amount(rate, t - at), false);
  }

  /** The time was set: what was summed stays where it is, and the new time goes on from here. */
  moved(ms: number): void {
    if (this.state.at !== undefined) this.state.at += ms;
  }

  /** The process was away: whatever it had is not known to have gone on. */
  lost(): void {
    delete this.state.rate;
    delete this.state.at;
  }

  #amount(rate: number, ms: number): number {
    // Whole numbers throughout; beyond 2^53 only as long as it takes.
    const total = BigInt(rate) * BigInt(ms) + BigInt(this.state.rest);
    const whole = total / BigInt(HOUR);
    this.state.rest = Number(total - whole * BigInt(HOUR));
    return Number(whole);
  }
}
