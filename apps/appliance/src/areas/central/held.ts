/**
 * What is open for people of the central and is theirs to go on with: so many at a time, each for a while after it was last asked for, and
 * none for longer than its whole time.
 */
import type { Clock } from "@hubwart/core";
import { TRANSFER_LIMITS } from "@hubwart/fleet";

export interface Closed {
  /** Everything behind it; called once. */
  close: () => void;
}

interface Entry<T> {
  item: T;
  /** Monotonic ms. */
  until: number;
  cancel: () => void;
}

export class Held<T extends Closed> {
  readonly #clock: Clock;
  readonly #entries = new Map<string, Entry<T>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get full(): boolean {
    return this.#entries.size >= TRANSFER_LIMITS.atOnce;
  }

  /** False where there is no room, or one of this name already. */
  add(key: string, item: T): boolean {
    if (this.full || this.#entries.has(key)) return false;
    const until = this.#clock.monotonic() + TRANSFER_LIMITS.whole;
    this.#entries.set(key, { item, until, cancel: this.#idle(key) });
    return true;
  }

  /** Goes on with it. */
  get(key: string): T | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    if (this.#clock.monotonic() > entry.until) {
      this.drop(key);
      return undefined;
    }
    entry.cancel();
    entry.cancel = this.#idle(key);
    return entry.item;
  }

  /** Takes it out without closing it: whoever has it does. */
  take(key: string): T | undefined {
    const entry = this.#entries.get(key);
    entry?.cancel();
    this.#entries.delete(key);
    return entry?.item;
  }

  drop(key: string): void {
    this.take(key)?.close();
  }

  end(): void {
    for (const key of this.#entries.keys()) this.drop(key);
  }

  #idle(key: string): () => void {
    return this.#clock.after(TRANSFER_LIMITS.idle, () => this.drop(key));
  }
}
