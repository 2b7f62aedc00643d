import { alarmLook, pods } from "@hubwart/contract";
import { centralOverview, centralSignIn } from "@hubwart/fleet/calls";
import { beforeEach, describe, expect, it } from "vitest";
import { queryClient } from "../api/query-client.ts";
import { scriptFetch } from "../testing/fetch.ts";
import { askSite, callCentral } from "./api.ts";
import { invitationAddress, placeOf, rolloutAddress, siteAddress, UPDATES } from "./place.ts";
import { askSession, forgetSeen, signOut } from "./session.ts";
import { SESSION, type SessionTold } from "./session-kept.ts";

const HUB = "a1b2c3d4e5f6";
const ME = { id: "p1", name: "Anna", level: "admin", password: true } as const;
const kept = () => queryClient.getQueryData<SessionTold>(SESSION);
beforeEach(() =>
  queryClient.setQueryData<SessionTold>(SESSION, { code: 0, central: "Z", setup: true, me: ME }),
);

describe("the way to the central", () => {
  it("has no secret of its own, and forgets who was in when the central does", async () => {
    const asked = scriptFetch({ status: 401, body: { code: 401, message: "nein" } });
    await expect(callCentral(centralOverview, { query: { search: "süd", rule: "" } })).rejects.toMatchObject({
      code: 401,
    });
    expect(asked[0]?.headers.get("authorization")).toBeNull();
    expect(asked[0]?.url.href).toBe("http://device/api/sites/overview?search=s%C3%BCd");
    expect(kept()).toEqual({ code: 0, central: "Z", setup: true, over: true });
  });
  it("keeps who is in when somebody mistypes a password", async () => {
    scriptFetch({ status: 401, body: { code: 401 } });
    await expect(callCentral(centralSignIn, { body: { name: "Anna", pwd: "x" } })).rejects.toThrow();
    expect(kept()?.me).toEqual(ME);
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
    expect(kept()?.me).toEqual(ME);
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

describe("the session", () => {
  const out = { code: 0, central: "Z", setup: true };
  it("that is over by itself says so, until somebody is in again", async () => {
    scriptFetch({ body: out }, { body: out }, { body: { ...out, me: ME } });
    await ask();
    await ask();
    expect(kept()).toEqual({ ...out, over: true });
    await ask();
    expect(kept()).toEqual({ ...out, me: ME });
  });
  it("that is signed out says nothing more", async () => {
    const asked = scriptFetch({ body: { code: 0 } }, { body: out });
    await signOut();
    expect(asked[0]?.url.pathname).toBe("/api/session/end");
    expect(kept()?.me).toBeUndefined();
    expect(kept()?.over).toBeFalsy();
  });
  it("is left as it is where the central heard nothing of it", async () => {
    scriptFetch(new TypeError("offline"));
    await expect(signOut()).rejects.toMatchObject({ name: "ConnectionError" });
    expect(kept()?.me).toEqual(ME);
  });
  it("takes with it what the person saw", () => {
    queryClient.setQueryData(["people"], ["geheim"]);
    forgetSeen();
    expect(queryClient.getQueryData(["people"])).toBeUndefined();
    expect(kept()?.me).toEqual(ME);
  });
  const ask = async () =>
    queryClient.setQueryData<SessionTold>(SESSION, await askSession(new AbortController().signal));
});

it("an address names a link, and no more than one", () => {
  expect(placeOf(invitationAddress("a-_1"))).toEqual({ page: "invitation", token: "a-_1" });
  for (const hash of [
    "#/invitation/",
    "#/invitation/a/b",
    "#/invitation/<x>",
    `#/invitation/${"a".repeat(201)}`,
  ])
    expect(placeOf(hash)).toEqual({ page: "sites" });
});

it("an address names a site, or all of them", () => {
  expect(placeOf(siteAddress(HUB))).toEqual({ page: "site", hub: HUB });
  expect(placeOf(UPDATES)).toEqual({ page: "updates" });
  expect(placeOf(rolloutAddress("a_1"))).toEqual({ page: "update", id: "a_1" });
  for (const hash of ["", "#/", "#/site/", "#/site/../x", "#/site/A1B2C3D4E5F6", `#/site/${HUB}/more`])
    expect(placeOf(hash)).toEqual({ page: "sites" });
});
