/**
 * How long messages have waited. Counted by the monotonic clock from the first look on, so that a clock that is set
 * meanwhile neither gives up a message that has just come nor keeps one for ever.
 */
import type { Clock } from "@hubwart/core";
import type { Message } from "./queue.ts";

export class Ages {
  readonly #clock: Clock;
  /** Id → monotonic time since which it waits. */
  #since = new Map<number, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Those that have waited longer than `most` ms. */
  over(waiting: readonly Message[], most: number): Message[] {
    const [now, wall] = [this.#clock.monotonic(), this.#clock.now()];
    // What waited before this start is known by the wall clock alone.
    this.#since = new Map(
      waiting.map(({ id, ts }) => [id, this.#since.get(id) ?? now - Math.max(0, wall - ts)]),
    );
    return waiting.filter(({ id }) => now - (this.#since.get(id) ?? now) > most);
  }
}
