import * as fc from "fast-check";
import { expect, it } from "vitest";
import { nextChanges, readPlan } from "./evaluate.ts";
import { arranged, lanesOf, planOfLanes } from "./lanes.ts";
import type { Plan, Weekday } from "./plan.ts";
import { Surroundings } from "./surroundings.ts";

const calendars = [
  { id: "Feiertag", priority: 8, states: ["BY" as const] },
  { id: "Ferien", priority: 4, ranges: [{ from: "12-20", to: "01-06" }] },
];
const around = new Surroundings({ zone: "Europe/Berlin", calendars });

it("is written one way, whatever the rows it came in", () => {
  const one: Plan = {
    default: false,
    exceptions: ["Ferien", "Feiertag"],
    times: [
      { weekdays: [2, 3], at: 360, value: true },
      { calendars: ["Feiertag"], at: 360, value: true },
      { weekdays: [1], at: 360, value: true },
      { weekdays: [1, 2, 3], at: 1_200, value: false },
    ],
  };
  expect(arranged(one)).toEqual({
    default: false,
    exceptions: ["Ferien"],
    times: [
      { weekdays: [1, 2, 3], at: 1_200, value: false },
      { weekdays: [1, 2, 3], calendars: ["Feiertag"], at: 360, value: true },
    ],
  });
  expect(lanesOf(one).week[0]).toEqual([
    { at: 360, value: true },
    { at: 1_200, value: false },
  ]);
});

const times = fc.uniqueArray(
  fc.record({
    weekdays: fc.subarray<Weekday>([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
    calendars: fc.subarray(["Feiertag", "Ferien"]),
    at: fc.integer({ min: 0, max: 95 }).map((quarter) => quarter * 15),
    value: fc.boolean(),
  }),
  { selector: ({ at }) => at, maxLength: 6 },
);

it("says the same as before", () => {
  fc.assert(
    fc.property(times, fc.subarray(["Feiertag", "Ferien"]), (rows, exceptions) => {
      const plan: Plan = { default: true, times: rows, exceptions };
      const again = planOfLanes(lanesOf(plan));
      const from = Date.parse("2026-12-18T00:00:00Z");
      const told = (one: Plan) =>
        nextChanges(one, around, from, 30).map(({ at, value }) => [
          at,
          value,
          readPlan(one, around, at).exception,
        ]);
      expect(told(again)).toEqual(told(plan));
      expect(arranged(again)).toEqual(again);
    }),
    { numRuns: 60 },
  );
});
