import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nextChanges, nextEdge, readPlan } from "./evaluate.ts";
import type { Calendar, Plan } from "./plan.ts";
import { reasonText } from "./reason.ts";
import { Surroundings } from "./surroundings.ts";
import { simulate } from "./testing/simulate.ts";
import { parseAt, parseDays } from "./words.ts";

const MINUTE = 60_000;
const BERLIN = { latitude: 52.52, longitude: 13.405 };
const CALENDARS: Calendar[] = [
  { id: "Feiertag", priority: 8, states: ["BE"] },
  { id: "ferien", priority: 4, ranges: [{ from: "2026-07-09", to: "2026-08-22", label: "Sommerferien" }] },
  { id: "jahreswechsel", priority: 8, ranges: [{ from: "12-24", to: "01-01" }] },
];
const around = (zone = "Europe/Berlin", calendars = CALENDARS) =>
  new Surroundings({ zone, calendars, place: BERLIN });

/** `[days, at, value]` */
function plan(rows: [string, string, boolean | number | string][], more: Partial<Plan> = {}): Plan {
  const times = rows.map(([days, at, value]) => {
    const { names, weekdays } = parseDays(days);
    return {
      ...(weekdays.length > 0 ? { weekdays } : {}),
      ...(names.length > 0 ? { calendars: names } : {}),
      at: parseAt(at) ?? Number.NaN,
      value,
    };
  });
  return { default: false, times, ...more };
}

const OFFICE = plan(
  [
    ["Mo–Fr", "06:00", true],
    ["Mo–Fr", "20:00", false],
    ["Feiertag", "10:00", true],
    ["Feiertag", "12:00", false],
  ],
  { exceptions: ["ferien"] },
);
const told = (one: Plan, at: string, zone?: string) => {
  const reading = readPlan(one, around(zone), Date.parse(at));
  return `${String(reading.value)}: ${reasonText(one, reading)}`;
};

describe("a plan says what holds and why", () => {
  it.each([
    ["an ordinary morning", "2026-11-25T05:59:59+01:00", "false: Mo–Fr 20:00"],
    ["its first second", "2026-11-25T06:00:00+01:00", "true: Mo–Fr 06:00"],
    ["a weekend, since Friday", "2026-11-28T12:00:00+01:00", "false: Mo–Fr 20:00"],
    [
      "a holiday, before its own times",
      "2026-12-25T09:59:59+01:00",
      "false: Feiertag: 1. Weihnachtstag (Vorgabe)",
    ],
    ["a holiday", "2026-12-25T10:00:00+01:00", "true: Feiertag: 1. Weihnachtstag, 10:00"],
    [
      "holidays of schools, closed all day",
      "2026-07-20T12:00:00+02:00",
      "false: ferien: Sommerferien (Vorgabe)",
    ],
  ])("%s", (_, at, expected) => {
    expect(told(OFFICE, at)).toBe(expected);
  });

  it("goes on after an exception as if there had been none", () => {
    const nights = plan(
      [
        ["täglich", "18:00", true],
        ["täglich", "02:00", false],
      ],
      { exceptions: ["Feiertag"] },
    );
    expect(told(nights, "2026-10-02T23:59:59+02:00")).toBe("true: Mo–So 18:00");
    expect(told(nights, "2026-10-03T00:00:00+02:00")).toContain("false: Feiertag");
    expect(told(nights, "2026-10-04T00:00:00+02:00")).toBe("true: Mo–So 18:00");
  });

  it("has a leap day", () => {
    const leap = plan([["tag", "08:00", 1]], { default: 0 });
    const calendars = [{ id: "tag", priority: 1, ranges: [{ from: "02-29" }] }];
    const at = (iso: string) => readPlan(leap, around("Europe/Berlin", calendars), Date.parse(iso)).value;
    expect(at("2028-02-29T09:00:00+01:00")).toBe(1);
    expect(at("2028-03-01T09:00:00+01:00")).toBe(0);
    expect(at("2027-03-01T09:00:00+01:00")).toBe(0);
  });

  it("takes the more important of two calendars, and of a range over the end of the year both parts", () => {
    const one = plan([
      ["jahreswechsel", "00:00", "zu"],
      ["Feiertag", "00:00", "frei"],
      ["täglich", "00:00", "auf"],
    ]);
    const of = (iso: string) => readPlan(one, around(), Date.parse(iso)).value;
    // Both have priority 8: by name then.
    expect(of("2026-12-25T12:00:00+01:00")).toBe("frei");
    expect(of("2026-12-27T12:00:00+01:00")).toBe("zu");
    expect(of("2027-01-01T12:00:00+01:00")).toBe("frei");
    expect(of("2027-01-02T12:00:00+01:00")).toBe("auf");
  });

  it("says the default where nothing is planned", () => {
    const reading = readPlan({ default: 7 }, around(), Date.parse("2026-01-01T00:00:00Z"));
    expect(reading).toEqual({ value: 7, since: undefined, time: undefined, exception: undefined });
    expect(nextChanges({ default: 7 }, around(), 0, 5)).toEqual([]);
  });
});

