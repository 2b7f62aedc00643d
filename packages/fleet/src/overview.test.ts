import { describe, expect, it } from "vitest";
import type { SiteShown } from "./central-calls.ts";
import type { HubState } from "./messages.ts";
import { conditionOf, countConditions, rowOf, searched } from "./overview.ts";
import { siteRow } from "./overview-calls.ts";

const STATE: HubState = {
  v: 1,
  at: 1,
  name: "hub-7",
  version: "0.4.1",
  started: 1,
  may: "see",
  plant: "running",
  license: { valid: true },
  project: { name: "Haus", version: "3" },
  counts: { findings: 2, worst: 1 },
  findings: [
    { code: "a", level: 1, text: "Hinweis" },
    { code: "b", level: 2, text: "Warnung" },
  ],
};
const site = (change: Partial<SiteShown> = {}, state: Partial<HubState> = {}): SiteShown => ({
  hub: "a1b2c3d4e5f6",
  name: "Hotel Süd",
  customer: "main",
  tags: ["hotel"],
  joined: 1,
  revoked: 0,
  seen: 1,
  online: true,
  state: { ...STATE, ...state },
  ...change,
});

describe("how a site is", () => {
  it("is the worst that is known of it", () => {
    const { state: _, ...unreported } = site({ seen: 0 });
    expect(conditionOf(unreported)).toBe("new");
    expect(conditionOf(site())).toBe("good");
    expect(conditionOf(site({}, { counts: { findings: 1, worst: 3 }, plant: "stopped" }))).toBe("fault");
    expect(conditionOf(site({}, { plant: "stopped" }))).toBe("stopped");
    expect(conditionOf(site({}, { counts: { findings: 1, worst: 2 } }))).toBe("warning");
    expect(conditionOf(site({}, { license: { valid: false } }))).toBe("warning");
    expect(conditionOf(site({}, { alarms: { standing: 2, unacked: 1 } }))).toBe("warning");
    expect(conditionOf(site({ online: false }, { counts: { findings: 1, worst: 3 } }))).toBe("away");
    expect(conditionOf(site({ revoked: 1, online: false }))).toBe("revoked");
    expect(countConditions([site(), site(), site({ online: false })])).toMatchObject({
      good: 2,
      away: 1,
      new: 0,
    });
  });
  it("is a row of the contract, with one of the worst findings", () => {
    expect(siteRow.parse(rowOf(site()))).toMatchObject({ findings: { count: 2, worst: 1, text: "Warnung" } });
    const { state: _, ...unreported } = site({ seen: 0 });
    expect(siteRow.parse(rowOf(unreported))).toMatchObject({ version: "", may: "none" });
  });
});

it("a search finds what has all its words, wherever they are", () => {
  const found = (text: string) => searched(text)(site());
  for (const text of ["", "  ", "süd", "HOTEL SÜD", "hub-7 haus", "0.4.1", "a1b2c3"])
    expect([text, found(text)]).toEqual([text, true]);
  for (const text of ["nord", "süd nord"]) expect([text, found(text)]).toEqual([text, false]);
});
