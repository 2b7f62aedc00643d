import { CODES } from "@hubwart/contract";
import { createLogger, ManualClock, MemoryLogSink, UnavailableError } from "@hubwart/core";
import { codeOf, stepAt } from "@hubwart/core/sign-in";
import { centralCalls } from "@hubwart/fleet";
import type { FastifyInstance, InjectOptions } from "fastify";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type KeyPair, makeAuthority, makePair } from "../authority/certificates.ts";
import { Sealer } from "../authority/sealer.ts";
import { FailureTable } from "../people/failure-table.ts";
import { peopleHandlers } from "../people/handlers.ts";
import { SignIn } from "../people/sign-in.ts";
import type { Audit, AuditEntry } from "../register/audit.ts";
import type { People } from "../register/people.ts";
import type { Sessions } from "../register/sessions.ts";
import { FakeRegister } from "../testing/fake-register.ts";
import { type CentralHandlers, createEdge } from "./edge.ts";

const HOST = "zentrale.example.org:8444";
const OWN = { host: HOST, origin: `https://${HOST}`, "sec-fetch-site": "same-origin" };
const PASSWORD = "geheim-genug";
let certificate: KeyPair;
let register: FakeRegister;
let clock: ManualClock;
let people: People;
let sessions: Sessions;
let entries: AuditEntry[];
let auditFails: boolean;
let app: FastifyInstance;
let anna: string;

beforeAll(async () => {
  const authority = await makeAuthority({ name: "a", now: Date.now(), days: 2 });
  certificate = await makePair(authority, { name: "b", now: Date.now(), days: 1 }, ["localhost"]);
});
beforeEach(async () => {
  [register, clock, entries, auditFails] = [new FakeRegister(), new ManualClock(), [], false];
  ({ people, sessions } = await register.open(clock));
  const hasher = {
    hash: async (password: string) => `hash of ${password}`,
    verify: async (phc: string, password: string) => phc === `hash of ${password}`,
  };
  const log = createLogger("central", "test", new MemoryLogSink());
  const table = await FailureTable.open({ database: register, clock, log, scope: register.scope });
  const sealer = new Sealer(Buffer.alloc(32, 7));
  const signIn = new SignIn({ people, sessions, clock, log, hasher, table, sealer });
  const others = Object.fromEntries(Object.keys(centralCalls).map((name) => [name, async () => ({})]));
  const handlers = { ...others, ...peopleHandlers({ name: "Z", people, sessions, signIn }) };
  app = createEdge({
    handlers: handlers as CentralHandlers,
    audit: {
      add: async (entry: AuditEntry) => {
        if (auditFails) throw new UnavailableError("away");
        entries.push(entry);
      },
    } as unknown as Audit,
    asking: {
      byToken: (token) => people.authenticate(token),
      bySession: (secret) => sessions.find(secret),
    },
    certificate,
    pageDir: "/nowhere",
    clock,
    log,
  });
  anna = await person("Anna", "admin");
  entries = [];
});
afterEach(() => app.close());

async function person(name: string, level: "admin" | "see"): Promise<string> {
  const { id, link } = await people.create(name, level, "link");
  await people.accept(link?.token ?? "", `hash of ${PASSWORD}`);
  return id;
}

interface Sent {
  cookie?: string | undefined;
  headers?: Record<string, string>;
  from?: string;
}
async function send(where: string, body?: object, { cookie, from, headers = OWN }: Sent = {}) {
  const { statusCode, ...told } = await app.inject({
    method: body ? "POST" : "GET",
    url: `/api${where}`,
    headers: { ...headers, ...(cookie !== undefined && { cookie }) },
    ...(body && { payload: body }),
    ...(from !== undefined && { remoteAddress: from }),
  } as InjectOptions);
  const set = told.headers["set-cookie"];
  return { status: statusCode, body: told.json<Record<string, unknown>>(), set: set as string | undefined };
}
const cookieFrom = (set: string | undefined): string => set?.split(";")[0] ?? "";
async function signIn(name = "Anna", sent: Sent = {}): Promise<string> {
  const { set, status } = await send("/session/begin", { name, pwd: PASSWORD }, sent);
  expect(status).toBe(200);
  return cookieFrom(set);
}

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
    auditFails = true;
    const { set, status } = await send("/session/begin", { name: "Anna", pwd: PASSWORD });
    expect([status, set]).toEqual([503, undefined]);
  });
  it("is taken away also where the change log took no entry", async () => {
    const cookie = await signIn();
    auditFails = true;
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
    expect(people.list()).toHaveLength(1);
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
    const { statusCode } = await app.inject({
      method: "POST",
      url: "/api/people/remove",
      headers: { ...OWN, cookie, "content-type": "application/x-www-form-urlencoded" },
      payload: `id=${anna}`,
    });
    expect(statusCode).toBe(415);
  });
});

