import { describe, expect, it } from "vitest";
import { fromJson, fromText, misfit, plainText } from "./convert.ts";

describe("fromText", () => {
  it.each([
    ["float", "21.5", 21.5],
    ["float", " -1e3\n", -1000],
    ["float", ".5", 0.5],
    ["float", "", undefined],
    ["float", "0x10", undefined],
    ["float", "1e999", undefined],
    ["float", "NaN", undefined],
    ["float", "21,5", undefined],
    ["int", "42", 42],
    ["int", "42.0", 42],
    ["int", "42.5", undefined],
    ["int", "9007199254740993", undefined],
    ["bool", "ON", true],
    ["bool", " aus ", false],
    ["bool", "0", false],
    ["bool", "2", undefined],
    ["string", " a ", " a "],
    ["json", '{"a":[1]}', { a: [1] }],
    ["json", "null", null],
    ["json", '\ufeff{"a":1}', { a: 1 }],
    ["json", "\ufeff\ufeff1", undefined],
    ["json", "{", undefined],
    ["json", '{"t":[1,{"u":-1e400}]}', undefined],
    ["json", "1E+0400", undefined],
    ["json", `[${"9".repeat(250)}e60]`, undefined],
    ["json", "1".repeat(400), undefined],
    ["json", '["1e400",1e-400,1e308]', ["1e400", 0, 1e308]],
  ] as const)("%s from %j", (type, text, value) => {
    expect(fromText(type, text)).toEqual(value);
  });
});

describe("fromJson", () => {
  it.each([
    ["float", 1.5, 1.5],
    ["float", "1.5", 1.5],
    ["float", true, undefined],
    ["int", 1.5, undefined],
    ["int", 3, 3],
    ["bool", false, false],
    ["bool", 1, true],
    ["bool", "off", false],
    ["bool", 7, undefined],
    ["string", 7, "7"],
    ["string", { a: 1 }, '{"a":1}'],
    ["string", Number.MAX_SAFE_INTEGER, "9007199254740991"],
    ["string", Number.MAX_SAFE_INTEGER + 1, undefined],
    ["string", -1e300, undefined],
    ["string", 0.1, "0.1"],
    ["string", "9007199254740993", "9007199254740993"],
    ["string", null, undefined],
    ["float", Number.POSITIVE_INFINITY, undefined],
    ["int", Number.NEGATIVE_INFINITY, undefined],
    ["string", Number.POSITIVE_INFINITY, undefined],
    ["string", { a: [Number.POSITIVE_INFINITY] }, undefined],
    ["json", { a: [Number.POSITIVE_INFINITY] }, undefined],
    ["json", null, null],
    ["json", undefined, undefined],
  ] as const)("%s from %j", (type, given, value) => {
    expect(fromJson(type, given)).toEqual(value);
  });
});

describe("deep and wide documents", () => {
  it.each([
    ["64 levels", "[".repeat(64) + "]".repeat(64), true],
    ["65 levels", "[".repeat(65) + "]".repeat(65), false],
    ["65 levels of objects", `${'{"a":'.repeat(65)}1${"}".repeat(65)}`, false],
    ["100,000 levels", "[".repeat(100_000) + "]".repeat(100_000), false],
    ["brackets within text", JSON.stringify("[".repeat(100)), true],
    ["100,000 members", `[${"0,".repeat(99_999)}0]`, true],
    ["500,000 members", `[${"0,".repeat(499_999)}0]`, false],
  ])("%s", (_, text, fits) => {
    expect(fromText("json", text) !== undefined).toBe(fits);
  });
});

describe("texts", () => {
  it("cuts what came and names what is allowed", () => {
    expect(misfit("int", "x".repeat(100))).toBe(
      `„${"x".repeat(40)}…“ passt nicht; erlaubt ist eine ganze Zahl`,
    );
    expect(misfit("bool", undefined)).toMatch(/^„nichts“/);
    const huge = "Eine Zahl jenseits von ±1.8e308 passt nicht; erlaubt ist";
    expect(misfit("float", Number.POSITIVE_INFINITY)).toBe(`${huge} eine Zahl mit Dezimalpunkt`);
    expect(misfit("string", { a: Number.POSITIVE_INFINITY })).toBe(`${huge} Text`);
    expect(misfit("json", '{"t":1e400}')).toMatch(`${huge} gültiges JSON`);
    expect(misfit("string", Number.MAX_SAFE_INTEGER + 1)).toMatch(/verliert Stellen; als Text muss sie/);
    expect(misfit("float", "1e400")).toBe("„1e400“ passt nicht; erlaubt ist eine Zahl mit Dezimalpunkt");
  });

  it("shows values plainly", () => {
    expect([true, 1.5, "a", { b: 1 }, null].map(plainText)).toEqual(["true", "1.5", "a", '{"b":1}', "null"]);
  });
});
