import { expect, it } from "vitest";
import { bringsValue } from "./no-value.ts";
import type { Quality } from "./pod-messages.ts";

it.each<[boolean, unknown[], Quality[] | undefined]>([
  [true, [1], undefined],
  [true, [null], undefined],
  [false, [null, null], [2, 2]],
  [true, [null, 5], [2, 2]],
  [true, [null, null], [2, 1]],
])("%s for %j of quality %j", (brings, v, q) => {
  expect(bringsValue(q === undefined ? { v } : { v, q })).toBe(brings);
});
