/** Whose a page is, and the code besides the password, as the edge tells them. */
import { PassThrough } from "node:stream";
import { CODES } from "@hubwart/contract";
import { codeOf, stepAt } from "@hubwart/core/sign-in";
import { describe, expect, it } from "vitest";
import { cookieFrom, HOST, OWN, PASSWORD, useEdge } from "../testing/edge.ts";

const { anna, edge, person, send, signIn } = useEdge();

describe("a page", () => {
  it("asks in the name of who opened it, and of nobody who signed in since", async () => {
    const bert = await person("Bert", "admin");
    const cookie = await signIn("Bert");
    const by = (id: string) => ({ cookie, headers: { ...OWN, "hubwart-person": id } });
    expect((await send("/people", undefined, by(bert))).status).toBe(200);
    expect((await send("/people", undefined, { cookie })).status).toBe(200);
    edge().entries = [];
    for (const [where, body] of [
      ["/people", undefined],
      ["/people/remove", { id: anna() }],
      ["/session/end", {}],
    ] as const) {
      const { body: told, status } = await send(where, body, by(anna()));
      expect([status, told], where).toMatchObject([409, { code: CODES.otherPerson, name: "Bert" }]);
    }
    expect(edge().entries).toEqual([]);
    expect(edge().people.get(anna())).toBeDefined();
    expect((await send("/people", undefined, by(bert))).status).toBe(200);
    // Signing in is how it becomes somebody else's.
    const other = { name: "Anna", pwd: PASSWORD };
    expect((await send("/session/begin", other, by(anna()))).status).toBe(200);
  });
});

describe("who is removed, demoted or signed out while a body is on its way", () => {
  const invitation = JSON.stringify({ name: "Hintertür", level: "admin", by: "token" });
  it.each([
    ["removed", (id: string) => edge().people.remove(id, anna())],
    ["demoted", (id: string) => edge().people.setLevel(id, "see", anna())],
    ["signed out", (_: string, cookie: string) => send("/session/end", {}, { cookie })],
  ] as const)("does nothing more: %s", async (_, end) => {
    const bert = await person("Bert", "admin");
    const cookie = await signIn("Bert");
    const payload = new PassThrough();
    payload.write(invitation.slice(0, 5));
    const headers = { ...OWN, cookie, "content-type": "application/json" };
    const answer = edge().app.inject({ method: "POST", url: "/api/people/create", headers, payload });
    const before = answer.then(({ statusCode }) => statusCode);
    await new Promise((resolve) => setImmediate(resolve));
    await end(bert, cookie);
    payload.end(invitation.slice(5));
    expect(await before).toBe(401);
    expect(edge().people.named("Hintertür")).toBeUndefined();
  });
  it("nor does a program whose person may less", async () => {
    const bert = await person("Bert", "admin");
    const { token } = await edge().people.renewToken(bert);
    const payload = new PassThrough();
    const headers = { host: HOST, authorization: `Bearer ${token}`, "content-type": "application/json" };
    const answer = edge().app.inject({ method: "POST", url: "/api/people/create", headers, payload });
    const status = answer.then(({ statusCode }) => statusCode);
    await new Promise((resolve) => setImmediate(resolve));
    await edge().people.setLevel(bert, "see", anna());
    payload.end(invitation);
    expect(await status).toBe(403);
    expect(edge().people.named("Hintertür")).toBeUndefined();
  });
});

describe("a code besides the password", () => {
  async function switchOn(): Promise<{ cookie: string; secret: string; recovery: string[] }> {
    const before = await signIn();
    const begun = await send("/session/factor/begin", { pwd: PASSWORD }, { cookie: before });
    const secret = String(begun.body["secret"]);
    expect(begun.body["uri"]).toBe(`otpauth://totp/Z:Anna?secret=${secret}&issuer=Z`);
    const otp = codeOf(secret, stepAt(edge().clock.now()));
    const { body, set } = await send("/session/factor/confirm", { otp }, { cookie: before });
    edge().clock.advance(60_000);
    return { cookie: cookieFrom(set), secret, recovery: body["recovery"] as string[] };
  }
  it("is no error of HTTP, and stands in the change log without what opens anything", async () => {
    const { cookie, recovery, secret } = await switchOn();
    const asked = await send("/session/begin", { name: "Anna", pwd: PASSWORD });
    expect([asked.status, asked.body["code"], asked.set]).toEqual([200, 1206, undefined]);
    const otp = codeOf(secret, stepAt(edge().clock.now()));
    expect((await send("/session/begin", { name: "Anna", pwd: PASSWORD, otp })).body["code"]).toBe(0);
    const used = await send("/session/begin", { name: "Anna", pwd: PASSWORD, otp: recovery[0] });
    expect(used.body).toMatchObject({ code: 0, recovery_left: 7 });
    const off = { pwd: PASSWORD, otp: recovery[1] };
    expect((await send("/session/factor/recovery", { ...off, otp: "000000" }, { cookie })).body["code"]).toBe(
      1207,
    );
    expect((await send("/session/factor/off", off, { cookie })).status).toBe(200);
    expect(edge().entries.map(({ call, code }) => `${call} ${code}`)).toEqual([
      "centralSignIn 0",
      "centralFactorBegin 0",
      "centralFactorConfirm 0",
      "centralSignIn 1206",
      "centralSignIn 0",
      "centralSignIn 0",
      "centralFactorRecovery 1207",
      "centralFactorOff 0",
    ]);
    expect(edge().entries[5]?.detail).toEqual({ recovery_left: 7 });
    const text = JSON.stringify(edge().entries);
    for (const one of [secret, otp, PASSWORD, ...recovery]) expect(text).not.toContain(one);
  });
  it("is never told again, and not managed by a token", async () => {
    const { cookie, secret } = await switchOn();
    const told = [];
    for (const where of ["/session/factor", "/people", "/session"])
      told.push((await send(where, undefined, { cookie })).body);
    expect(told[0]).toMatchObject({ on: true, recovery_left: 8, time: edge().clock.now(), demanded: false });
    expect(JSON.stringify(told)).not.toContain(secret);
    const { token } = await edge().people.renewToken(anna());
    const headers = { host: HOST, authorization: `Bearer ${token}` };
    const begun = await send("/session/factor/begin", { pwd: PASSWORD }, { headers });
    expect(begun.status).toBe(409);
  });
  it("is demanded, and taken from others, by who manages the central", async () => {
    const { cookie } = await switchOn();
    const bert = await person("Bert", "see");
    const low = await signIn("Bert");
    for (const [where, body] of [
      ["/people/demand", { levels: [] }],
      ["/people/factor/remove", { id: anna() }],
    ] as const)
      expect((await send(where, body, { cookie: low })).status, where).toBe(403);
    edge().entries = [];
    const demand = (levels: string[]) => send("/people/demand", { levels }, { cookie });
    expect((await demand(["see", "root"])).status).toBe(400);
    expect((await demand(["see"])).status).toBe(200);
    expect((await send("/people", undefined, { cookie })).body["demand"]).toEqual(["see"]);
    const refused = await send("/session/begin", { name: "Bert", pwd: PASSWORD });
    expect([refused.status, refused.body["code"]]).toEqual([200, 1208]);
    expect((await send("/people/factor/remove", { id: bert }, { cookie })).status).toBe(409);
    expect((await send("/people/factor/remove", { id: anna() }, { cookie })).status).toBe(409);
    expect(edge().entries[0]).toMatchObject({
      call: "centralPeopleDemand",
      who: "Anna",
      detail: { before: [], levels: ["see"] },
    });
  });
});