describe("daylight saving", () => {
  const night = plan([
    ["täglich", "02:30", true],
    ["täglich", "03:00", false],
    ["täglich", "02:45", true],
  ]);
  const edges = (from: string, count: number) =>
    nextChanges(night, around(), Date.parse(from), count).map(({ at, value }) => [
      new Date(at).toISOString(),
      value,
    ]);

  it("a time that the day does not have is the moment of the change, in its order", () => {
    // 02:30, 02:45 and 03:00 are all 01:00 UTC: 03:00 is the last of them.
    const at = Date.parse("2026-03-29T01:00:00Z");
    expect(readPlan(night, around(), at)).toMatchObject({ value: false, since: at });
    expect(edges("2026-03-28T12:00:00Z", 1)).toEqual([["2026-03-30T00:30:00.000Z", true]]);
  });

  it("of a time that the day has twice the first counts", () => {
    expect(edges("2026-10-24T12:00:00Z", 3)).toEqual([
      ["2026-10-25T00:30:00.000Z", true],
      ["2026-10-25T02:00:00.000Z", false],
      ["2026-10-26T01:30:00.000Z", true],
    ]);
  });
});

describe("the sun", () => {
  const light = plan([
    ["täglich", "Sonnenuntergang-15", true],
    ["täglich", "Sonnenaufgang+30", false],
  ]);
  it("switches by the place", () => {
    const [first, second] = nextChanges(light, around(), Date.parse("2026-06-21T10:00:00Z"), 2);
    // Berlin, 21 June 2026: sunset 21:33, on the 22nd sunrise 04:43.
    expect(first?.value).toBe(true);
    expect(Math.abs((first?.at ?? 0) - Date.parse("2026-06-21T19:18:00Z"))).toBeLessThan(2 * MINUTE);
    expect(second?.value).toBe(false);
    expect(Math.abs((second?.at ?? 0) - Date.parse("2026-06-22T03:13:00Z"))).toBeLessThan(2 * MINUTE);
  });

  it("by an offset beyond midnight, and in a zone far from the place", () => {
    const late = plan([
      ["täglich", "Sonnenuntergang+240", true],
      ["täglich", "12:00", false],
    ]);
    for (const zone of ["Europe/Berlin", "Pacific/Auckland", "America/Los_Angeles"]) {
      const [first] = nextChanges(late, around(zone), Date.parse("2026-06-21T19:40:00Z"), 1);
      expect(Math.abs((first?.at ?? 0) - Date.parse("2026-06-21T23:33:00Z"))).toBeLessThan(2 * MINUTE);
    }
  });

  it("does not switch where it does not set", () => {
    const north = new Surroundings({ zone: "Europe/Oslo", place: { latitude: 69.65, longitude: 18.96 } });
    const [first] = nextChanges(light, north, Date.parse("2026-05-25T10:00:00Z"), 1);
    expect(new Date(first?.at ?? 0).toISOString().slice(0, 7)).toBe("2026-07");
  });
});

const ZONES = [
  "Europe/Berlin",
  "America/Havana",
  "Asia/Beirut",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "UTC",
];
const days = fc
  .subarray(["Mo", "Di", "Mi", "Do", "Fr", "Sa", "So", "Feiertag", "ferien"], { minLength: 1 })
  .map((list) => list.join(", "));
const clock = fc
  .tuple(fc.constantFrom(0, 1, 2, 3, 12, 23), fc.constantFrom(0, 15, 30, 59))
  .map(([hour, minute]) => `${hour}:${String(minute).padStart(2, "0")}`);
const anyPlan = fc
  .tuple(
    fc.array(fc.tuple(days, clock, fc.integer({ min: 1, max: 5 })), { maxLength: 6 }),
    fc.subarray(["Feiertag", "ferien"]),
  )
  .map(([rows, exceptions]) => plan(rows, { default: 0, exceptions }));
const STARTS = ["2026-03-23", "2026-10-19", "2026-12-20", "2026-07-06", "2011-12-26"];

describe("against a simulation that goes minute by minute", () => {
  it("every minute of twelve days", () => {
    fc.assert(
      fc.property(anyPlan, fc.constantFrom(...ZONES), fc.constantFrom(...STARTS), (one, zone, start) => {
        const surroundings = around(zone);
        const from = Date.parse(start);
        const expected = simulate(one, CALENDARS, zone, from, 12);
        let edge = from;
        for (const [minute, value] of expected.entries()) {
          const instant = from + minute * MINUTE;
          // Between edges nothing is asked: it must not change there.
          if (instant < edge) expect(value, new Date(instant).toISOString()).toBe(expected[minute - 1]);
          else {
            expect(readPlan(one, surroundings, instant).value, new Date(instant).toISOString()).toBe(value);
            edge = nextEdge(one, surroundings, instant);
          }
        }
      }),
      { numRuns: 12 },
    );
  });
});
