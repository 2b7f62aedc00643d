import { expect, it } from "vitest";
import { parseScheduleSearch } from "./search.ts";

it("takes of an address what is valid", () => {
  expect(parseScheduleSearch({ text: "licht", page: "3", other: 1 })).toEqual({ text: "licht", page: 3 });
  expect(parseScheduleSearch({ text: 7, page: 1 })).toEqual({ text: "7" });
  expect(parseScheduleSearch({ text: {}, page: -1 })).toEqual({});
  expect(parseScheduleSearch({ text: "", page: "x" })).toEqual({});
});
