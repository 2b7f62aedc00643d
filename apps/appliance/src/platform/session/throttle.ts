/** The brake on guessing with the hub's own rules. Kept in the database, so that a restart does not clear it. */
import { CODES, LIMITS } from "@hubwart/contract";
import { type Clock, ResultError } from "@hubwart/core";
import { Throttle as Brake, type ThrottleRules, type ThrottleTable } from "@hubwart/core/sign-in";
import { texts } from "../texts.ts";

export type { ThrottleRules } from "@hubwart/core/sign-in";

/** Five failures within ten minutes; up to 15 min. */
const OF_PASSWORDS: ThrottleRules = {
  window: LIMITS.loginWindow,
  longest: LIMITS.loginLockMax,
  failures: LIMITS.loginFailures,
};

export class Throttle extends Brake {
  /** @param rules where others hold than for passwords */
  constructor(table: ThrottleTable, clock: Clock, rules: Partial<ThrottleRules> = {}) {
    super(table, clock, { ...OF_PASSWORDS, ...rules });
  }
}

/** @throws ResultError `throttled` while it is locked */
export function refuseForAWhile(throttle: Throttle, name: string): void {
  const retryAfter = throttle.refusedFor(name);
  if (retryAfter === undefined) return;
  throw new ResultError(CODES.throttled, texts.locked(retryAfter), { retryAfter });
}
