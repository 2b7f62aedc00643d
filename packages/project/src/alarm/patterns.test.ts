import { nameMatcher } from "@hubwart/core";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { NameIndex } from "./patterns.ts";

const part = fc.string({ unit: fc.constantFrom("a", "b", "-"), minLength: 1, maxLength: 3 });
const name = fc.tuple(part, part, part).map((parts) => parts.join("."));
const pattern = fc
  .tuple(name, fc.array(fc.tuple(fc.nat(8), fc.constantFrom("*", "?")), { minLength: 1, maxLength: 3 }))
  .map(([text, places]) =>
    places.reduce((sofar, [at, wildcard]) => sofar.slice(0, at) + wildcard + sofar.slice(at + 1), text),
  );

it("finds what looking at each name finds, in order", () => {
  fc.assert(
    fc.property(fc.uniqueArray(name, { maxLength: 60 }), pattern, (names, wanted) => {
      const all = names.filter(nameMatcher([wanted])).sort();
      expect(new NameIndex(names).matching(wanted, 100)).toEqual(all);
      expect(new NameIndex(names).matching(wanted, 2)).toEqual(all.slice(0, 2));
    }),
    { numRuns: 2_000 },
  );
});

const names = ["x.a.temp", "x.b.temp", "x.b.soll", "y.a.temp", "y.b.soll"];

it.each([
  ["x.b.*", 2],
  ["*.soll", 2],
  ["x.*.soll", 2],
  ["y.*.temp", 2],
  ["*.a*", 5],
])("looks for %s at no more than %i names", (wanted, looked) => {
  expect(new NameIndex(names, looked).matching(wanted, 9)).toBeDefined();
  expect(new NameIndex(names, looked - 1).matching(wanted, 9)).toBeUndefined();
});

it("looks once for the same pattern, and no more at all when the patterns have cost too much", () => {
  const index = new NameIndex(names, 5);
  expect(index.matching("*o*", 9)).toEqual(["x.b.soll", "y.b.soll"]);
  expect(index.matching("*o*", 9)).toEqual(["x.b.soll", "y.b.soll"]);
  expect(index.matching("*t*", 9)).toBeUndefined();
});
