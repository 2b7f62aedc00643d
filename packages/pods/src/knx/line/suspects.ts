/**
 * Group addresses over which the link ended: what goes there is tried after everything else, and from the third end in a row on
 * ever more seldom. A link that ends of itself meets another telegram next time, so it makes nobody wait for long.
 */
import type { Clock } from "@hubwart/core";

/** So many ends in a row may be chance. */
const CHANCE = 2;
const FIRST_PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = 600_000;

export class Suspects {
  readonly #clock: Clock;
  readonly #ends = new Map<number, { count: number; due: number }>();

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
    const due = this.#ends.get(address)?.due;
    return due === undefined ? 0 : Math.max(0, due - this.#clock.monotonic());
  }

  /** The link ended while a telegram to it was under way. @returns how often in a row */
  add(address: number): number {
    const count = (this.#ends.get(address)?.count ?? 0) + 1;
    const pause = count <= CHANCE ? 0 : FIRST_PAUSE_MS * 2 ** (count - CHANCE - 1);
    this.#ends.set(address, { count, due: this.#clock.monotonic() + Math.min(pause, LONGEST_PAUSE_MS) });
    return count;
  }

  clear(address: number): void {
    this.#ends.delete(address);
  }
}
