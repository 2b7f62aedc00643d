/** Test messages go past a pod's own limits, so they have one here: a few per pod within a sliding minute. */
import type { Clock } from "@hubwart/core";

const MOST = 5;
const WINDOW_MS = 60_000;

export class TestAllowance {
  readonly #clock: Clock;
  readonly #sent = new Map<string, number[]>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Takes one. 0: taken; otherwise seconds until there is one again. */
  take(pod: string): number {
    const now = this.#clock.monotonic();
    const recent = (this.#sent.get(pod) ?? []).filter((at) => at > now - WINDOW_MS);
    const [oldest] = recent;
    if (oldest !== undefined && recent.length >= MOST) {
      return Math.max(1, Math.ceil((oldest + WINDOW_MS - now) / 1000));
    }
    this.#sent.set(pod, [...recent, now]);
    return 0;
  }
}
