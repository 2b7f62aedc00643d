import type { AlarmKind } from "@hubwart/project/compiled";
import { expect, it } from "vitest";
import { judge } from "./condition.ts";

const good = (value: unknown) => ({ value, quality: 0 });

it.each<[AlarmKind, unknown, unknown[], boolean]>([
  ["above", 5, [4], true],
  ["above", 4, [4], false],
  ["below", 3, [4], true],
  ["below", 4, [4], false],
  ["outside", 17.9, [18, 26], true],
  ["outside", 18, [18, 26], false],
  ["outside", 26.1, [18, 26], true],
  ["deviation", 23, [20, 2], true],
  ["deviation", 17, [20, 2], true],
  ["deviation", 22, [20, 2], false],
  ["rate", 6, [5], true],
  ["equals", "aus", ["aus"], true],
  ["equals", 1, [2], false],
  ["true", true, [], true],
  ["true", false, [], false],
  ["false", false, [], true],
])("%s: %j by %j is %j", (kind, value, limits, so) => {
  expect(judge({ kind }, good(value), limits, false)).toBe(so);
});

it.each<[AlarmKind, number, number[], number]>([
  ["above", 3.5, [4], 3],
  ["below", 4.5, [4], 5],
  ["outside", 18.5, [18, 26], 19],
  ["outside", 25.5, [18, 26], 25],
  ["deviation", 21.5, [20, 2], 21],
])(
  "%s: with a hysteresis of 1 it stands at %j, and is over at the value after",
  (kind, within, limits, over) => {
    expect(judge({ kind, hysteresis: 1 }, good(within), limits, true)).toBe(true);
    expect(judge({ kind, hysteresis: 1 }, good(within), limits, false)).toBe(false);
    expect(judge({ kind, hysteresis: 1 }, good(over), limits, true)).toBe(false);
  },
);

it.each<[string, AlarmKind, unknown, number, unknown[]]>([
  ["an uncertain value", "above", 9, 1, [4]],
  ["a bad value", "above", 9, 2, [4]],
  ["a limit that is not known", "above", 9, 0, [undefined]],
  ["a second limit that is not known", "outside", 9, 0, [4, undefined]],
  ["a value that is no number", "above", "9", 0, [4]],
  ["not a number", "above", Number.NaN, 0, [4]],
  ["an uncertain value where a bad one is looked for", "bad", 9, 1, []],
  ["a value that is no boolean", "true", 1, 0, []],
])("%s tells neither that it is so nor that it is over", (_what, kind, value, quality, limits) => {
  for (const stands of [true, false])
    expect(judge({ kind }, { value, quality }, limits, stands)).toBeUndefined();
});

it("a bad value is one, and a good one ends it", () => {
  expect(judge({ kind: "bad" }, { value: null, quality: 2 }, [], false)).toBe(true);
  expect(judge({ kind: "bad" }, { value: 1, quality: 0 }, [], true)).toBe(false);
});
