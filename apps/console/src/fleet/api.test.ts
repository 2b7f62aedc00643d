import { alarmLook, pods } from "@hubwart/contract";
import { centralOverview, centralSignIn } from "@hubwart/fleet/calls";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { queryClient } from "../api/query-client.ts";
import { scriptFetch } from "../testing/fetch.ts";
import { askSite, callCentral } from "./api.ts";
import { invitationAddress, placeOf, rolloutAddress, siteAddress, UPDATES } from "./place.ts";
import { askSession, forgetSeen, renewSession, signOut } from "./session.ts";
import { forgetSession, noteOther, SESSION, type SessionTold } from "./session-kept.ts";

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
  it("takes an answer that breaks off for none", async () => {
    const start = (body: ReadableStreamDefaultController) => body.error(new TypeError("network error"));
    vi.stubGlobal("fetch", async () => new Response(new ReadableStream({ start })));
    await expect(callCentral(centralOverview)).rejects.toMatchObject({ name: "ConnectionError" });
  });
  it("asks in the name of who opened the page, but for what is for everybody", async () => {
    const asked = scriptFetch({}, {}, {});
    await callCentral(centralOverview);
    await callCentral(centralSignIn, { body: { name: "Anna", pwd: "x" } });
    queryClient.setQueryData<SessionTold>(SESSION, { code: 0, central: "Z", setup: true });
    await callCentral(centralOverview);
    expect(asked.map(({ headers }) => headers.get("hubwart-person"))).toEqual(["p1", null, null]);
  });
  it("says who is in now where somebody else signed in, and is still of who opened the page", async () => {
    scriptFetch({ status: 409, body: { code: 1209, message: "neu laden", name: "Bert" } });
    await expect(callCentral(centralOverview)).rejects.toMatchObject({ code: 1209 });
    expect(kept()).toMatchObject({ me: ME, other: "Bert" });
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
  const bert = { ...ME, id: "p2", name: "Bert" };
  it("of somebody else does not take the page over, until it is loaded anew or that one signs in on it", async () => {
    scriptFetch({ body: { ...out, me: bert } }, { body: { ...out, me: ME } }, { body: { ...out, me: bert } });
    await ask();
    expect(kept()).toMatchObject({ me: ME, other: "Bert" });
    await ask();
    expect(kept()?.other).toBeUndefined();
    await renewSession();
    expect(kept()).toEqual({ ...out, me: bert });
  });
  it("that is over while somebody else is in leaves nothing of the one before", () => {
    noteOther("Bert");
    forgetSession();
    expect(kept()).toEqual({ ...out, over: true });
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
