import { describe, expect, it } from "vitest";
import { addToBins, type Bin, meanOf, sumOf } from "./bins.ts";

const LARGE = 1.7e308;

describe("figures near the largest double", () => {
  it("have a finite sum", () => {
    expect([sumOf(LARGE, LARGE), sumOf(-LARGE, -LARGE), sumOf(1, 2)]).toEqual([
      Number.MAX_VALUE,
      -Number.MAX_VALUE,
      3,
    ]);
    const bins = new Map<number, Bin>();
    for (let at = 0; at < 3; at += 1) addToBins(bins, at, LARGE);
    expect(bins.get(0)?.sum).toBe(Number.MAX_VALUE);
  });

  it("have a mean between minimum and maximum, also where an earlier version kept a sum without end", () => {
    const figures = { count: 3, min: LARGE / 2, max: LARGE };
    for (const sum of [Number.MAX_VALUE, Number.POSITIVE_INFINITY, Number.NaN]) {
      const mean = meanOf({ ...figures, sum });
      expect(mean).toBeGreaterThanOrEqual(figures.min);
      expect(mean).toBeLessThanOrEqual(figures.max);
    }
    expect(meanOf({ count: 2, min: -LARGE, max: LARGE, sum: 0 })).toBe(0);
  });
});
