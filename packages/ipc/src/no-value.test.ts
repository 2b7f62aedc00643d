import { expect, it } from "vitest";
import { bringsValue, isNoValue } from "./no-value.ts";
import type { Quality } from "./pod-messages.ts";

it.each<[boolean, unknown[], Quality[] | undefined]>([
  [true, [1], undefined],
  [true, [null], undefined],
  [false, [null, null], [2, 2]],
  [false, [null, 5], [2, 2]],
  [false, [5], [1]],
  [true, [null, 5], [2, 0]],
])("%s for %j of quality %j", (brings, v, q) => {
  expect(bringsValue(q === undefined ? { v } : { v, q })).toBe(brings);
});

it("is no value if it is bad and empty, and nothing else", () => {
  expect(isNoValue(null, 2)).toBe(true);
  expect(isNoValue(5, 2)).toBe(false);
  expect(isNoValue(null, 1)).toBe(false);
  expect(isNoValue(null, 0)).toBe(false);
});
