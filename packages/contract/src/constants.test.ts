import { describe, expect, it } from "vitest";
import { type ConstantRule, constantFault } from "./constants.ts";

const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);

const TORN = "Der Text enthält ein halbes Zeichen (Unicode D800 bis DFFF).";

describe("constantFault", () => {
  it.each<[ConstantRule["type"], unknown]>([
    ["bool", false],
    ["int", -9_007_199_254_740_991],
    ["float", -0.5],
    ["string", "zwei\nZeilen\t„und“ 😀"],
    ["string", "x".repeat(32_000)],
    ["json", null],
    ["json", { a: [1, "b", { c: true }] }],
    ["json", nested(64)],
  ])("takes a %s", (type, value) => {
    expect(constantFault({ type }, value)).toBeUndefined();
  });

  it.each<[ConstantRule["type"], unknown, string]>([
    ["bool", "ja", "Erlaubt ist ja oder nein."],
    ["bool", undefined, "Erlaubt ist ja oder nein."],
    ["int", 1.5, "Erlaubt ist eine ganze Zahl."],
    ["int", 2 ** 53, "Erlaubt ist eine ganze Zahl."],
    ["int", "1", "Erlaubt ist eine ganze Zahl."],
    ["float", Number.NaN, "Erlaubt ist eine Zahl."],
    ["float", null, "Erlaubt ist eine Zahl."],
    ["string", 1, "Erlaubt ist ein Text."],
    ["string", "a\u0000b", "Der Text enthält Steuerzeichen."],
    ["string", "x".repeat(32_001), "Erlaubt sind höchstens 32.000 Zeichen."],
    ["string", "a\ud83d", TORN],
    ["string", "\ude00a", TORN],
    ["json", { a: ["\ud83d"] }, TORN],
    ["json", { "\ud83d": 1 }, TORN],
    ["json", undefined, "Erlaubt ist JSON."],
    ["json", "x".repeat(31_999), "Erlaubt sind höchstens 32.000 Zeichen."],
    ["json", nested(65), "Erlaubt sind höchstens 64 Ebenen."],
  ])("refuses as a %s: %j", (type, value, fault) => {
    expect(constantFault({ type }, value)).toBe(fault);
  });

  it("holds numbers to their limits, the limits included", () => {
    for (const type of ["int", "float"] as const) {
      const rule = { type, min: -1, max: 1_000 };
      expect([-1, 0, 1_000].map((value) => constantFault(rule, value))).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
      expect(constantFault(rule, -2)).toBe("Erlaubt ist mindestens -1.");
      expect(constantFault(rule, 1_001)).toBe("Erlaubt ist höchstens 1.000.");
    }
  });
});
