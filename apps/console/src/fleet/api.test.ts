import { alarmLook, pods } from "@hubwart/contract";
import { centralOverview } from "@hubwart/fleet/calls";
import { beforeEach, describe, expect, it } from "vitest";
import { scriptFetch } from "../testing/fetch.ts";
import { askSite, callCentral } from "./api.ts";
import { placeOf, rolloutAddress, siteAddress, UPDATES } from "./place.ts";
import { keepToken, readToken } from "./token.ts";

const HUB = "a1b2c3d4e5f6";
beforeEach(() => keepToken("hwz_mine"));

describe("the way to the central", () => {
  it("shows the token in the header alone, and forgets one that is refused", async () => {
    const asked = scriptFetch({ status: 401, body: { code: 401, message: "nein" } });
    await expect(callCentral(centralOverview, { query: { search: "süd", rule: "" } })).rejects.toMatchObject({
      code: 401,
    });
    expect(asked[0]?.headers.get("authorization")).toBe("Bearer hwz_mine");
    expect(asked[0]?.url.href).toBe("http://device/api/sites/overview?search=s%C3%BCd");
    expect([readToken(), sessionStorage.length]).toEqual([undefined, 0]);
  });
  it("keeps the token that is there when another one is tried", async () => {
    scriptFetch({ status: 401, body: { code: 401 } });
    await expect(callCentral(centralOverview, { token: "hwz_other" })).rejects.toThrow();
    expect(readToken()).toBe("hwz_mine");
  });
  it("says so when what comes is no answer", async () => {
    scriptFetch({ body: "<html>" }, new TypeError("offline"));
    await expect(callCentral(centralOverview)).rejects.toMatchObject({ code: 500 });
    await expect(callCentral(centralOverview)).rejects.toMatchObject({ name: "ConnectionError" });
  });
});

describe("the way to a hub", () => {
  const told = (answer: unknown) => ({ body: { code: 0, status: 200, answer } });
  it("names the call, and gives what the hub answered", async () => {
    const asked = scriptFetch(told({ code: 0, pods: [], inactive: [], more: "x" }));
    expect(await askSite(HUB, "pods", pods)).toEqual({ code: 0, pods: [], inactive: [] });
    expect(asked[0]?.body).toEqual({ hub: HUB, call: "pods", query: {} });
  });
  it("says what the hub refused, in its words", async () => {
    scriptFetch(told({ code: 1205, message: "Nur Berichte." }));
    await expect(askSite(HUB, "pods", pods)).rejects.toMatchObject({ code: 1205, detail: "Nur Berichte." });
    expect(readToken()).toBe("hwz_mine");
  });
  it("shows nothing of an answer that has another shape", async () => {
    for (const answer of [{ code: 0 }, { code: 0, pods: [{ id: {} }], inactive: [] }, "x", null, []]) {
      scriptFetch(told(answer));
      await expect(askSite(HUB, "pods", pods)).rejects.toMatchObject({ name: "ApiError" });
    }
    scriptFetch(told({ code: 0, standing: "<script>" }));
    await expect(askSite(HUB, "alarmLook", alarmLook)).rejects.toThrow("passt nicht");
  });
});

it("an address names a site, or all of them", () => {
  expect(placeOf(siteAddress(HUB))).toEqual({ page: "site", hub: HUB });
  expect(placeOf(UPDATES)).toEqual({ page: "updates" });
  expect(placeOf(rolloutAddress("a_1"))).toEqual({ page: "update", id: "a_1" });
  for (const hash of ["", "#/", "#/site/", "#/site/../x", "#/site/A1B2C3D4E5F6", `#/site/${HUB}/more`])
    expect(placeOf(hash)).toEqual({ page: "sites" });
});
