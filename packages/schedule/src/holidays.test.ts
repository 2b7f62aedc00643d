import { describe, expect, it } from "vitest";
import { isoOf } from "./days.ts";
import { easterSunday, holidaysOf } from "./holidays.ts";
import { type GermanState, STATES } from "./plan.ts";

const of = (state: GermanState, year: number) =>
  [...holidaysOf(state, year)].map(([day, name]) => `${isoOf(day).slice(5)} ${name}`).sort();

describe("holidays", () => {
  it("of Saxony in 2026, with the day of repentance", () => {
    expect(of("SN", 2026)).toEqual([
      "01-01 Neujahr",
      "04-03 Karfreitag",
      "04-06 Ostermontag",
      "05-01 Tag der Arbeit",
      "05-14 Christi Himmelfahrt",
      "05-25 Pfingstmontag",
      "10-03 Tag der Deutschen Einheit",
      "10-31 Reformationstag",
      "11-18 Buß- und Bettag",
      "12-25 1. Weihnachtstag",
      "12-26 2. Weihnachtstag",
    ]);
  });

  it("as many as each state has in 2026", () => {
    const counts = Object.fromEntries(STATES.map((state) => [state, of(state, 2026).length]));
    expect(counts).toEqual({
      BB: 12,
      BE: 10,
      BW: 12,
      BY: 13,
      HB: 10,
      HE: 10,
      HH: 10,
      MV: 11,
      NI: 10,
      NW: 11,
      RP: 11,
      SH: 10,
      SL: 12,
      SN: 11,
      ST: 11,
      TH: 11,
    });
  });

  it("that a law brought, from its year on", () => {
    const has = (state: GermanState, year: number, day: string) =>
      of(state, year).some((text) => text.startsWith(day));
    expect([2018, 2019].map((year) => has("BE", year, "03-08"))).toEqual([false, true]);
    expect([2022, 2023].map((year) => has("MV", year, "03-08"))).toEqual([false, true]);
    expect([2016, 2017, 2018].map((year) => has("HH", year, "10-31"))).toEqual([false, true, true]);
    expect([2016, 2017, 2018].map((year) => has("BY", year, "10-31"))).toEqual([false, true, false]);
    expect([2024, 2025, 2026].map((year) => has("BE", year, "05-08"))).toEqual([false, true, false]);
  });

  it("Easter between its earliest and latest day", () => {
    expect([2008, 2024, 2026, 2038, 2285].map((year) => isoOf(easterSunday(year)))).toEqual([
      "2008-03-23",
      "2024-03-31",
      "2026-04-05",
      "2038-04-25",
      "2285-03-22",
    ]);
  });
});
