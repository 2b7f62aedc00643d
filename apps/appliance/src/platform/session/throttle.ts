/**
 * Brakes guessing. Per name (an address, a kind of password): after five failures within ten minutes further
 * attempts are refused for 30 s, and for twice as long after each failure that follows, up to 15 min. Kept in
 * the database, so that a restart does not clear it. A success clears it.
 *
 *     const password = new Throttle(store.throttle, clock);
 *     password.refusedFor(name)   // seconds, undefined when an attempt is allowed
 *     password.failed(name); password.succeeded(name);
 *
 * Within a run monotonic time decides. What is stored is wall-clock time, by which the next run takes up what is left of
 * a lock: never more than its whole length, whatever the clock says by then.
 */

import { CODES, LIMITS } from "@hubwart/contract";
import { type Clock, ResultError } from "@hubwart/core";
import type { Store, ThrottleRow } from "@hubwart/core/store";
import { texts } from "../texts.ts";

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

/** Where other times hold than for passwords, ms. */
export interface ThrottleRules {
  /** Without a failure, after which all is forgotten. */
  window?: number;
  /** Longest lock. */
  longest?: number;
  /** Failures from which on it locks. */
  failures?: number;
}

export class Throttle {
  readonly #table: Store["throttle"];
  readonly #clock: Clock;
  readonly #window: number;
  readonly #longest: number;
  readonly #failures: number;
  readonly #live = new Map<string, Live>();

  constructor(table: Store["throttle"], clock: Clock, rules: ThrottleRules = {}) {
    this.#table = table;
    this.#clock = clock;
    this.#window = rules.window ?? LIMITS.loginWindow;
    this.#longest = rules.longest ?? LIMITS.loginLockMax;
    this.#failures = rules.failures ?? LIMITS.loginFailures;
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

/** @throws ResultError `throttled` while it is locked */
export function refuseForAWhile(throttle: Throttle, name: string): void {
  const retryAfter = throttle.refusedFor(name);
  if (retryAfter === undefined) return;
  throw new ResultError(CODES.throttled, texts.locked(retryAfter), { retryAfter });
}
