/**
 * The lock after a failed login: 5 s, or as long as the appliance says (`retry_after`), counted down in steps of
 * 250 ms so that the number changes on time.
 */
import { LIMITS } from "@hubwart/contract";
import { useCallback, useEffect, useState } from "react";

/** When the lock ends, ms since the epoch. */
export function lockEnd(now: number, retryAfterSeconds = 0): number {
  return now + Math.max(LIMITS.loginLock, retryAfterSeconds * 1_000);
}

/** Whole seconds left, rounded up: "1" until the very end. */
export function secondsLeft(until: number, now: number): number {
  return Math.max(0, Math.ceil((until - now) / 1_000));
}

export function useLoginLock(): { seconds: number; lock: (retryAfterSeconds?: number) => void } {
  const [until, setUntil] = useState(0);
  const [seconds, setSeconds] = useState(0);

  useEffect(() => {
    if (until === 0) return;
    const update = (): void => {
      const left = secondsLeft(until, Date.now());
      setSeconds(left);
      if (left === 0) setUntil(0);
    };
    update();
    const timer = setInterval(update, LIMITS.loginLockTick);
    return () => clearInterval(timer);
  }, [until]);

  const lock = useCallback((retryAfterSeconds?: number) => {
    const end = lockEnd(Date.now(), retryAfterSeconds);
    setUntil(end);
    setSeconds(secondsLeft(end, Date.now()));
  }, []);
  return { seconds, lock };
}
