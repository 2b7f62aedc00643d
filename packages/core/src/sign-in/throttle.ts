/**
 * Brakes guessing. Per name (an address, a kind of password): after so many failures within a window further
 * attempts are refused for 30 s, and for twice as long after each failure that follows, up to the longest lock. A success clears it.
 *
 *     const password = new Throttle(table, clock, { window: 600_000, longest: 900_000, failures: 5 });
 *     password.refusedFor(name)   // seconds, undefined when an attempt is allowed
 *     password.failed(name); password.succeeded(name);
 *
 * Within a run monotonic time decides. What is stored is wall-clock time, by which the next run takes up what is left of
 * a lock: never more than its whole length, whatever the clock says by then.
 */

import type { Clock } from "../clock.ts";
import type { ThrottleRow } from "../store/throttle.ts";

const FIRST_LOCK_MS = 30_000;
/** Beyond this the ones read longest ago are read again from the table. */
const MOST_LIVE = 12_000;

interface Live {
  /** Of which row these times are. */
  stamp: string;
  /** Monotonic time at which the lock ends. */
  until: number;
  /** Monotonic time from which the window counts. */
  from: number;
}

/** Times in ms. */
export interface ThrottleRules {
  /** Without a failure, after which all is forgotten. */
  window: number;
  /** Longest lock. */
  longest: number;
  /** Failures from which on it locks. */
  failures: number;
}

/** Where failures are kept; bounded by itself. */
export interface ThrottleTable {
  find(name: string): ThrottleRow | undefined;
  put(name: string, row: ThrottleRow): void;
  delete(name: string): void;
}

export class Throttle {
  readonly #table: ThrottleTable;
  readonly #clock: Clock;
  readonly #window: number;
  readonly #longest: number;
  readonly #failures: number;
  readonly #live = new Map<string, Live>();

  constructor(table: ThrottleTable, clock: Clock, rules: ThrottleRules) {
    this.#table = table;
    this.#clock = clock;
    this.#window = rules.window;
    this.#longest = rules.longest;
    this.#failures = rules.failures;
  }

  /** Whole seconds until an attempt is accepted; undefined when it is accepted now. */
  refusedFor(name: string): number | undefined {
    const row = this.#table.find(name);
    if (!row) return undefined;
    const left = this.#liveOf(name, row).until - this.#clock.monotonic();
    return left > 0 ? Math.ceil(left / 1000) : undefined;
  }

  failed(name: string): void {
    const now = this.#clock.now();
    const mono = this.#clock.monotonic();
    const found = this.#current(name, mono);
    const row = found?.row ?? { failures: 0, first: now, last: now, locks: 0, lockedUntil: 0 };
    row.failures += 1;
    row.last = now;
    let { until, from } = found?.live ?? { until: mono, from: mono };
    if (row.failures >= this.#failures) {
      row.locks += 1;
      row.lockedUntil = now + this.#lockFor(row.locks);
      until = mono + this.#lockFor(row.locks);
      from = until;
    }
    this.#table.put(name, row);
    this.#remember(name, { stamp: stampOf(row), until, from });
  }

  succeeded(name: string): void {
    this.#table.delete(name);
    this.#live.delete(name);
  }

  /** What still counts: failures within the window, or a lock that ended less than a window ago. */
  #current(name: string, mono: number): { row: ThrottleRow; live: Live } | undefined {
    const row = this.#table.find(name);
    if (!row) return undefined;
    const live = this.#liveOf(name, row);
    return mono - live.from < this.#window ? { row, live } : undefined;
  }

  /** Monotonic times of a row; of one that an earlier run stored, from its wall-clock times. */
  #liveOf(name: string, row: ThrottleRow): Live {
    const stamp = stampOf(row);
    const known = this.#live.get(name);
    if (known?.stamp === stamp) return known;
    const [now, mono] = [this.#clock.now(), this.#clock.monotonic()];
    const left = Math.min(Math.max(0, row.lockedUntil - now), this.#lockFor(row.locks));
    const since = row.locks > 0 ? Math.max(row.last, row.lockedUntil) : row.first;
    const from = left > 0 ? mono + left : mono - Math.max(0, now - since);
    return this.#remember(name, { stamp, until: mono + left, from });
  }

  #lockFor(locks: number): number {
    return locks === 0 ? 0 : Math.min(this.#longest, FIRST_LOCK_MS * 2 ** (locks - 1));
  }

  #remember(name: string, live: Live): Live {
    this.#live.delete(name);
    this.#live.set(name, live);
    for (const oldest of this.#live.keys()) {
      if (this.#live.size <= MOST_LIVE) break;
      this.#live.delete(oldest);
    }
    return live;
  }
}

const stampOf = ({ failures, locks, last }: ThrottleRow): string => `${failures} ${locks} ${last}`;
