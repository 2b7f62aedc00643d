import { expect, it } from "vitest";
import { parseTab } from "./parse-tab.ts";

const TABS = ["keyring", "log", "monitor"] as const;

it("knows the tabs after the first by name", () => {
  expect(parseTab(TABS, { tab: "log" })).toEqual({ tab: "log" });
  expect(parseTab(TABS, { tab: "monitor" })).toEqual({ tab: "monitor" });
});

it.each([{}, { tab: "keyring" }, { tab: "gibt-es-nicht" }, { tab: ["log"] }, { tab: 1 }])(
  "shows the first tab for %j",
  (search) => {
    expect(parseTab(TABS, search)).toEqual({});
  },
);
