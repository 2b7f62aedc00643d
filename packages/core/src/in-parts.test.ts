import { turnsDuring } from "@hubwart/testing/turns";
import { expect, it } from "vitest";
import { filterInParts, inParts, mapInParts } from "./in-parts.ts";

const list = Array.from({ length: 2_500 }, (_, index) => index);

it("gives all of a list in its order, and lets others in between", async () => {
  const lengths: number[] = [];
  const turns = await turnsDuring(async () => {
    for await (const part of inParts(list)) lengths.push(part.length);
  });
  expect(lengths).toEqual([1_000, 1_000, 500]);
  expect(turns).toBe(2);
  expect(await mapInParts(list, (one, index) => one - index)).toEqual(list.map(() => 0));
  expect(await filterInParts(list, (one) => one % 2 === 0)).toEqual(list.filter((one) => one % 2 === 0));
  expect(await mapInParts([], String)).toEqual([]);
});
