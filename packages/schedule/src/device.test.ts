import { describe, expect, it } from "vitest";
import { laidOver, type NamedPlan, withDevice } from "./device.ts";
import { nextChanges, nextEdge, readPlan } from "./evaluate.ts";
import type { Calendar, Plan } from "./plan.ts";
import { planFaults } from "./plan-faults.ts";
import { changedWords, planWords } from "./plan-words.ts";
import { reasonText } from "./reason.ts";
import { Surroundings } from "./surroundings.ts";

const OFFICE: NamedPlan = {
  chan: "sched.main.office",
  type: "bool",
  default: false,
  exceptions: ["Feiertag"],
  times: [
    { weekdays: [1, 2, 3, 4, 5], at: 360, value: true },
    { weekdays: [1, 2, 3, 4, 5], at: 1_200, value: false },
  ],
};
const CALENDARS: Calendar[] = [{ id: "Feiertag", priority: 8, states: ["BE"] }];
const around = new Surroundings({ zone: "Europe/Berlin", calendars: CALENDARS });
const told = (plan: Plan, at: string) => {
  const reading = readPlan(plan, around, Date.parse(at));
  return `${String(reading.value)}: ${reasonText(plan, reading)}`;
};
const iso = (plan: Plan, from: string, count: number) =>
  nextChanges(plan, around, Date.parse(from), count).map(
    ({ at, value }) => `${new Date(at).toISOString().slice(5, 16)} ${String(value)}`,
  );

describe("what people lay over a plan", () => {
  it("is a day of its own, before any calendar, with a value or times", () => {
    const plan: Plan = {
      ...OFFICE,
      days: [
        {
          from: "2026-12-24",
          to: "2026-12-25",
          label: "Feier",
          value: true,
          times: [{ at: 720, value: false }],
        },
        { from: "12-28" },
      ],
    };
    expect(told(plan, "2026-12-24T00:00:00+01:00")).toBe("true: Ausnahme: Feier");
    expect(told(plan, "2026-12-24T12:00:00+01:00")).toBe("false: Ausnahme: Feier, 12:00");
    // One exception of two days: the value of its first noon holds on, as with those of calendars.
    expect(told(plan, "2026-12-25T06:00:00+01:00")).toBe("false: Ausnahme: Feier, 12:00");
    expect(told(plan, "2026-12-28T12:00:00+01:00")).toBe("false: Ausnahme (Vorgabe)");
    expect(iso(plan, "2026-12-23T12:00:00Z", 3)).toEqual([
      "12-23T19:00 false",
      "12-23T23:00 true",
      "12-24T11:00 false",
    ]);
  });

  it("is a calendar that does not count for now", () => {
    const at = "2026-12-25T12:00:00+01:00";
    expect(told(OFFICE, at)).toBe("false: Feiertag: 1. Weihnachtstag (Vorgabe)");
    expect(told({ ...OFFICE, ignored: ["Feiertag"] }, at)).toBe("true: Mo–Fr 06:00");
  });

  it("is an override that ends by itself, and is not there before it began", () => {
    const from = Date.parse("2026-11-25T18:00:00Z");
    const until = Date.parse("2026-11-25T21:00:00Z");
    const plan: Plan = { ...OFFICE, override: { value: true, from, until } };
    expect(told(plan, "2026-11-25T20:30:00+01:00")).toBe("true: Übersteuert");
    expect(readPlan(plan, around, until).value).toBe(false);
    expect(readPlan(plan, around, until - 1).value).toBe(true);
    expect(readPlan(plan, around, from - 365 * 86_400_000).by).toBeUndefined();
    expect(nextEdge(plan, around, Date.parse("2026-11-25T19:30:00Z"))).toBe(until);
    expect(iso(plan, "2026-11-25T17:00:00Z", 2)).toEqual(["11-25T21:00 false", "11-26T05:00 true"]);
  });

  it("is off, with an override above it", () => {
    const until = Date.parse("2026-11-25T21:00:00Z");
    const off: Plan = { ...OFFICE, off: { value: true } };
    expect(told(off, "2026-11-28T12:00:00+01:00")).toBe("true: Zeitprogramm ist aus");
    expect(nextChanges(off, around, until, 5)).toEqual([]);
    const held = { ...off, override: { value: false, from: until - 3_600_000, until } };
    expect(iso(held, "2026-11-25T20:30:00Z", 3)).toEqual(["11-25T21:00 true"]);
  });
});

