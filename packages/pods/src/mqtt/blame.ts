/** Which channels' publications ended the connection, sent alone on a proven one, and how often in a row. */
import type { Clock } from "@hubwart/core";

/** Once may be chance. */
const GUILTY = 3;
/** How long nothing more is sent to a topic, ms: twice as long each time in a row. */
const PARKED_MS = 60_000;
const LONGEST_MS = 16 * PARKED_MS;

export class Blame<Key> {
  readonly #clock: Clock;
  readonly #counts = new Map<Key, number>();
  readonly #pauses = new Map<Key, number>();
  readonly #parked = new Map<Key, () => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  suspects(key: Key): boolean {
    return this.#counts.has(key);
  }

  parked(key: Key): boolean {
    return this.#parked.has(key);
  }

  /** True if it is guilty: then it is parked for a while, and `free` called after that. */
  add(key: Key, free: () => void): boolean {
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    if (count < GUILTY) return false;
    this.park(key, free);
    return true;
  }

  park(key: Key, free: () => void): void {
    const pause = this.#pauses.get(key) ?? PARKED_MS;
    this.#pauses.set(key, Math.min(2 * pause, LONGEST_MS));
    this.#parked.get(key)?.();
    this.#parked.set(
      key,
      this.#clock.after(pause, () => {
        this.#parked.delete(key);
        free();
      }),
    );
  }

  clear(key: Key): void {
    this.#counts.delete(key);
    this.#pauses.delete(key);
  }

  end(): void {
    for (const stop of this.#parked.values()) stop();
    this.#parked.clear();
  }
}
