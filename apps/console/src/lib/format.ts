/** Numbers, sizes and times as the German interface writes them. Times are shown in the browser's time zone. */
const decimal = (digits: number) =>
  new Intl.NumberFormat("de-DE", { minimumFractionDigits: digits, maximumFractionDigits: digits });
const zero = decimal(0);
const one = decimal(1);
const two = decimal(2);
const upToThree = new Intl.NumberFormat("de-DE", { maximumFractionDigits: 3 });
const dateTime = new Intl.DateTimeFormat("de-DE", { dateStyle: "medium", timeStyle: "medium" });
const dateTimeShort = new Intl.DateTimeFormat("de-DE", { dateStyle: "medium", timeStyle: "short" });
const date = new Intl.DateTimeFormat("de-DE", { dateStyle: "medium" });
const time = new Intl.DateTimeFormat("de-DE", { timeStyle: "medium" });
const relative = new Intl.RelativeTimeFormat("de-DE", { numeric: "always" });

const KIB = 1024;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Shown where there is nothing to show. */
export const NOTHING = "–";

export const formatNumber = (value: number): string => upToThree.format(value);
/** Bytes as GiB with two decimals. */
export const formatGib = (bytes: number): string => `${two.format(bytes / KIB ** 3)} GiB`;
/** Bytes as MiB with one decimal. */
export const formatMib = (bytes: number): string => `${one.format(bytes / KIB ** 2)} MiB`;
/** MiB as they come from container figures. */
export const formatMibValue = (mib: number): string => `${one.format(mib)} MiB`;
export const formatPercent = (percent: number): string => `${one.format(percent)} %`;

/** Bytes, kB (1024) or MB, the largest that is at least 1. */
export function formatFileSize(bytes: number): string {
  if (bytes < KIB) return `${zero.format(bytes)} Bytes`;
  if (bytes < KIB ** 2) return `${two.format(bytes / KIB)} kB`;
  return `${two.format(bytes / KIB ** 2)} MB`;
}

/** Whole kB, rounded down: the project card. */
export const formatWholeKb = (bytes: number): string => `${zero.format(Math.floor(bytes / KIB))} kB`;

const valid = (ms: number): boolean => Number.isFinite(ms) && ms > 0;
export const formatDateTime = (ms: number): string => (valid(ms) ? dateTime.format(ms) : NOTHING);
export const formatDateTimeShort = (ms: number): string => (valid(ms) ? dateTimeShort.format(ms) : NOTHING);
export const formatDate = (ms: number): string => (valid(ms) ? date.format(ms) : NOTHING);
export const formatTime = (ms: number): string => (valid(ms) ? time.format(ms) : NOTHING);

/** "vor 5 Minuten". Hours from 120 minutes, days from 48 hours, weeks from 14 days, months from 60 days. */
export function formatAgo(then: number, now: number): string {
  if (!valid(then)) return NOTHING;
  const age = Math.max(0, now - then);
  if (age < MINUTE) return "gerade eben";
  if (age < 120 * MINUTE) return relative.format(-Math.floor(age / MINUTE), "minute");
  if (age < 48 * HOUR) return relative.format(-Math.floor(age / HOUR), "hour");
  if (age < 14 * DAY) return relative.format(-Math.floor(age / DAY), "day");
  if (age < 60 * DAY) return relative.format(-Math.floor(age / (7 * DAY)), "week");
  return relative.format(-Math.floor(age / (30 * DAY)), "month");
}

/** A duration of `ms` in its two largest units: "3 Tage 4 Std.", "12 Min. 5 s". */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor((seconds % 86_400) / 3_600);
  const minutes = Math.floor((seconds % 3_600) / 60);
  if (days > 0) return `${days} ${days === 1 ? "Tag" : "Tage"} ${hours} Std.`;
  if (hours > 0) return `${hours} Std. ${minutes} Min.`;
  if (minutes > 0) return `${minutes} Min. ${seconds % 60} s`;
  return `${seconds} s`;
}
