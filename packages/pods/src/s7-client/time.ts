/** Dates and times of day as an S7 CPU codes them, from and to text without a zone. */

export interface Stamp {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  ns: number;
}

const DAY_MS = 86_400_000;
const DAY_NS = 86_400_000_000_000n;
/** Day 0 of the type DATE. */
const EPOCH = Date.UTC(1990, 0, 1);

/** Binary coded decimal; undefined where a digit is above 9. */
export function fromBcd(value: number, digits: number): number | undefined {
  let result = 0;
  for (let at = digits - 1; at >= 0; at -= 1) {
    const digit = (value >> (at * 4)) & 0xf;
    if (digit > 9) return undefined;
    result = result * 10 + digit;
  }
  return result;
}

export function bcd(value: number, digits: number): number {
  let result = 0;
  let rest = value;
  for (let at = 0; at < digits; at += 1) {
    result |= (rest % 10) << (at * 4);
    rest = Math.floor(rest / 10);
  }
  return result;
}

export function dateOfDays(days: number): string {
  return new Date(EPOCH + days * DAY_MS).toISOString().slice(0, 10);
}

export function daysOfDate(text: string): number | undefined {
  const found = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text.trim());
  if (!found) return undefined;
  const [year, month, day] = [Number(found[1]), Number(found[2]), Number(found[3])];
  if (!isDate(year, month, day)) return undefined;
  const days = (Date.UTC(year, month - 1, day) - EPOCH) / DAY_MS;
  return days >= 0 && days <= 0xffff ? days : undefined;
}

/** Time of day from ns since midnight; undefined past the end of the day. */
export function timeText(ns: bigint): string | undefined {
  if (ns >= DAY_NS) return undefined;
  const seconds = Number(ns / 1_000_000_000n);
  return clockText(
    Math.floor(seconds / 3600),
    Math.floor(seconds / 60) % 60,
    seconds % 60,
    Number(ns % 1_000_000_000n),
  );
}

export function parseTime(text: string): bigint | undefined {
  const found = /^(\d{1,2}):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?$/.exec(text.trim());
  if (!found) return undefined;
  const [hour, minute, second] = [Number(found[1]), Number(found[2]), Number(found[3] ?? 0)];
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  return (
    BigInt(hour * 3600 + minute * 60 + second) * 1_000_000_000n + BigInt((found[4] ?? "").padEnd(9, "0"))
  );
}

/** undefined where the parts are no date and time, e.g. the zeros of a variable that was never set. */
export function dateTimeText(parts: { [K in keyof Stamp]: number | undefined }): string | undefined {
  const { year = -1, month = -1, day = -1, hour = -1, minute = -1, second = -1, ns = -1 } = parts;
  if (!isDate(year, month, day)) return undefined;
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return undefined;
  if (ns < 0 || ns > 999_999_999) return undefined;
  return `${year}-${two(month)}-${two(day)}T${clockText(hour, minute, second, ns)}`;
}

export function parseDateTime(text: string): Stamp | undefined {
  const [date = "", time = "", ...rest] = text.trim().split(/[T ]/);
  const found = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date);
  const ns = parseTime(time);
  if (!found || ns === undefined || rest.length > 0) return undefined;
  const [year, month, day] = [Number(found[1]), Number(found[2]), Number(found[3])];
  if (!isDate(year, month, day)) return undefined;
  const seconds = Number(ns / 1_000_000_000n);
  return {
    year,
    month,
    day,
    hour: Math.floor(seconds / 3600),
    minute: Math.floor(seconds / 60) % 60,
    second: seconds % 60,
    ns: Number(ns % 1_000_000_000n),
  };
}

/** 1 is Sunday. */
export function weekday({ year, month, day }: Stamp): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 1;
}

function isDate(year: number, month: number, day: number): boolean {
  if (year < 1000 || year > 9999) return false;
  const at = new Date(Date.UTC(year, month - 1, day));
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day && at.getUTCFullYear() === year;
}

function clockText(hour: number, minute: number, second: number, ns: number): string {
  const fraction = ns % 1_000_000 === 0 ? three(ns / 1_000_000) : String(ns).padStart(9, "0");
  return `${two(hour)}:${two(minute)}:${two(second)}.${fraction}`;
}

const two = (value: number) => String(value).padStart(2, "0");
const three = (value: number) => String(value).padStart(3, "0");
