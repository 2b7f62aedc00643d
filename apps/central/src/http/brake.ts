/** Who tries codes or tokens that are none, waits: so many a minute and address. */
import { type Clock, callerOf, DeniedError } from "@hubwart/core";
import { texts } from "../texts.ts";

const MOST = 10;
const WITHIN = 60_000;
const MOST_CALLERS = 10_000;

export class Brake {
  readonly #clock: Clock;
  readonly #tries = new Map<string, number[]>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @throws DeniedError with `retryAfter` */
  demand(address: string): void {
    const since = this.#clock.monotonic() - WITHIN;
    const recent = this.#recent(callerOf(address));
    const first = recent[0];
    if (recent.length >= MOST && first !== undefined)
      throw new DeniedError(texts.tooMany, Math.ceil((first - since) / 1_000));
  }

  failed(address: string): void {
    const caller = callerOf(address);
    const recent = [...this.#recent(caller), this.#clock.monotonic()];
    // The newest comes last, so that the oldest are forgotten first.
    this.#tries.delete(caller);
    this.#tries.set(caller, recent.slice(-MOST));
    for (const oldest of this.#tries.keys()) {
      if (this.#tries.size <= MOST_CALLERS) break;
      this.#tries.delete(oldest);
    }
  }

  #recent(caller: string): number[] {
    const since = this.#clock.monotonic() - WITHIN;
    return (this.#tries.get(caller) ?? []).filter((at) => at > since);
  }
}
