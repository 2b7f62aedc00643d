import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { covers, filterProblem } from "./filter.ts";

const levels = (count: number) => Array.from({ length: count }, () => "a").join("/");

it.each(["#", "a/#", "+/b", "a/+/c", "", "haus/ä b", "$SYS/#", "/", levels(200), "ä".repeat(32_767)])(
  "takes the filter %#",
  (text) => {
    expect(filterProblem(text)).toBeUndefined();
  },
);

it.each([
  ["a#", "Ebene"],
  ["#/a", "Ebene"],
  ["a+/b", "Ebene"],
  ["a/##", "Ebene"],
  ["a\nb", "Steuerzeichen"],
  [" ", "Leerzeichen"],
  [" a", "Leerzeichen"],
  ["a\u00a0", "Leerzeichen"],
  [levels(201), "200 Ebenen"],
  ["ä".repeat(32_768), "65535 Byte"],
  ["a\ud800", "gibt"],
  ["\uffff", "gibt"],
])("refuses a filter %#", (text, reason) => {
  expect(filterProblem(text)).toContain(reason);
});

describe("what a filter means beyond another", () => {
  it.each([
    ["#", "a/b", true],
    ["#", "a/#", true],
    ["#", "+/b", true],
    ["#", "$SYS/a", false],
    ["+/a", "$SYS/a", false],
    ["$SYS/#", "$SYS/a", true],
    ["a/#", "a", true],
    ["a/+", "a/b", true],
    ["a/+", "a/#", false],
    ["a/+", "a", false],
    ["a/b", "a/+", false],
    ["a/b", "a/b/c", false],
    ["a/b", "a/b", true],
    ["a", "#", false],
  ])("%s covers %s: %s", (wide, narrow, expected) => {
    expect(covers(wide, narrow)).toBe(expected);
  });

  it("each filter covers itself, and the one for all covers each that begins without $", () => {
    const level = fc.constantFrom("a", "b", "+", "");
    const filters = fc.tuple(fc.array(level, { minLength: 1, maxLength: 5 }), fc.boolean());
    fc.assert(
      fc.property(filters, ([parts, rest]) => {
        const filter = [...parts, ...(rest ? ["#"] : [])].join("/");
        expect(covers(filter, filter)).toBe(true);
        expect(covers("#", filter)).toBe(true);
      }),
    );
  });
});
