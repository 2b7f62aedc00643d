import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type PlanTime, STATES, type Weekday } from "./plan.ts";
import { texts } from "./texts.ts";
import {
  atText,
  dateText,
  daysText,
  holidaysText,
  isWeekdayName,
  parseAt,
  parseDate,
  parseDays,
  parseHolidays,
} from "./words.ts";

describe("days", () => {
  it.each<[string, Weekday[], string[]]>([
    ["Mo–Fr", [1, 2, 3, 4, 5], []],
    ["mo - mi, Freitag", [1, 2, 3, 5], []],
    ["Sa-Mo", [1, 6, 7], []],
    ["täglich", [1, 2, 3, 4, 5, 6, 7], []],
    ["So.; Feiertag\nFerien", [7], ["Feiertag", "Ferien"]],
    ["Mo–Mi–Fr, Mo–Ostern", [], ["Mo–Mi–Fr", "Mo–Ostern"]],
    [" , ", [], []],
  ])("%j", (text, weekdays, names) => {
    expect(parseDays(text)).toEqual({ weekdays, names });
  });

  it("are written as they are read", () => {
    const days = fc.record({
      weekdays: fc.subarray<Weekday>([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
      calendars: fc.subarray(["Feiertag", "ferien_2"]),
    });
    fc.assert(
      fc.property(days, ({ calendars, weekdays }) => {
        expect(parseDays(daysText({ calendars, weekdays }))).toEqual({ weekdays, names: calendars });
      }),
    );
    expect(daysText({ weekdays: [1, 2, 4, 5, 6] })).toBe("Mo, Di, Do–Sa");
  });

  it("are no names of calendars", () => {
    expect(["Montag", "so", "täglich", "Mo-Fr", "Feiertag"].map(isWeekdayName)).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
  });
});

describe("times", () => {
  it.each<[string, PlanTime["at"] | undefined]>([
    ["07:00", 420],
    ["7:05 Uhr", 425],
    ["23:59:00", 1_439],
    ["24:00", undefined],
    ["07:60", undefined],
    ["07:00:01", undefined],
    ["7", undefined],
    ["Sonnenaufgang", { sun: "rise", offset: 0 }],
    ["SONNENUNTERGANG − 15", { sun: "set", offset: -15 }],
    ["Sonnenaufgang+720", { sun: "rise", offset: 720 }],
    ["Sonnenaufgang+721", undefined],
    ["Sonnenaufgang 30", undefined],
  ])("%s", (text, at) => {
    expect(parseAt(text)).toEqual(at);
    if (at !== undefined) expect(parseAt(atText(at))).toEqual(at);
  });
});

describe("dates", () => {
  it.each([
    ["24.12.2026", "2026-12-24"],
    ["2026-12-24", "2026-12-24"],
    ["1. 5.", "05-01"],
    ["29.02.", "02-29"],
    ["29.02.2028", "2028-02-29"],
    ["29.02.2027", undefined],
    ["31.4.", undefined],
    ["0.1.", undefined],
    ["24.12", undefined],
    ["2026-12-24T10:00:00", undefined],
  ])("%s", (text, date) => {
    expect(parseDate(text)).toBe(date);
    if (date !== undefined) expect(parseDate(dateText(date))).toBe(date);
  });

  it("of the sixteen states, by their letters and names", () => {
    for (const state of STATES) {
      expect(parseHolidays(holidaysText(state))).toBe(state);
      expect(parseHolidays(`Gesetzliche Feiertage in ${texts.states[state]}`)).toBe(state);
    }
    for (const text of ["Feiertage", "Feiertage XX", "BY"]) expect(parseHolidays(text)).toBeUndefined();
  });
});
