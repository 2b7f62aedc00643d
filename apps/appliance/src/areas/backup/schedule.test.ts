import { describe, expect, it } from "vitest";
import { longestAge, nextRun, type Schedule } from "./schedule.ts";

const BERLIN = "Europe/Berlin";
const plan = (change: Partial<Schedule>): Schedule => ({
  mode: 1,
  time: [2, 30],
  wday: 0,
  mday: 1,
  ...change,
});
const runs = (schedule: Schedule, zone: string, from: string, count: number) => {
  const found: string[] = [];
  let at = Date.parse(from);
  for (let run = 0; run < count; run += 1) {
    at = nextRun(schedule, zone, at);
    found.push(new Date(at).toISOString());
  }
  return found;
};

describe("nextRun", () => {
  it("runs once on each day when the clocks go forward, at the end of the hour that is missing", () => {
    expect(runs(plan({}), BERLIN, "2026-03-27T12:00:00Z", 3)).toEqual([
      "2026-03-28T01:30:00.000Z",
      "2026-03-29T01:00:00.000Z",
      "2026-03-30T00:30:00.000Z",
    ]);
  });

  it("runs once on each day when the clocks go back and the hour comes twice", () => {
    const found = runs(plan({}), BERLIN, "2026-10-23T12:00:00Z", 4).map((time) => time.slice(0, 10));
    expect(found).toEqual(["2026-10-24", "2026-10-25", "2026-10-26", "2026-10-27"]);
  });

  it("takes the weekday of the device's zone, not of UTC", () => {
    // Monday 00:30 in Helsinki is Sunday in UTC.
    expect(
      runs(plan({ mode: 2, wday: 1, time: [0, 30] }), "Europe/Helsinki", "2026-11-21T00:00:00Z", 2),
    ).toEqual(["2026-11-22T22:30:00.000Z", "2026-11-29T22:30:00.000Z"]);
  });

  it("takes the last day of shorter months, leap years included", () => {
    expect(runs(plan({ mode: 3, mday: 31, time: [12, 0] }), "UTC", "2028-01-15T00:00:00Z", 4)).toEqual([
      "2028-01-31T12:00:00.000Z",
      "2028-02-29T12:00:00.000Z",
      "2028-03-31T12:00:00.000Z",
      "2028-04-30T12:00:00.000Z",
    ]);
  });

  it("is always later, also from the very moment of a run", () => {
    const at = Date.parse("2026-11-21T02:30:00Z");
    expect(nextRun(plan({}), "UTC", at)).toBe(at + 86_400_000);
  });
});

it("takes two intervals for too old", () => {
  expect([1, 2, 3].map((mode) => longestAge(plan({ mode: mode as 1 | 2 | 3 })) / 86_400_000)).toEqual([
    2, 14, 62,
  ]);
});
