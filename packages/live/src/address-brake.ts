/**
 * Brakes guessing where there is no database: after so many failures of a name within ten minutes it is refused for 30 s, and
 * twice as long after each further one, up to 15 min. Bounded: the name untouched longest is forgotten first.
 */
import { LIMITS } from "@hubwart/contract";
import type { Clock } from "@hubwart/core";

const FIRST_LOCK_MS = 30_000;
const MOST_NAMES = 5_000;

interface Entry {
  failures: number;
  locks: number;
  /** Monotonic ms. */
  from: number;
  until: number;
}

export class AddressBrake {
  readonly #clock: Pick<Clock, "monotonic">;
  readonly #failures: number;
  readonly #entries = new Map<string, Entry>();

  /** @param failures after which it locks */
  constructor(clock: Pick<Clock, "monotonic">, failures: number = LIMITS.loginFailures) {
    this.#clock = clock;
    this.#failures = failures;
  }

  /** Whole seconds until an attempt is accepted; undefined when it is accepted now. */
  refusedFor(name: string): number | undefined {
    const left = (this.#entries.get(name)?.until ?? 0) - this.#clock.monotonic();
    return left > 0 ? Math.ceil(left / 1000) : undefined;
  }

  failed(name: string): void {
    const now = this.#clock.monotonic();
    const known = this.#entries.get(name);
    const entry =
      known && now - known.from < LIMITS.loginWindow ? known : { failures: 0, locks: 0, from: now, until: 0 };
    entry.failures += 1;
    if (entry.failures >= this.#failures) {
      entry.until = now + Math.min(LIMITS.loginLockMax, FIRST_LOCK_MS * 2 ** entry.locks);
      entry.locks += 1;
      entry.from = entry.until;
    }
    this.#entries.delete(name);
    this.#entries.set(name, entry);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= MOST_NAMES) break;
      this.#entries.delete(oldest);
    }
  }

  succeeded(name: string): void {
    this.#entries.delete(name);
  }
}
