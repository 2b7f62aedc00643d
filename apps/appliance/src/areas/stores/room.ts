/** How long the room for recorded values lasts at the rate of the last days. */
import type { LakeDay } from "@hubwart/stores";

export interface Limits {
  /** Days that are kept. */
  days: number;
  /** Bytes of all of them together. */
  bytes: number;
}

export interface Room extends Limits {
  /** Bytes in use. */
  used: number;
  /** Bytes of a day of late; absent where no day is finished. */
  perDay?: number;
  /** When the oldest day is removed for the first time because there is no room left, or because of its age; ms since the epoch. */
  until?: number;
  /** Which of the two comes first. */
  by?: "room" | "age";
}

/** Finished days that the rate is taken of. */
const LATELY = 7;
const DAY = 86_400_000;

/**
 * @param days newest first
 * @param now ms since the epoch
 */
export function roomOf(days: readonly LakeDay[], used: number, limits: Limits, now: number): Room {
  const lately = days.slice(0, LATELY);
  const perDay = lately.reduce((sum, { size }) => sum + size, 0) / lately.length;
  const oldest = days.at(-1);
  if (!oldest || !(perDay > 0)) return { ...limits, used };
  const byRoom = now + (Math.max(0, limits.bytes - used) / perDay) * DAY;
  const byAge = Date.parse(oldest.name.slice(0, 10)) + (limits.days + 1) * DAY;
  const until = Math.max(now, Math.min(byRoom, byAge));
  return {
    ...limits,
    used,
    perDay: Math.round(perDay),
    until: Math.round(until),
    by: byRoom <= byAge ? "room" : "age",
  };
}
