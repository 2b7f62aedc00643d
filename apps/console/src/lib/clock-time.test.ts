import * as fc from "fast-check";
import { expect, it } from "vitest";
import { clockTime, movedTime } from "./clock-time.ts";

it.each([
  ["7", "07:00"],
  ["07", "07:00"],
  ["7:30", "07:30"],
  ["730", "07:30"],
  ["0730", "07:30"],
  ["07.30", "07:30"],
  ["7h30", "07:30"],
  [" 7:30 Uhr ", "07:30"],
  ["0:00", "00:00"],
  ["23:59", "23:59"],
])("takes %s as %s", (typed, time) => expect(clockTime(typed)).toBe(time));

it.each(["", "24:00", "7:60", "7:3", "07:30 PM", "7 pm", "abc", "-1", "7:30:15", "12345", "07:30\n08:00"])(
  "takes %j for no time",
  (typed) => expect(clockTime(typed)).toBeUndefined(),
);

it("takes seconds only where they are wanted", () => {
  expect([clockTime("7:30:15", true), clockTime("073015", true), clockTime("7:30:00", true)]).toEqual([
    "07:30:15",
    "07:30:15",
    "07:30",
  ]);
  expect(clockTime("7:30:60", true)).toBeUndefined();
});

it("reads what it writes, and moves around midnight and back", () => {
  fc.assert(
    fc.property(fc.nat(1_439), fc.integer({ min: -2_000, max: 2_000 }), (minute, by) => {
      const time = movedTime("00:00", minute);
      expect(clockTime(time)).toBe(time);
      expect(movedTime(movedTime(time, by), -by)).toBe(time);
    }),
  );
  expect([movedTime("23:30", 60), movedTime("00:10", -60)]).toEqual(["00:30", "23:10"]);
});
