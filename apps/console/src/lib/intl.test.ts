import * as fc from "fast-check";
import { expect, it } from "vitest";
import { formatBefore, formatClock, formatDay, formatDecimal } from "./intl.ts";

const intl = (value: number, min: number, max: number) =>
  new Intl.NumberFormat("de-DE", { minimumFractionDigits: min, maximumFractionDigits: max }).format(value);

it.each([
  [0, 2, 2],
  [-0, 0, 0],
  [1.005, 2, 2],
  [2.5, 0, 0],
  [-2.5, 0, 0],
  [0.045, 2, 2],
  [999.995, 2, 2],
  [1_234_567.8, 0, 3],
  [1e-7, 0, 3],
  [123_456_789_012_345_680, 1, 1],
  [1e21, 0, 2],
  [Number.NaN, 0, 2],
  [Number.POSITIVE_INFINITY, 0, 2],
  [Number.NEGATIVE_INFINITY, 0, 2],
])("writes %d with %i to %i decimals as Intl does", (value, min, max) =>
  expect(formatDecimal(value, min, max)).toBe(intl(value, min, max)),
);

it("writes every number as Intl does", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.double({ min: -1e15, max: 1e15, noNaN: true }),
        fc.integer(),
        fc.double({ min: -1e-3, max: 1e-3, noNaN: true }),
        fc.integer({ min: -1e7, max: 1e7 }).map((n) => n / 1_000),
      ),
      fc.integer({ min: 0, max: 3 }),
      fc.integer({ min: 0, max: 2 }),
      (value, min, more) => {
        expect(formatDecimal(value, min, min + more)).toBe(intl(value, min, min + more));
      },
    ),
    { numRuns: 500 },
  );
});

it("writes times as Intl does", () => {
  const day = new Intl.DateTimeFormat("de-DE", { dateStyle: "medium" });
  const clock = new Intl.DateTimeFormat("de-DE", { timeStyle: "medium" });
  const short = new Intl.DateTimeFormat("de-DE", { timeStyle: "short" });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4_102_444_800_000 }), (ms) => {
      expect([formatDay(ms), formatClock(ms, true), formatClock(ms, false)]).toEqual([
        day.format(ms),
        clock.format(ms),
        short.format(ms),
      ]);
    }),
    { numRuns: 200 },
  );
});

it("has one word for one", () => {
  expect(formatBefore(1, ["Tag", "Tagen"])).toBe("vor 1 Tag");
  expect(formatBefore(2, ["Tag", "Tagen"])).toBe("vor 2 Tagen");
});
