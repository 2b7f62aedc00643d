import { expect, it } from "vitest";
import { differing } from "./values.ts";

const names = (before: unknown, after: unknown) => {
  const found = differing(before, after);
  return [found.before.map(({ name }) => name), found.after.map(({ name }) => name)];
};

it("leaves out what is alike before and after, but for what the change is about", () => {
  const before = { chan: "a.b.c", port: 502, host: "x", deep: { one: 1, two: 2 } };
  const after = { chan: "a.b.c", port: 503, host: "x", deep: { one: 1, two: 3 } };
  expect(names(before, after)).toEqual([
    ["chan", "port", "deep.two"],
    ["chan", "port", "deep.two"],
  ]);
  expect(names({ host: "x" }, { host: "x", port: 1 })).toEqual([[], ["port"]]);
});

it("shows all where nothing differs or one of the two is missing", () => {
  expect(names({ host: "x" }, { host: "x" })).toEqual([["host"], ["host"]]);
  expect(names(null, { host: "x", port: 1 })).toEqual([[], ["host", "port"]]);
});
