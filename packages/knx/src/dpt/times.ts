/**
 * Time of day (10), date (11) and date with time (19) as text, back from text to their fields, and whether there is such a
 * time: their bits hold 31:63:63 and 30 February too.
 */
import { texts } from "../texts.ts";

type Fields = Record<string, boolean | number | string>;

const DAYS = ["", "Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"];
const two = (n: unknown) => String(n).padStart(2, "0");

/** `Mo 12:34:56`, without the day if the sender gives none. */
export function timeText({ day, hour, minute, second }: Fields): string {
  const name = DAYS[Number(day)] ?? "";
  return `${name === "" ? "" : `${name} `}${two(hour)}:${two(minute)}:${two(second)}`;
}

export function timeFields(text: string): Fields | undefined {
  const match = /^(?:(Mo|Di|Mi|Do|Fr|Sa|So) )?(\d{2}):(\d{2})(?::(\d{2}))?$/.exec(text);
  if (!match) return undefined;
  const [, day, hour, minute, second] = match;
  return {
    day: day === undefined ? 0 : DAYS.indexOf(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second ?? 0),
  };
}

/** Two digits of the year: 90–99 are 1990–1999, the others 2000–2089 (KNX Standard 03.07.02, 3.12). */
export function dateText({ day, month, year }: Fields): string {
  const full = Number(year) >= 90 ? 1900 + Number(year) : 2000 + Number(year);
  return `${full}-${two(month)}-${two(day)}`;
}

export function dateFields(text: string): Fields | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return undefined;
  const year = Number(match[1]);
  if (year < 1990 || year > 2089) return undefined;
  return { day: Number(match[3]), month: Number(match[2]), year: year % 100 };
}

/** ISO 8601 in the sender's local time; what the sender marks as missing is left out. */
export function dateTimeText(fields: Fields): string {
  const { year, month, dayOfMonth, hourOfDay, minutes, seconds } = fields;
  const noDate = fields["noDate"] === true;
  const yearText = fields["noYear"] === true ? "" : `${year}-`;
  const date = noDate ? "" : `${yearText}${two(month)}-${two(dayOfMonth)}`;
  const time = fields["noTime"] === true ? "" : `${two(hourOfDay)}:${two(minutes)}:${two(seconds)}`;
  return [date, time].filter((part) => part !== "").join("T");
}

export function dateTimeFields(text: string): Fields | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2}))?$/.exec(text);
  if (!match) return undefined;
  const [year, month, dayOfMonth, hourOfDay, minutes, seconds] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  if (year === undefined || year < 1900 || year > 2155) return undefined;
  return {
    year,
    month: month ?? 0,
    dayOfMonth: dayOfMonth ?? 0,
    hourOfDay: hourOfDay ?? 0,
    minutes: minutes ?? 0,
    seconds: seconds ?? 0,
    noDayOfWeek: true,
    noWD: true,
  };
}

/** German, or undefined for a time of day that there is. */
export function timeProblem(fields: Fields): string | undefined {
  const { hour, minute, second } = fields;
  return isTime(Number(hour), Number(minute), Number(second))
    ? undefined
    : texts.impossibleTime(timeText(fields));
}

export function dateProblem(fields: Fields): string | undefined {
  const { day, month, year } = fields;
  const full = Number(year) >= 90 ? 1900 + Number(year) : 2000 + Number(year);
  return Number(year) <= 99 && isDate(full, Number(month), Number(day))
    ? undefined
    : texts.impossibleDate(dateText(fields));
}

/** What the sender marks as missing may hold anything. Midnight may be 24:00:00 (KNX Standard 03.07.02, 3.20). */
export function dateTimeProblem(fields: Fields): string | undefined {
  const { dayOfMonth, hourOfDay, minutes, month, noDate, noTime, noYear, seconds, year } = fields;
  // Without its year every day is possible that a leap year has.
  const inYear = noYear === true ? 2000 : Number(year);
  const date = noDate === true || isDate(inYear, Number(month), Number(dayOfMonth));
  const midnight = hourOfDay === 24 && minutes === 0 && seconds === 0;
  const time = noTime === true || midnight || isTime(Number(hourOfDay), Number(minutes), Number(seconds));
  return date && time ? undefined : texts.impossibleDateTime(dateTimeText(fields));
}

function isTime(hour: number, minute: number, second: number): boolean {
  return hour <= 23 && minute <= 59 && second <= 59;
}

function isDate(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}
