import { expect, it } from "vitest";
import { parseIfaceSearch } from "./search.ts";

it("knows the tabs after the first by name", () => {
  expect(parseIfaceSearch({ tab: "log" })).toEqual({ tab: "log" });
  expect(parseIfaceSearch({ tab: "monitor" })).toEqual({ tab: "monitor" });
});

it.each([{}, { tab: "keyring" }, { tab: "gibt-es-nicht" }, { tab: ["log"] }, { tab: 1 }])(
  "shows the first tab for %j",
  (search) => {
    expect(parseIfaceSearch(search)).toEqual({});
  },
);
