/**
 * Public holidays of the German states by their laws (Feiertagsgesetze der Länder) as of 2026, those from 1995 on of which a law
 * set or ended one. Assumption Day is one in Bavaria for most parishes, and counts here for all; holidays of single parishes
 * (Corpus Christi in parts of SN and TH, Augsburg) do not.
 */
import { dayNumber, weekdayOf } from "./days.ts";
import type { GermanState } from "./plan.ts";
import { texts } from "./texts.ts";

type Name = keyof typeof texts.holidays;

/** Where and in which years; absent: everywhere, always. */
interface Rule {
  name: Name;
  states?: readonly GermanState[];
  from?: number;
  until?: number;
  /** Days after Easter Sunday, or month and day. */
  on: number | readonly [month: number, day: number] | "repentance";
}

const RULES: readonly Rule[] = [
  { name: "newYear", on: [1, 1] },
  { name: "epiphany", on: [1, 6], states: ["BW", "BY", "ST"] },
  { name: "womensDay", on: [3, 8], states: ["BE"], from: 2019 },
  { name: "womensDay", on: [3, 8], states: ["MV"], from: 2023 },
  { name: "goodFriday", on: -2 },
  { name: "easterSunday", on: 0, states: ["BB"] },
  { name: "easterMonday", on: 1 },
  { name: "labourDay", on: [5, 1] },
  { name: "liberation", on: [5, 8], states: ["BE"], from: 2020, until: 2020 },
  { name: "liberation", on: [5, 8], states: ["BE"], from: 2025, until: 2025 },
  { name: "ascension", on: 39 },
  { name: "whitSunday", on: 49, states: ["BB"] },
  { name: "whitMonday", on: 50 },
  { name: "corpusChristi", on: 60, states: ["BW", "BY", "HE", "NW", "RP", "SL"] },
  { name: "assumption", on: [8, 15], states: ["BY", "SL"] },
  { name: "childrensDay", on: [9, 20], states: ["TH"], from: 2019 },
  { name: "unity", on: [10, 3] },
  { name: "reformation", on: [10, 31], states: ["BB", "MV", "SN", "ST", "TH"] },
  { name: "reformation", on: [10, 31], states: ["HB", "HH", "NI", "SH"], from: 2018 },
  {
    name: "reformation",
    on: [10, 31],
    states: ["BE", "BW", "BY", "HE", "NW", "RP", "SL"],
    from: 2017,
    until: 2017,
  },
  { name: "reformation", on: [10, 31], states: ["HB", "HH", "NI", "SH"], from: 2017, until: 2017 },
  { name: "allSaints", on: [11, 1], states: ["BW", "BY", "NW", "RP", "SL"] },
  { name: "repentance", on: "repentance", states: ["SN"] },
  { name: "christmas", on: [12, 25] },
  { name: "boxingDay", on: [12, 26] },
];

/** Their names by the number of the day. */
export function holidaysOf(state: GermanState, year: number): ReadonlyMap<number, string> {
  const easter = easterSunday(year);
  const found = new Map<number, string>();
  for (const { name, on, states, from = -Infinity, until = Infinity } of RULES) {
    if (year < from || year > until || (states && !states.includes(state))) continue;
    found.set(dayOf(on, year, easter), texts.holidays[name]);
  }
  return found;
}

function dayOf(on: Rule["on"], year: number, easter: number): number {
  if (typeof on === "number") return easter + on;
  if (on !== "repentance") return dayNumber(year, ...on);
  // The Wednesday before 23 November.
  const last = dayNumber(year, 11, 22);
  return last - ((weekdayOf(last) + 4) % 7);
}

/** Gregorian calendar, by Meeus/Jones/Butcher (Meeus, Astronomical Algorithms, chapter 8). */
export function easterSunday(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const e = b % 4;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - d - g + 15) % 30;
  const i = Math.floor(c / 4);
  const k = c % 4;
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 19 * l) / 433);
  const month = Math.floor((h + l - 7 * m + 90) / 25);
  const day = (h + l - 7 * m + 33 * month + 19) % 32;
  return dayNumber(year, month, day);
}