describe("the device's changes over the project's schedules", () => {
  const plan: Plan = { default: true };
  it("replace the plan and keep the name; others stay as they are", () => {
    const other = { ...OFFICE, chan: "sched.main.other" };
    const { schedules } = withDevice(
      { schedules: [OFFICE, other] },
      { edited: { [OFFICE.chan]: { plan, ts: 1 } }, calendars: [] },
    );
    expect(schedules).toEqual([{ chan: OFFICE.chan, type: "bool", default: true }, other]);
  });

  it("that do not fit any more are left out", () => {
    const number: NamedPlan = { chan: "sched.main.n", type: "int", default: 3 };
    const override = { value: true, from: 0, until: 1 };
    expect(laidOver(number, { plan, override, ts: 1 })).toEqual(number);
  });

  it("add days to a calendar of the project, and whole calendars", () => {
    const imported: Calendar[] = [
      { id: "Feiertag", priority: 1, ranges: [{ from: "2026-12-24" }] },
      { id: "Ferien", priority: 4, ranges: [{ from: "2026-12-27" }] },
    ];
    const { calendars } = withDevice({ calendars: CALENDARS }, { edited: {}, calendars: imported });
    expect(calendars).toEqual([
      { id: "Feiertag", priority: 8, states: ["BE"], ranges: [{ from: "2026-12-24" }] },
      imported[1],
    ]);
  });
});

describe("a plan that somebody made", () => {
  const world = { calendars: ["Feiertag"], sun: false };
  it.each<[string, Partial<Plan>, string]>([
    ["a value of another type", { default: 1 }, "default"],
    ["an unknown calendar", { exceptions: ["Ferien"] }, "exceptions"],
    ["a time after the day", { times: [{ weekdays: [1], at: 1_440, value: true }] }, "times.0.at"],
    ["a time without days", { times: [{ at: 0, value: true }] }, "times.0.weekdays"],
    [
      "the sun without a place",
      { times: [{ weekdays: [1], at: { sun: "rise", offset: 0 }, value: true }] },
      "times.0.at",
    ],
    [
      "an offset of more than half a day",
      { times: [{ weekdays: [1], at: { sun: "rise", offset: 721 }, value: true }] },
      "times.0.at",
    ],
    [
      "one time twice on a day",
      { times: [1, 2].map(() => ({ weekdays: [1 as const], at: 0, value: true })) },
      "times.1.at",
    ],
    ["a day that is none", { days: [{ from: "2026-02-30" }] }, "days.0.from"],
    ["a range backwards", { days: [{ from: "2026-02-10", to: "2026-02-09" }] }, "days.0.to"],
    ["a range of two forms", { days: [{ from: "2026-02-10", to: "02-11" }] }, "days.0.to"],
    ["an own day's value", { days: [{ from: "12-24", value: "x" }] }, "days.0.value"],
    ["off with another type", { off: { value: 0 } }, "off.value"],
    [
      "too many times",
      { times: Array.from({ length: 501 }, (_, at) => ({ weekdays: [1 as const], at, value: true })) },
      "times",
    ],
  ])("is refused: %s", (_, change, field) => {
    expect(planFaults({ ...OFFICE, ...change }, "bool", world).map((fault) => fault.field)).toEqual([field]);
  });

  it("is fine as the project has it, over the end of the year too", () => {
    expect(planFaults({ ...OFFICE, days: [{ from: "12-23", to: "01-06" }] }, "bool", world)).toEqual([]);
  });

  it("is told in words, and what changed of it", () => {
    const after: Plan = {
      ...OFFICE,
      ignored: ["Feiertag"],
      days: [{ from: "2026-12-24", label: "Feier", value: false }],
    };
    expect(planWords(OFFICE)).toEqual({
      Vorgabe: "nein",
      "Mo–Fr": "06:00 ja; 20:00 nein",
      Ausnahmen: "Feiertag",
    });
    expect(changedWords(OFFICE, after)).toEqual({
      before: {},
      after: { "Ausgesetzte Kalender": "Feiertag", "24.12.2026": "Feier: nein" },
    });
  });
});
