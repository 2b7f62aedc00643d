/** Numbers, sizes and times as the German interface writes them. Times are in the browser's zone (`zone.ts`). */
import { formatBefore, formatClock, formatDay, formatDecimal } from "./intl.ts";
import { zoneMark } from "./zone.ts";

const KIB = 1024;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Shown where there is nothing to show. */
export const NOTHING = "–";

export const formatNumber = (value: number): string => formatDecimal(value, 0, 3);
/** Bytes as GiB with two decimals. */
export const formatGib = (bytes: number): string => `${formatDecimal(bytes / KIB ** 3, 2)} GiB`;
/** Bytes as MiB with one decimal. */
export const formatMib = (bytes: number): string => `${formatDecimal(bytes / KIB ** 2, 1)} MiB`;
/** MiB as they come from container figures. */
export const formatMibValue = (mib: number): string => `${formatDecimal(mib, 1)} MiB`;
export const formatPercent = (percent: number): string => `${formatDecimal(percent, 1)} %`;

/** Bytes, kB (1024) or MB, the largest that is at least 1. */
export function formatFileSize(bytes: number): string {
  if (bytes < KIB) return `${formatDecimal(bytes, 0)} Bytes`;
  if (bytes < KIB ** 2) return `${formatDecimal(bytes / KIB, 2)} kB`;
  return `${formatDecimal(bytes / KIB ** 2, 2)} MB`;
}

/** kB (1024) with two decimals, whatever the size. */
export const formatKb = (bytes: number): string => `${formatDecimal(bytes / KIB, 2)}\u00a0kB`;

/** Whole kB, rounded down: the project card. */
export const formatWholeKb = (bytes: number): string => `${formatDecimal(Math.floor(bytes / KIB), 0)} kB`;

const valid = (ms: number): boolean => Number.isFinite(ms) && ms > 0;
/** Without its zone: for files, and columns whose heading tells it. */
export const formatLocal = (ms: number): string =>
  valid(ms) ? `${formatDay(ms)}, ${formatClock(ms, true)}` : NOTHING;
export const formatDateTime = (ms: number): string =>
  valid(ms) ? `${formatLocal(ms)}${zoneMark(ms)}` : NOTHING;
export const formatDateTimeShort = (ms: number): string =>
  valid(ms) ? `${formatDay(ms)}, ${formatClock(ms, false)}${zoneMark(ms)}` : NOTHING;
export const formatDate = (ms: number): string => (valid(ms) ? formatDay(ms) : NOTHING);
export const formatTime = (ms: number): string =>
  valid(ms) ? `${formatClock(ms, true)}${zoneMark(ms)}` : NOTHING;

/** "14:02:03,123", without its zone. */
export const formatTimeMs = (ms: number): string =>
  valid(ms) ? `${formatClock(ms, true)},${String(Math.floor(ms) % 1_000).padStart(3, "0")}` : NOTHING;

/** The time, and the day if it is not the day of `now`. */
export function formatMoment(ms: number, now = Date.now()): string {
  const clock = `${formatClock(ms, false)}${zoneMark(ms)}`;
  return formatDay(ms) === formatDay(now) ? clock : `${formatDay(ms)}, ${clock}`;
}

/** The same to the millisecond. */
export function formatMomentMs(ms: number): string {
  const clock = `${formatTimeMs(ms)}${zoneMark(ms)}`;
  return formatDay(ms) === formatDay(Date.now()) ? clock : `${formatDay(ms)}, ${clock}`;
}

/** "vor 5 Minuten". Hours from 120 minutes, days from 48 hours, weeks from 14 days, months from 60 days. */
export function formatAgo(then: number, now: number): string {
  if (!valid(then)) return NOTHING;
  const age = Math.max(0, now - then);
  if (age < MINUTE) return "gerade eben";
  if (age < 120 * MINUTE) return formatBefore(Math.floor(age / MINUTE), ["Minute", "Minuten"]);
  if (age < 48 * HOUR) return formatBefore(Math.floor(age / HOUR), ["Stunde", "Stunden"]);
  if (age < 14 * DAY) return formatBefore(Math.floor(age / DAY), ["Tag", "Tagen"]);
  if (age < 60 * DAY) return formatBefore(Math.floor(age / (7 * DAY)), ["Woche", "Wochen"]);
  return formatBefore(Math.floor(age / (30 * DAY)), ["Monat", "Monaten"]);
}

/** How long something has been running, to the minute: "3 Tage 4 Std.", "12 Min.". */
export function formatUptime(ms: number): string {
  if (ms < MINUTE) return "weniger als 1\u00a0Min.";
  return ms < HOUR ? `${Math.floor(ms / MINUTE)}\u00a0Min.` : formatDuration(ms);
}

/** A duration of `ms` in its two largest units: "3 Tage 4 Std.", "12 Min. 5 s". */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor((seconds % 86_400) / 3_600);
  const minutes = Math.floor((seconds % 3_600) / 60);
  if (days > 0) return `${days} ${days === 1 ? "Tag" : "Tage"} ${hours} Std.`;
  if (hours > 0) return `${hours} Std. ${minutes} Min.`;
  if (minutes > 0) return `${minutes} Min. ${seconds % 60} s`;
  return `${seconds} s`;
}
