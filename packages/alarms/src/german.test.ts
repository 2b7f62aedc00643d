import * as fc from "fast-check";
import { expect, it } from "vitest";
import { germanMoment, germanNumber } from "./german.ts";

it("writes numbers as Intl does for German", () => {
  const intl = new Intl.NumberFormat("de-DE", { maximumSignificantDigits: 6 });
  for (const value of [0, 1, -1, 999.9996, 1_000, 1_234.5, -12_345_678.9, 1e-3, 1e20])
    expect(germanNumber(value)).toBe(intl.format(value));
  expect([-0, 1.5e-7, -2e22, Number.NaN].map(germanNumber)).toEqual(["0", "1,5e-7", "-2e+22", "–"]);
  fc.assert(
    fc.property(fc.double({ min: -1e20, max: 1e20, noNaN: true }), (value) => {
      if (Math.abs(value) > 1e-5) expect(germanNumber(value)).toBe(intl.format(value));
    }),
  );
  fc.assert(fc.property(fc.integer(), (value) => value === 0 || germanNumber(value) === intl.format(value)));
});

it("writes moments as Intl does for German", () => {
  const intl = new Intl.DateTimeFormat("de-DE", { dateStyle: "short", timeStyle: "medium" });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), (time) => {
      expect(germanMoment(time)).toBe(intl.format(time));
    }),
  );
});
