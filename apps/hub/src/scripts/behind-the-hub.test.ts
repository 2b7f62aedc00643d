import { expect, it } from "vitest";
import { allButFirst } from "./behind-the-hub.ts";

it.each([
  ["0-1", "1-1"],
  ["0-3,8", "1-3,8"],
  ["0,2-3", "2-3"],
  ["4", ""],
  ["", ""],
])("leaves the first core of %j to the hub: %j", (list, rest) => {
  expect(allButFirst(list)).toBe(rest);
});
