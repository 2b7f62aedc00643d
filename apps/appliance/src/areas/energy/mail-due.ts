/** Which month's report is due, by the wall clock of the device. */
import { Zone } from "@hubwart/schedule/zone";

/** Of the day, so that the last readings of the month have come. */
const HOUR = 6;
const DAY = 86_400_000;
/** A clock that is set back by no more than this sends nothing twice, ms. */
const SLACK = 3_600_000;

/** `2026-10` of an instant, so many months before. */
export function monthOf(now: number, zone: Zone, back = 0): string {
  const wall = new Date(now + zone.offsetAt(now));
  return new Date(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() - back, 1)).toISOString().slice(0, 7);
}

/** The month whose report should have gone out by now. */
export function duePeriod(now: number, zone: Zone, day: number): string {
  const wall = new Date(now + zone.offsetAt(now));
  const [today, hour] = [wall.getUTCDate(), wall.getUTCHours()];
  return monthOf(now, zone, today > day || (today === day && hour >= HOUR) ? 1 : 2);
}

/** When the next one will be due. */
export function nextDue(now: number, zone: Zone, day: number): number {
  const wall = new Date(now + zone.offsetAt(now));
  const of = (month: number) => zone.instant(Date.UTC(wall.getUTCFullYear(), month, day) / DAY, HOUR * 60);
  const here = of(wall.getUTCMonth());
  return here > now ? here : of(wall.getUTCMonth() + 1);
}

/** What was sent in a future was sent by a clock that was ahead, before the month was over: it counts for nothing. */
export const wasSent = (
  done: readonly { period: string; at: number }[],
  period: string,
  now: number,
): boolean => done.some((one) => one.period === period && one.at <= now + SLACK);
