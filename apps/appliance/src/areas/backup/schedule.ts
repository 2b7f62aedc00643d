/**
 * When the next backup is due, in the device's time zone. A time that daylight saving leaves out is made up for
 * at the end of the gap; one that comes twice counts once (croner).
 */
import { Cron } from "croner";
import type { BackupConfig } from "./settings.ts";

const DAILY = 1;
const WEEKLY = 2;
/** Longest wait for a day that fits: a month and its neighbours. */
const MOST_DAYS = 70;

export type Schedule = Pick<BackupConfig, "mode" | "time" | "wday" | "mday">;

/** @param after ms since the epoch  @returns ms since the epoch */
export function nextRun(
  { mday, mode, time: [hour, minute], wday }: Schedule,
  zone: string,
  after: number,
): number {
  const daily = new Cron(`${String(minute)} ${String(hour)} * * *`, { timezone: zone, paused: true });
  let at = daily.nextRun(new Date(after));
  for (let day = 0; at && day < MOST_DAYS; day += 1) {
    const date = dateIn(zone, at);
    if (mode === DAILY) break;
    if (mode === WEEKLY ? date.weekday === wday : date.day === Math.min(mday, date.days)) break;
    at = daily.nextRun(at);
  }
  if (!at) throw new RangeError("the schedule has no next time");
  return at.getTime();
}

/** A backup older than this was missed, ms. */
export function longestAge({ mode }: Schedule): number {
  const days = mode === DAILY ? 1 : mode === WEEKLY ? 7 : 31;
  return 2 * days * 86_400_000;
}

function dateIn(zone: string, at: Date): { day: number; weekday: number; days: number } {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).format(at);
  const [year = 0, month = 0, day = 0] = parts.split("-").map(Number);
  return {
    day,
    weekday: new Date(Date.UTC(year, month - 1, day)).getUTCDay(),
    days: new Date(Date.UTC(year, month, 0)).getUTCDate(),
  };
}
