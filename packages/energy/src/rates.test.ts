import { expect, it } from "vitest";
import { RateLine, withStep } from "./rates.ts";
import { QUARTER } from "./spread.ts";

it("hold from when they came, and the first of them before that too", () => {
  const one = withStep([], 0.3, 5 * QUARTER);
  expect(one).toEqual([{ since: 0, value: 0.3 }]);
  expect(withStep(one, 0.3, 9 * QUARTER)).toBe(one);
  const two = withStep(one, 0.4, 9 * QUARTER);
  expect([8, 9].map((slot) => new RateLine(two).valueAt(slot))).toEqual([0.3, 0.4]);
});

it("forget what a clock that was ahead noted, also where the same holds again", () => {
  const ahead = withStep(withStep([], 0.3, 0), 0.5, 1_000 * QUARTER);
  const back = withStep(ahead, 0.4, 20 * QUARTER);
  expect([19, 20, 2_000].map((slot) => new RateLine(back).valueAt(slot))).toEqual([0.3, 0.4, 0.4]);
  expect(new RateLine(withStep(ahead, 0.3, 20 * QUARTER)).valueAt(2_000)).toBe(0.3);
});