describe("a token", () => {
  it("works without a word of where it comes from, and beside a cookie it alone counts", async () => {
    const cookie = await signIn();
    const { token } = await people.renewToken(anna);
    const headers = { host: HOST, authorization: `Bearer ${token}` };
    expect((await send("/people", undefined, { headers })).status).toBe(200);
    const wrong = { ...OWN, authorization: "Bearer hwz_falsch" };
    expect((await send("/people", undefined, { cookie, headers: wrong })).status).toBe(401);
  });
  it("changes no password", async () => {
    const { token } = await people.renewToken(anna);
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
    const { token } = await people.renewToken(anna);
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
    expect(entries).toMatchObject([
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
    expect(entries.map(({ call, who }) => `${call} ${who}`)).toEqual(
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
    expect(entries[5]?.detail).toEqual({ id: bert, name: "Bert", before: "see", level: "operate" });
    const secrets = [...told.join().matchAll(/"token":"([^"]+)"/g)].map(([, secret = ""]) => secret);
    expect(secrets).toHaveLength(2);
    for (const secret of [...secrets, PASSWORD, "geheimnis", cookie.split("=")[1] ?? ""])
      expect(JSON.stringify(entries)).not.toContain(secret);
  });
  it("is not filled by who asks while it is refused", async () => {
    for (let n = 0; n < 40; n += 1) await send("/session/begin", { name: "Anna", pwd: "falsch-falsch" });
    expect(entries).toHaveLength(5);
  });
  it("has no secret of a call that was refused before it said what it does", async () => {
    register.away = true;
    const { token } = { token: "hwz_geheim" };
    await send("/join", { code: "x", token });
    expect(JSON.stringify(entries)).not.toContain("hwz_geheim");
  });
});

describe("a page", () => {
  it("asks in the name of who opened it, and of nobody who signed in since", async () => {
    const bert = await person("Bert", "admin");
    const cookie = await signIn("Bert");
    const by = (id: string) => ({ cookie, headers: { ...OWN, "hubwart-person": id } });
    expect((await send("/people", undefined, by(bert))).status).toBe(200);
    expect((await send("/people", undefined, { cookie })).status).toBe(200);
    entries = [];
    for (const [where, body] of [
      ["/people", undefined],
      ["/people/remove", { id: anna }],
      ["/session/end", {}],
    ] as const) {
      const { body: told, status } = await send(where, body, by(anna));
      expect([status, told], where).toMatchObject([409, { code: CODES.otherPerson, name: "Bert" }]);
    }
    expect(entries).toEqual([]);
    expect(people.get(anna)).toBeDefined();
    expect((await send("/people", undefined, by(bert))).status).toBe(200);
    // Signing in is how it becomes somebody else's.
    const other = { name: "Anna", pwd: PASSWORD };
    expect((await send("/session/begin", other, by(anna))).status).toBe(200);
  });
});

describe("a code besides the password", () => {
  async function switchOn(): Promise<{ cookie: string; secret: string; recovery: string[] }> {
    const before = await signIn();
    const begun = await send("/session/factor/begin", { pwd: PASSWORD }, { cookie: before });
    const secret = String(begun.body["secret"]);
    expect(begun.body["uri"]).toBe(`otpauth://totp/Z:Anna?secret=${secret}&issuer=Z`);
    const otp = codeOf(secret, stepAt(clock.now()));
    const { body, set } = await send("/session/factor/confirm", { otp }, { cookie: before });
    clock.advance(60_000);
    return { cookie: cookieFrom(set), secret, recovery: body["recovery"] as string[] };
  }
  it("is no error of HTTP, and stands in the change log without what opens anything", async () => {
    const { cookie, recovery, secret } = await switchOn();
    const asked = await send("/session/begin", { name: "Anna", pwd: PASSWORD });
    expect([asked.status, asked.body["code"], asked.set]).toEqual([200, 1206, undefined]);
    const otp = codeOf(secret, stepAt(clock.now()));
    expect((await send("/session/begin", { name: "Anna", pwd: PASSWORD, otp })).body["code"]).toBe(0);
    const used = await send("/session/begin", { name: "Anna", pwd: PASSWORD, otp: recovery[0] });
    expect(used.body).toMatchObject({ code: 0, recovery_left: 7 });
    const off = { pwd: PASSWORD, otp: recovery[1] };
    expect((await send("/session/factor/recovery", { ...off, otp: "000000" }, { cookie })).body["code"]).toBe(
      1207,
    );
    expect((await send("/session/factor/off", off, { cookie })).status).toBe(200);
    expect(entries.map(({ call, code }) => `${call} ${code}`)).toEqual([
      "centralSignIn 0",
      "centralFactorBegin 0",
      "centralFactorConfirm 0",
      "centralSignIn 1206",
      "centralSignIn 0",
      "centralSignIn 0",
      "centralFactorRecovery 1207",
      "centralFactorOff 0",
    ]);
    expect(entries[5]?.detail).toEqual({ recovery_left: 7 });
    const text = JSON.stringify(entries);
    for (const one of [secret, otp, PASSWORD, ...recovery]) expect(text).not.toContain(one);
  });
  it("is never told again, and not managed by a token", async () => {
    const { cookie, secret } = await switchOn();
    const told = [];
    for (const where of ["/session/factor", "/people", "/session"])
      told.push((await send(where, undefined, { cookie })).body);
    expect(told[0]).toMatchObject({ on: true, recovery_left: 8, time: clock.now(), demanded: false });
    expect(JSON.stringify(told)).not.toContain(secret);
    const { token } = await people.renewToken(anna);
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
      ["/people/factor/remove", { id: anna }],
    ] as const)
      expect((await send(where, body, { cookie: low })).status, where).toBe(403);
    entries = [];
    const demand = (levels: string[]) => send("/people/demand", { levels }, { cookie });
    expect((await demand(["see", "root"])).status).toBe(400);
    expect((await demand(["see"])).status).toBe(200);
    expect((await send("/people", undefined, { cookie })).body["demand"]).toEqual(["see"]);
    const refused = await send("/session/begin", { name: "Bert", pwd: PASSWORD });
    expect([refused.status, refused.body["code"]]).toEqual([200, 1208]);
    expect((await send("/people/factor/remove", { id: bert }, { cookie })).status).toBe(409);
    expect((await send("/people/factor/remove", { id: anna }, { cookie })).status).toBe(409);
    expect(entries[0]).toMatchObject({
      call: "centralPeopleDemand",
      who: "Anna",
      detail: { before: [], levels: ["see"] },
    });
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
      expect((await send(where, { id: anna, level: "admin" }, { cookie })).status, where).toBe(403);
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
