/**
 * Brakes guessing. Per name (an address, a kind of password): after five failures within ten minutes further
 * attempts are refused for 30 s, and for twice as long after each failure that follows, up to 15 min. Kept in
 * the database, so that a restart does not clear it. A success clears it.
 *
 *     const password = new Throttle(store.throttle, clock);
 *     password.refusedFor(name)   // seconds, undefined when an attempt is allowed
 *     password.failed(name); password.succeeded(name);
 *
 * Wall-clock times are stored; a clock that jumps never makes a lock longer than it was meant to be.
 */

import { isIPv6 } from "node:net";
import { LIMITS } from "@hubwart/contract";
import type { Clock } from "@hubwart/core";
import type { Store, ThrottleRow } from "@hubwart/core/store";

const FIRST_LOCK_MS = 30_000;

export class Throttle {
  readonly #table: Store["throttle"];
  readonly #clock: Clock;

  constructor(table: Store["throttle"], clock: Clock) {
    this.#table = table;
    this.#clock = clock;
  }

  /** Whole seconds until an attempt is accepted; undefined when it is accepted now. */
  refusedFor(name: string): number | undefined {
    const row = this.#table.find(name);
    if (!row) return undefined;
    const left = Math.min(row.lockedUntil - this.#clock.now(), lockFor(row.locks));
    return left > 0 ? Math.ceil(left / 1000) : undefined;
  }

  failed(name: string): void {
    const now = this.#clock.now();
    const row = this.#current(name, now) ?? { failures: 0, first: now, last: now, locks: 0, lockedUntil: 0 };
    row.failures += 1;
    row.last = now;
    if (row.failures >= LIMITS.loginFailures) {
      row.locks += 1;
      row.lockedUntil = now + lockFor(row.locks);
    }
    this.#table.put(name, row);
  }

  succeeded(name: string): void {
    this.#table.delete(name);
  }

  /** What still counts: failures within the window, or a lock that ended less than a window ago. */
  #current(name: string, now: number): ThrottleRow | undefined {
    const row = this.#table.find(name);
    if (!row) return undefined;
    const since = row.locks > 0 ? Math.max(row.last, row.lockedUntil) : row.first;
    return Math.abs(now - since) < LIMITS.loginWindow ? row : undefined;
  }
}

function lockFor(locks: number): number {
  return locks === 0 ? 0 : Math.min(LIMITS.loginLockMax, FIRST_LOCK_MS * 2 ** (locks - 1));
}

/** One caller: an IPv4 address, or the /64 an IPv6 address belongs to, of which one subscriber has all. */
export function callerOf(address: string): string {
  const mapped = /^::ffff:([0-9.]+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const missing = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array.from({ length: Math.max(0, missing) }, () => "0"), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}
