/**
 * Days and times as people write them, and back.
 *
 *     parseDays("Mo–Fr, Feiertag");          // { weekdays: [1, 2, 3, 4, 5], names: ["Feiertag"] }
 *     parseAt("Sonnenaufgang+30");           // { sun: "rise", offset: 30 }
 *     daysText({ weekdays: [1, 2, 3] });     // Mo–Mi
 */
import { dayNumber, isoOf } from "./days.ts";
import { type GermanState, type PlanTime, STATES, type SwitchTime, type Weekday } from "./plan.ts";
import { texts } from "./texts.ts";

/** Of a day, which sunrise and sunset may be moved by, minutes. */
export const OFFSET_MAX = 720;

const ABBREVIATIONS = texts.weekdays.map((name) => name.toLowerCase());
const NAMES = ["montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag"];
const DASH = /\s*[-–—]\s*/;

export interface ParsedDays {
  /** In order, each once. */
  weekdays: Weekday[];
  /** What is no day of the week, as written. */
  names: string[];
}

export function parseDays(text: string): ParsedDays {
  const weekdays = new Set<Weekday>();
  const names = new Set<string>();
  for (const part of text.split(/[,;\n]/)) {
    const word = part.trim();
    if (word === "") continue;
    const range = weekdayRange(word);
    if (range === undefined) names.add(word);
    else for (const day of range) weekdays.add(day);
  }
  return { weekdays: [...weekdays].sort((a, b) => a - b), names: [...names].sort() };
}

/** Of two days the first may be the later: `Sa–Mo`. */
function weekdayRange(word: string): Weekday[] | undefined {
  if (word.toLowerCase() === texts.daily) return [1, 2, 3, 4, 5, 6, 7];
  const [first = "", last = first, ...more] = word.split(DASH);
  const [from, to] = [weekday(first), weekday(last)];
  if (from === undefined || to === undefined || more.length > 0) return undefined;
  const length = ((to - from + 7) % 7) + 1;
  return Array.from({ length }, (_, at) => (((from - 1 + at) % 7) + 1) as Weekday);
}

function weekday(word: string): Weekday | undefined {
  const lower = word.trim().toLowerCase().replace(/\.$/, "");
  const at = Math.max(ABBREVIATIONS.indexOf(lower), NAMES.indexOf(lower));
  return at < 0 ? undefined : ((at + 1) as Weekday);
}

/** Whether a calendar may not be called so: it would be taken for a day. */
export function isWeekdayName(word: string): boolean {
  return weekdayRange(word) !== undefined;
}

export function daysText({
  calendars = [],
  weekdays = [],
}: Pick<PlanTime, "weekdays" | "calendars">): string {
  return [...runsOf(weekdays).map(runText), ...calendars].join(", ");
}

function runsOf(weekdays: readonly Weekday[]): Weekday[][] {
  const runs: Weekday[][] = [];
  for (const day of weekdays) {
    const run = runs.at(-1);
    if (run && run.at(-1) === day - 1) run.push(day);
    else runs.push([day]);
  }
  return runs;
}

const runText = (run: readonly Weekday[]): string => {
  const [first, last] = [run[0], run.at(-1)].map((day) => texts.weekdays[(day ?? 1) - 1] ?? "");
  if (run.length === 1) return first ?? "";
  return run.length === 2 ? `${first}, ${last}` : `${first}–${last}`;
};

/** `07:00`, `Sonnenaufgang`, `Sonnenuntergang-15`; undefined for what is none. */
export function parseAt(text: string): SwitchTime | undefined {
  const clock = /^(\d{1,2}):(\d{2})(?::00)?(?:\s*uhr)?$/i.exec(text.trim());
  if (clock) {
    const [hour, minute] = [Number(clock[1]), Number(clock[2])];
    return hour < 24 && minute < 60 ? hour * 60 + minute : undefined;
  }
  const sun = /^(sonnenaufgang|sonnenuntergang)(?:\s*([+\-–−])\s*(\d{1,3}))?$/i.exec(text.trim());
  if (!sun) return undefined;
  const minutes = Number(sun[3] ?? 0);
  if (minutes > OFFSET_MAX) return undefined;
  const offset = minutes === 0 || sun[2] === "+" ? minutes : -minutes;
  return { sun: sun[1]?.toLowerCase() === "sonnenaufgang" ? "rise" : "set", offset };
}

export function atText(at: SwitchTime): string {
  if (typeof at === "number") {
    const [hour, minute] = [Math.floor(at / 60), at % 60].map((part) => String(part).padStart(2, "0"));
    return `${hour}:${minute}`;
  }
  const name = at.sun === "rise" ? texts.sunrise : texts.sunset;
  return at.offset === 0 ? name : `${name}${at.offset < 0 ? "-" : "+"}${Math.abs(at.offset)}`;
}

/** `24.12.2026` and `2026-12-24` as `2026-12-24`, `24.12.` as `12-24`; undefined for what no year has. */
export function parseDate(text: string): string | undefined {
  const word = text.trim();
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(word);
  const german = /^(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{4})?$/.exec(word);
  const [year, month, day] = iso ? iso.slice(1) : german ? [german[3], german[2], german[1]] : [];
  if (month === undefined || day === undefined) return undefined;
  // The 29th of February is a day of some years.
  const date = `${year ?? "2024"}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const number = dayNumber(Number(year ?? 2024), Number(month), Number(day));
  if (isoOf(number) !== date) return undefined;
  return year === undefined ? date.slice(5) : date;
}

export function dateText(date: string): string {
  const [day, month, year = ""] = date.split("-").reverse();
  return `${day}.${month}.${year}`;
}

/** `Feiertage BY`, `Feiertage Bayern`; undefined for what means none. */
export function parseHolidays(text: string): GermanState | undefined {
  const word = /^(?:gesetzliche\s+)?feiertage?\s+(?:in\s+)?(.+)$/i.exec(text.trim())?.[1]?.toLowerCase();
  return STATES.find((state) => word === state.toLowerCase() || word === texts.states[state].toLowerCase());
}

export const holidaysText = (state: GermanState): string => `Feiertage ${state}`;
