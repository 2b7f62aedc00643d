import { expect, it } from "vitest";
import { rangeFrom } from "./range.ts";

it.each([
  [undefined, undefined],
  ["bytes=0-", { start: 0, end: 9 }],
  ["bytes=3-", { start: 3, end: 9 }],
  ["bytes=3-5", { start: 3, end: 5 }],
  ["bytes=9-500", { start: 9, end: 9 }],
  ["bytes=-4", { start: 6, end: 9 }],
  ["bytes=-400", { start: 0, end: 9 }],
  ["bytes=10-", "none"],
  ["bytes=-0", "none"],
  ["bytes=5-3", undefined],
  ["bytes=-", undefined],
  ["bytes=0-1,3-4", undefined],
  ["lines=0-1", undefined],
  ["bytes=99999999999999999999-", undefined],
])("of ten bytes %s is %o", (header, range) => {
  expect(rangeFrom(header, 10)).toEqual(range);
});

it("of an empty file nothing can be had in ranges", () => {
  expect(rangeFrom("bytes=0-", 0)).toBe("none");
});
