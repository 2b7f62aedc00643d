/** Days as numbers: whole days since 1970-01-01, whatever the zone. */
import type { DateRange, Weekday } from "./plan.ts";

export const DAY = 86_400_000;

export function dayNumber(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day) / DAY;
}

/** 1970-01-01 was a Thursday. */
export function weekdayOf(day: number): Weekday {
  return (((((day + 3) % 7) + 7) % 7) + 1) as Weekday;
}

/** `2026-12-24` */
export function isoOf(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10);
}

export function yearOf(day: number): number {
  return new Date(day * DAY).getUTCFullYear();
}

/**
 * Ranges of every year may go over its end: `12-23` to `01-06`.
 *
 * @param iso `2026-12-24`
 */
export function inRange({ from, to = from }: DateRange, iso: string): boolean {
  const date = from.length > 5 ? iso : iso.slice(5);
  return from <= to ? date >= from && date <= to : from.length === 5 && (date >= from || date <= to);
}

/** @param date `2026-12-24` */
export function numberOf(date: string): number {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  return dayNumber(year, month, day);
}
