import type { LaneEdge } from "@hubwart/schedule";
import { describe, expect, it } from "vitest";
import { bandsOf, startOf, strengthOf } from "./bands.ts";
import { added, moved, stepOf, withSpan } from "./edges.ts";
import { calendarKey, formOf, planOfForm, withEdges, withoutCalendar } from "./form.ts";

const edges = (...rows: [number, boolean][]): LaneEdge[] => rows.map(([at, value]) => ({ at, value }));

describe("the edges of a day", () => {
  it("get a span, after which what held goes on", () => {
    expect(withSpan([], 360, 1_200, true, false)).toEqual(edges([360, true], [1_200, false]));
    // What lay within is gone, what lay around it stays.
    const night = edges([60, true], [400, false], [1_300, true]);
    expect(withSpan(night, 360, 1_200, true, false)).toEqual(
      edges([60, true], [360, true], [1_200, false], [1_300, true]),
    );
    expect(withSpan(edges([1_200, true]), 360, 1_200, true, false)).toEqual(
      edges([360, true], [1_200, true]),
    );
  });

  it("are moved up to their neighbours and the ends of the day", () => {
    const two = edges([360, true], [1_200, false]);
    expect(moved(two, 0, 2_000)[0]?.at).toBe(1_199);
    expect(moved(two, 1, -2_000)[1]?.at).toBe(361);
    expect(moved(two, 0, -2_000)[0]?.at).toBe(0);
    expect(moved(two, 1, 2_000)[1]?.at).toBe(1_439);
    const sun: LaneEdge[] = [{ at: { sun: "rise", offset: 700 }, value: true }];
    expect(moved(sun, 0, 100)[0]?.at).toEqual({ sun: "rise", offset: 720 });
  });

  it.each([
    [367, 1, false, 8],
    [367, -1, false, -7],
    [360, 1, false, 15],
    [360, -1, true, -1],
  ] as const)("go from %i to the next step: %i, fine %s", (at, direction, fine, step) => {
    expect(stepOf(at, direction, fine)).toBe(step);
  });

  it("get one more at a time that is free", () => {
    expect(added([], true)).toEqual(edges([405, true]));
    expect(added(edges([1_425, false]), true)).toEqual(edges([0, true], [1_425, false]));
  });
});

describe("a form of a plan", () => {
  const form = formOf({
    default: false,
    exceptions: ["Ferien"],
    times: [{ weekdays: [5], at: 1_200, value: true }],
  });
  it("is the plan again, without a calendar that nobody wants any more", () => {
    expect(planOfForm(form)).toEqual({
      default: false,
      exceptions: ["Ferien"],
      times: [{ weekdays: [5], at: 1_200, value: true }],
    });
    expect(planOfForm({ ...form, ...withoutCalendar(form, "Ferien") })).not.toHaveProperty("exceptions");
    const more = { ...form, ...withEdges(calendarKey("Feiertag"), edges([600, true])) };
    expect(planOfForm(more)).toMatchObject({
      exceptions: ["Ferien"],
      times: [{}, { calendars: ["Feiertag"] }],
    });
  });

  it("begins a day with what held the day before, and a calendar with the default", () => {
    expect(["6", "1", "5", "c:Ferien"].map((key) => startOf(form, key))).toEqual([true, true, true, false]);
    expect(bandsOf(form, "5")).toEqual([
      { from: 0, to: 1_200, value: true, edge: undefined },
      { from: 1_200, to: 1_440, value: true, edge: 0 },
    ]);
  });

  it("has stronger colours for more", () => {
    expect([17, 19.5, 22].map((value) => strengthOf(value, [17, 19.5, 22]))).toEqual([0, 0.5, 1]);
    expect([strengthOf(true, []), strengthOf(false, []), strengthOf(7, [7])]).toEqual([1, 0, 1]);
  });
});
