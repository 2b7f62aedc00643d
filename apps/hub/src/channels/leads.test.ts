import { expect, it } from "vitest";
import { leadsOf } from "./leads.ts";

const link = (source: string, target: string) => ({ source, target });

it("follows links to their end, also round a circle, and no further than it may", () => {
  const leads = leadsOf([link("a", "b"), link("a", "c"), link("b", "d"), link("d", "a"), link("x", "y")]);
  expect(leads("a", 10)).toEqual(["b", "c", "d"]);
  expect(leads("a", 2)).toEqual(["b", "c"]);
  expect(leads("y", 10)).toEqual([]);
});
