/**
 * How often each connection was made anew within the last minutes. One that comes and goes is never away for long, and
 * still works badly: two clients with one name at a broker throw each other out every few seconds.
 */
import type { Clock } from "@hubwart/core";

/** ms. */
const WINDOW = 600_000;
/** So many are remembered of one. */
const MOST = 100;

interface Seen {
  /** As the pod counts it. */
  count: number;
  /** Monotonic times. */
  at: readonly number[];
}

export class Reconnects {
  readonly #clock: Clock;
  #seen = new Map<string, Seen>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @param counts of all connections there are, by name; a lower one is that of a pod that was started anew */
  observe(counts: ReadonlyMap<string, number>): void {
    const now = this.#clock.monotonic();
    this.#seen = new Map(
      [...counts].map(([name, count]) => {
        const { at, count: before } = this.#seen.get(name) ?? { at: [], count };
        // The first connection of a pod is none that was made anew.
        const more = before === 0 ? 0 : Math.min(MOST, Math.max(0, count - before));
        return [name, { count, at: [...at, ...Array<number>(more).fill(now)].slice(-MOST) }];
      }),
    );
  }

  of(name: string): number {
    const since = this.#clock.monotonic() - WINDOW;
    return this.#seen.get(name)?.at.filter((at) => at > since).length ?? 0;
  }
}
