import { Readable } from "node:stream";
import { UnavailableError } from "@hubwart/core";
import { describe, expect, it } from "vitest";
import { cookieFrom, HOST, OWN, PASSWORD, useEdge } from "../testing/edge.ts";

const { anna, edge, person, send, signIn } = useEdge();

describe("the cookie of a session", () => {
  it("is out of reach of scripts, of other hosts, of connections in clear and of other sites", async () => {
    const { set } = await send("/session/begin", { name: "Anna", pwd: PASSWORD });
    expect(set).toMatch(
      /^__Host-hubwart-central=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
  });
  it("is another one at each sign-in, whatever the browser had, and the one before is over", async () => {
    const chosen = `__Host-hubwart-central=${"A".repeat(43)}`;
    const first = await signIn("Anna", { cookie: chosen });
    expect(first).not.toBe(chosen);
    expect((await send("/people", undefined, { cookie: chosen })).status).toBe(401);
    const second = await signIn("Anna", { cookie: first });
    expect((await send("/people", undefined, { cookie: first })).status).toBe(401);
    expect((await send("/people", undefined, { cookie: second })).status).toBe(200);
  });
  it("opens nothing any more once it is signed out, to whoever has copied it", async () => {
    const cookie = await signIn();
    const { set, status } = await send("/session/end", {}, { cookie });
    expect([status, set]).toEqual([200, expect.stringMatching(/=; Path=\/; .*Max-Age=0$/)]);
    expect((await send("/people", undefined, { cookie })).status).toBe(401);
    expect((await send("/session", undefined, { cookie })).body).not.toHaveProperty("me");
  });
  it("is given to nobody where the change log took no entry", async () => {
    edge().auditFails = true;
    const { set, status } = await send("/session/begin", { name: "Anna", pwd: PASSWORD });
    expect([status, set]).toEqual([503, undefined]);
  });
  it("is taken away also where the change log took no entry", async () => {
    const cookie = await signIn();
    edge().auditFails = true;
    expect((await send("/session/end", {}, { cookie })).set).toContain("Max-Age=0");
    expect((await send("/people", undefined, { cookie })).status).toBe(401);
  });
  it("counts for less at once where the person does", async () => {
    const bert = await person("Bert", "admin");
    const [mine, other] = [await signIn(), await signIn("Bert")];
    expect((await send("/people", undefined, { cookie: other })).status).toBe(200);
    await send("/people/save", { id: bert, level: "see" }, { cookie: mine });
    expect((await send("/people", undefined, { cookie: other })).status).toBe(401);
    const again = await signIn("Bert");
    expect((await send("/people", undefined, { cookie: again })).status).toBe(403);
    await send("/people/remove", { id: bert }, { cookie: mine });
    expect((await send("/sites/overview", undefined, { cookie: again })).status).toBe(401);
  });
});

describe("a page of somebody else", () => {
  const foreign = [
    { host: HOST, origin: "https://evil.example.org" },
    { host: HOST, origin: "https://zentrale.example.org" },
    { host: HOST, origin: "https://zentrale.example.org:8443", "sec-fetch-site": "same-site" },
    { host: HOST, origin: `http://${HOST}` },
    { host: HOST, origin: "null" },
    { host: HOST, origin: "" },
    { host: HOST, "sec-fetch-site": "cross-site" },
    { host: HOST, "sec-fetch-site": "same-site" },
  ];
  it.each(foreign)("changes nothing with the browser's cookie: %j", async (headers) => {
    const cookie = await signIn();
    const { status } = await send("/people/create", { name: "x", level: "admin" }, { cookie, headers });
    expect(status).toBe(403);
    expect(edge().people.list()).toHaveLength(1);
    expect((await send("/people", undefined, { cookie, headers })).status).toBe(403);
  });
  it.each(foreign)("signs nobody in or out: %j", async (headers) => {
    const cookie = await signIn();
    const given = { name: "Anna", pwd: PASSWORD };
    expect(await send("/session/begin", given, { headers })).toMatchObject({ status: 403, set: undefined });
    expect((await send("/session/end", {}, { cookie, headers })).status).toBe(403);
    expect((await send("/people", undefined, { cookie })).status).toBe(200);
  });
  it("changes nothing either where the browser tells no origin", async () => {
    const cookie = await signIn();
    const body = { name: "x", level: "admin" };
    expect((await send("/people/create", body, { cookie, headers: { host: HOST } })).status).toBe(403);
  });
  it("cannot send a form", async () => {
    const cookie = await signIn();
    const { statusCode } = await edge().app.inject({
      method: "POST",
      url: "/api/people/remove",
      headers: { ...OWN, cookie, "content-type": "application/x-www-form-urlencoded" },
      payload: `id=${anna()}`,
    });
    expect(statusCode).toBe(415);
  });
});

describe("a token", () => {
  it("works without a word of where it comes from, and beside a cookie it alone counts", async () => {
    const cookie = await signIn();
    const { token } = await edge().people.renewToken(anna());
    const headers = { host: HOST, authorization: `Bearer ${token}` };
    expect((await send("/people", undefined, { headers })).status).toBe(200);
    const wrong = { ...OWN, authorization: "Bearer hwz_falsch" };
    expect((await send("/people", undefined, { cookie, headers: wrong })).status).toBe(401);
  });
  it("changes no password", async () => {
    const { token } = await edge().people.renewToken(anna());
    const headers = { host: HOST, authorization: `Bearer ${token}` };
    const body = { old: PASSWORD, new: "noch-ein-geheimnis" };
    expect((await send("/session/password", body, { headers })).status).toBe(409);
  });
  it("that is none is braked, and a page whose session is over is not", async () => {
    const headers = { host: HOST, authorization: "Bearer hwz_falsch" };
    for (let n = 0; n < 12; n += 1) await send("/people", undefined, { from: "198.51.100.1", headers });
    const locked = { from: "198.51.100.1", headers };
    expect(await send("/people", undefined, locked)).toMatchObject({
      status: 429,
      body: { retry_after: expect.any(Number) },
    });
    for (let n = 0; n < 12; n += 1) {
      const cookie = `__Host-hubwart-central=${"B".repeat(43)}`;
      expect((await send("/people", undefined, { cookie, from: "198.51.100.2" })).status).toBe(401);
    }
    const { token } = await edge().people.renewToken(anna());
    expect((await send("/session/token", { token }, { from: "198.51.100.2" })).status).toBe(200);
  });
  it("is not guessed by signing in, nor is a link", async () => {
    for (const where of ["/session/token", "/invitation"]) {
      const from = where === "/invitation" ? "198.51.100.3" : "198.51.100.4";
      const told = [];
      for (let n = 0; n < 12; n += 1) told.push((await send(where, { token: `x${n}` }, { from })).status);
      expect(told.slice(-2)).toEqual([429, 429]);
      // Who signs in with a password from there does.
      await signIn("Anna", { from });
    }
  });
});

describe("the change log", () => {
  it("names who signed in, who failed, and nobody that there is not", async () => {
    await signIn();
    const wrong = (name: string) => send("/session/begin", { name, pwd: "falsch-falsch" });
    await wrong("anna");
    await wrong("mein-Passwort");
    expect(edge().entries).toMatchObject([
      { call: "centralSignIn", who: "Anna", code: 0, detail: {} },
      { call: "centralSignIn", who: "Anna", code: 401, detail: {} },
      { call: "centralSignIn", who: "", code: 401, detail: {} },
    ]);
  });
  it("has every change of people with who did it, and no secret", async () => {
    const cookie = await signIn();
    const bert = String(
      (await send("/people/create", { name: "Bert", level: "see", by: "link" }, { cookie })).body["id"],
    );
    const told = [];
    for (const where of ["/people/link", "/people/token", "/people/token/remove"])
      told.push(JSON.stringify((await send(where, { id: bert }, { cookie })).body));
    await send("/people/save", { id: bert, level: "operate" }, { cookie });
    await send("/people/remove", { id: bert }, { cookie });
    const next = await send("/session/password", { old: PASSWORD, new: "noch-ein-geheimnis" }, { cookie });
    await send("/session/end", {}, { cookie: cookieFrom(next.set) });
    expect(edge().entries.map(({ call, who }) => `${call} ${who}`)).toEqual(
      [
        "SignIn",
        "PersonCreate",
        "PersonLink",
        "PersonToken",
        "PersonTokenRemove",
        "PersonSave",
        "PersonRemove",
        "PasswordChange",
        "SignOut",
      ].map((call) => `central${call} Anna`),
    );
    expect(edge().entries[5]?.detail).toEqual({ id: bert, name: "Bert", before: "see", level: "operate" });
    const secrets = [...told.join().matchAll(/"token":"([^"]+)"/g)].map(([, secret = ""]) => secret);
    expect(secrets).toHaveLength(2);
    for (const secret of [...secrets, PASSWORD, "geheimnis", cookie.split("=")[1] ?? ""])
      expect(JSON.stringify(edge().entries)).not.toContain(secret);
  });
  it("is not filled by who asks while it is refused", async () => {
    for (let n = 0; n < 40; n += 1) await send("/session/begin", { name: "Anna", pwd: "falsch-falsch" });
    expect(edge().entries).toHaveLength(5);
  });
  it("has no secret of a call that was refused before it said what it does", async () => {
    edge().register.away = true;
    const { token } = { token: "hwz_geheim" };
    await send("/join", { code: "x", token });
    expect(JSON.stringify(edge().entries)).not.toContain("hwz_geheim");
  });
});

describe("people of lower levels", () => {
  it("see nobody, and change nothing but their own password", async () => {
    await person("Bert", "see");
    const cookie = await signIn("Bert");
    expect((await send("/people", undefined, { cookie })).status).toBe(403);
    for (const where of [
      "/people/save",
      "/people/link",
      "/people/token",
      "/people/token/remove",
      "/people/remove",
    ])
      expect((await send(where, { id: anna(), level: "admin" }, { cookie })).status, where).toBe(403);
    expect((await send("/people/create", { name: "x", level: "admin" }, { cookie })).status).toBe(403);
    const body = { old: PASSWORD, new: "noch-ein-geheimnis" };
    expect((await send("/session/password", body, { cookie })).status).toBe(200);
  });
});

it("bounds what is sent before anybody is known", async () => {
  const long = "x".repeat(40_000);
  expect((await send("/session/begin", { name: "Anna", pwd: long })).status).toBe(413);
  expect((await send("/session/begin", { name: "Anna", pwd: "x".repeat(1_025) })).status).toBe(400);
  expect((await send("/session/begin", { name: "Anna" })).status).toBe(400);
  expect((await send("/session/begin", { name: ["Anna"], pwd: {} })).status).toBe(400);
  expect(
    (await send("/session", undefined, { cookie: `__Host-hubwart-central=${long.slice(0, 9_000)}` })).status,
  ).toBe(200);
});

describe("a file of a site", () => {
  const asked = () => edge().app.inject({ url: "/api/sites/files/file?ticket=t", headers: { host: HOST } });
  it("is stored by the browser, and never shown or run in this origin", async () => {
    edge().file = { size: 3, stream: Readable.from(["abc"]) };
    const { body, headers } = await asked();
    expect(body).toBe("abc");
    expect(headers).toMatchObject({
      "content-type": "application/octet-stream",
      "content-length": "3",
      "content-disposition": 'attachment; filename="a___.xlsx"',
      "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
    });
  });
  it("whose first piece never comes is an answer that says why", async () => {
    const stream = new Readable({
      read: () => stream.destroy(new UnavailableError("Der Standort ist weg.")),
    });
    edge().file = { size: 3, stream };
    const { headers, json, statusCode } = await asked();
    expect([statusCode, headers["content-disposition"]]).toEqual([503, undefined]);
    expect(json()).toMatchObject({ message: "Der Standort ist weg." });
  });
});
