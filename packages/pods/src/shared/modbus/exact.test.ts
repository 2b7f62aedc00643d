import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rawExactly, scaledExactly } from "./exact.ts";

describe("64-bit integers, scaled", () => {
  it.each([
    [9_223_372_036_854_775_807n, 0.001, 0, "9223372036854775.807"],
    [-9_223_372_036_854_775_808n, 1, 0, "-9223372036854775808"],
    [18_446_744_073_709_551_615n, 0.1, -0.5, "1844674407370955161"],
    [1n, 1e-7, 0, "0.0000001"],
    [-1n, 0.01, 0, "-0.01"],
    [3n, 1e21, 0.25, "3000000000000000000000.25"],
    [0n, -2, 0, "0"],
    [100n, 0.1, 0, "10"],
  ])("%s × %s + %s is %s", (raw, scale, offset, text) => {
    expect(scaledExactly(raw, scale, offset)).toBe(text);
    expect(rawExactly(text, scale, offset)).toBe(raw);
  });

  it("come back as they were, whatever the scale", () => {
    const scale = fc.constantFrom(1, -1, 0.1, 0.001, 2.5, 1e-9, 1000, 0.3);
    const offset = fc.constantFrom(0, -273.15, 0.5, 1e6);
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n }), scale, offset, (raw, by, plus) => {
        expect(rawExactly(scaledExactly(raw, by, plus), by, plus)).toBe(raw);
      }),
    );
  });

  it("round half away from zero, and take nothing but decimal numbers", () => {
    expect(rawExactly("0.25", 0.1, 0)).toBe(3n);
    expect(rawExactly("-0.25", 0.1, 0)).toBe(-3n);
    expect(rawExactly("0.25", -0.1, 0)).toBe(-3n);
    for (const text of ["", "1e5", "0x10", "1.", ".5", "+1", " 1", "1,5", "NaN", "9".repeat(41)]) {
      expect(rawExactly(text, 1, 0)).toBeUndefined();
    }
  });
});
