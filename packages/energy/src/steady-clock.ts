/**
 * The time that amounts are booked at. It follows the wall clock, but not at once: a clock that is set is believed after five minutes, so that
 * one that is ahead for half a minute books nothing in another year.
 *
 *     const steady = new SteadyClock(clock);
 *     const moved = steady.look();          // ms that the time was set by since the last look; 0 nearly always
 *     steady.now();
 *
 * Invariant: between two looks that move nothing, `now` goes on as time itself does.
 */
import type { Clock } from "@hubwart/core";

/** A difference that is followed at once, as a time server corrects it, ms. */
const SLEW = 2_000;
/** So long another time must hold, ms. */
export const BELIEVED_AFTER = 300_000;

export class SteadyClock {
  readonly #clock: Clock;
  /** Wall clock minus monotonic time. */
  #offset: number;
  #other: { offset: number; since: number } | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#offset = clock.now() - clock.monotonic();
  }

  /** Whole ms since the epoch. */
  now(): number {
    return Math.round(this.#clock.monotonic() + this.#offset);
  }

  /** To be asked before `now`, as often as values come. @returns by how much the time was set, ms */
  look(): number {
    const monotonic = this.#clock.monotonic();
    const offset = this.#clock.now() - monotonic;
    if (Math.abs(offset - this.#offset) <= SLEW) {
      this.#other = undefined;
      // Never backwards: what was booked stays before what comes.
      if (offset > this.#offset) this.#offset = offset;
      return 0;
    }
    if (!this.#other || Math.abs(offset - this.#other.offset) > SLEW)
      this.#other = { offset, since: monotonic };
    if (monotonic - this.#other.since < BELIEVED_AFTER) return 0;
    const moved = Math.round(offset - this.#offset);
    this.#offset += moved;
    this.#other = undefined;
    return moved;
  }
}
