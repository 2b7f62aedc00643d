import { expect, it } from "vitest";
import { roundHalfAway, shortestDecimal } from "./decimals.ts";

it("leaves no trace of binary fractions", () => {
  expect([3 * 0.1, 692.6 * 0.1, 0.1 + 0.2, -1.1 * 3].map(shortestDecimal)).toEqual([0.3, 69.26, 0.3, -3.3]);
  expect([2 ** 53 - 1, 9_007_199_254_740_991, 1e300, 0].map(shortestDecimal)).toEqual([
    2 ** 53 - 1,
    9_007_199_254_740_991,
    1e300,
    0,
  ]);
});

it("rounds half away from zero", () => {
  expect([2.5, -2.5, 2.4, -2.4, 0.5, -0.5, -0.4].map(roundHalfAway)).toEqual([3, -3, 2, -2, 1, -1, 0]);
});
