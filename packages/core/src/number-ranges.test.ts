import * as fc from "fast-check";
import { expect, it } from "vitest";
import { inRanges, parseRanges, rangesCover, rangesText, withNumbers, withRanges } from "./number-ranges.ts";

const numbers = fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 40 });

it("holds exactly the numbers that were put in, in ranges that do not touch", () => {
  fc.assert(
    fc.property(numbers, numbers, (some, more) => {
      const ranges = withRanges(withNumbers([], some), withNumbers([], more));
      const all = new Set([...some, ...more]);
      for (let number = 0; number <= 60; number += 1) expect(inRanges(ranges, number)).toBe(all.has(number));
      ranges.slice(1).forEach(([from], at) => expect(from).toBeGreaterThan((ranges[at]?.[1] ?? 0) + 1));
      expect(parseRanges(rangesText(ranges))).toEqual(ranges);
      expect(rangesCover(ranges, withNumbers([], some))).toBe(true);
      expect(rangesCover(withNumbers([], some), ranges)).toBe(more.every((number) => some.includes(number)));
    }),
  );
});

it("reads no other text", () => {
  for (const text of ["a", "1-", "-1", "3-1", "1,,2", "1 2", "1-2-3", "9".repeat(16)])
    expect(() => parseRanges(text)).toThrow(RangeError);
  expect(parseRanges("")).toEqual([]);
});
