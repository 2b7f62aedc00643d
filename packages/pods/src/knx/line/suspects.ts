/**
 * Group addresses over which the link ended: what goes there is tried after everything else, and from the third end in a row on
 * ever more seldom. A link that ends of itself meets another telegram next time, so it makes nobody wait for long.
 */
import type { Clock } from "@hubwart/core";
import { Pause } from "../../base/pause.ts";

/** So many ends in a row may be chance. */
const CHANCE = 2;
const FIRST_PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = 600_000;

export class Suspects {
  readonly #clock: Clock;
  readonly #ends = new Map<number, { count: number; pause: Pause }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  has(address: number): boolean {
    return this.#ends.has(address);
  }

  /** It may be tried, once nothing else is to be sent. */
  due(address: number): boolean {
    return this.pause(address) === 0;
  }

  /** ms until then. */
  pause(address: number): number {
    const { pause } = this.#ends.get(address) ?? {};
    return pause ? Math.max(0, pause.until - this.#clock.monotonic()) : 0;
  }

  /** The link ended while a telegram to it was under way. @returns how often in a row */
  add(address: number): number {
    const ends = this.#ends.get(address) ?? { count: 0, pause: new Pause(FIRST_PAUSE_MS, LONGEST_PAUSE_MS) };
    this.#ends.set(address, ends);
    ends.count += 1;
    if (ends.count > CHANCE) ends.pause.grow(this.#clock.monotonic());
    return ends.count;
  }

  clear(address: number): void {
    this.#ends.delete(address);
  }
}
