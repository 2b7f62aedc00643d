/** People and certificates that a real central keeps at a real device: what the site lets it, what a hostile one gets, and what ends with the consent. */
import type { SiteDrift } from "@hubwart/fleet";
import { startCentral, type TestCentral } from "@hubwart/testing";
import type { NatsConnection } from "@nats-io/transport-node";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { DAY, make } from "../../platform/tls/testing.ts";
import { startTestApp, type TestApp } from "../../testing/test-app.ts";
import { asCentral, type RawAnswer, rawCall } from "./testing/hostile.ts";

const HERS = "ihr eigenes Wort";

let central: TestCentral;
let app: TestApp;
let token = "";
let hub = "";
let group = "";
let hostile: NatsConnection;
beforeAll(async () => {
  central = await startCentral();
  app = await startTestApp();
  token = await app.setUp();
  const join = {
    address: central.address,
    join_token: await central.code({ name: "Haus", tags: ["hotel"] }),
  };
  expect((await app.post("/system/central/join", join, token)).body).toMatchObject({ code: 0 });
  const made = await central.call("POST", "/groups/save", { name: "Hotels", rule: "tag hotel" });
  group = String(made.body["id"]);
  await allow("none", false);
  const { body } = await app.get("/system/central", token);
  hub = (body["joined"] as { hub: string }).hub;
  hostile = await asCentral(central, app);
});
afterAll(async () => {
  await hostile?.close();
  await app?.end();
  await central?.stop();
});

/** Until the central has heard of it. */
async function allow(may: string, entrust: boolean, open = true): Promise<void> {
  const door = { open, findings: true, alarms: true, may, entrust };
  expect((await app.post("/system/central/save", door, token)).status).toBe(200);
  if (!open) return;
  await vi.waitFor(
    async () => {
      const { body } = await central.call("GET", "/sites");
      expect(body["sites"]).toMatchObject([{ online: true, state: { may, entrusts: entrust } }]);
    },
    { timeout: 40_000, interval: 100 },
  );
}

const raw = (call: string, body: object, level = "admin"): Promise<RawAnswer> =>
  rawCall(hostile, hub, { call, level, body: JSON.stringify(body) });
const person = (name: string, role = "operate") => ({ name, label: "", role, channels: null });
const accounts = async () => {
  const { body } = await app.get("/system/people", token);
  return body["people"] as { id: string; name: string; role: string; state: string; of_central?: string }[];
};
const account = async (name: string) => (await accounts()).find((one) => one.name === name);
const login = (name: string, pwd = HERS) => app.post("/login", { name, pwd });
/** As the page of an invitation does. */
async function accept(link: string): Promise<string> {
  const { body } = await app.post("/invitation/accept", { token: link, pwd: HERS });
  expect(body).toMatchObject({ code: 0 });
  return String(body["token"]);
}
async function ofSite(name: string, role: string): Promise<void> {
  const { body } = await app.post("/system/people/invite", person(name, role), token);
  await accept(String(body["token"]));
}
const newest = async () =>
  ((await app.get("/system/audit?limit=1", token)).body["entries"] as Record<string, unknown>[])[0];

async function save(settings: object): Promise<void> {
  expect((await central.call("POST", "/desired/save", { group, settings })).body).toMatchObject({ code: 0 });
}
const apply = async (): Promise<SiteDrift> => {
  const { body } = await central.call("POST", "/desired/apply", { group, hubs: [hub] });
  return (body["sites"] as SiteDrift[])[0] ?? expect.fail();
};
async function looked(): Promise<SiteDrift> {
  expect((await central.call("POST", "/desired/look", { group })).status).toBe(200);
  const one = async () => (await central.call("GET", `/desired?group=${group}`)).body;
  await vi.waitFor(async () => expect((await one())["asking"]).toBe(false), 20_000);
  return ((await one())["sites"] as SiteDrift[])[0] ?? expect.fail();
}

describe("a site that does not entrust people and certificates", () => {
  it("says so as a reason, and refuses each call whatever level it allows and whatever is claimed", async () => {
    await allow("admin", false);
    const { text } = await make("Firma Root", { to: 3_650 });
    await save({ people: [person("anna")], gone: ["bert"], authorities: [text] });
    expect(await looked()).toMatchObject({
      state: "withheld",
      withheld: ["authorities", "people", "gone"],
      reason: "",
    });
    expect(await apply()).toMatchObject({ state: "withheld" });
    const calls: [string, object][] = [
      ["entrustedLook", { names: ["anna"] }],
      ["entrustedPersonSave", person("anna")],
      ["entrustedPersonLink", { name: "anna" }],
      ["entrustedPersonRemove", { name: "Administrator" }],
      ["entrustedAuthorityAdd", { authority: text }],
    ];
    for (const [call, body] of calls) {
      const answer = await raw(call, body);
      expect([call, answer.status]).toEqual([call, 403]);
      expect(answer.body).toContain("nicht von der Zentrale verwalten");
    }
    for (const call of ["tlsGenerate", "certDelete", "tlsOwnRemove"])
      expect([call, (await raw(call, {})).status]).toEqual([call, 403]);
    expect(await accounts()).toEqual([]);
    expect((await app.get("/resources/certs/files", token)).body["files"]).toEqual([]);
  });

  it("is what every site is at first, and stays when its door file is from before", async () => {
    const { body } = await app.get("/system/central", token);
    expect(body["entrust"]).toBe(false);
    const door = { open: true, findings: true, alarms: true, may: "admin" };
    expect((await app.post("/system/central/save", door, token)).status).toBe(200);
    expect((await app.get("/system/central", token)).body["entrust"]).toBe(false);
  });
});

describe("a site that entrusts them", () => {
  it("gets the people and authorities of the wishes, in its change log with the person's name", async () => {
    await allow("engineer", true);
    await ofSite("carl", "engineer");
    const { text } = await make("Firma Root", { to: 3_650 });
    await save({
      zone: "Europe/Vienna",
      people: [person("anna"), person("eva", "admin"), person("carl", "see")],
      authorities: [text],
    });
    expect((await looked()).details).toEqual([
      expect.stringMatching(
        /^Zertifizierungsstelle „Firma Root“ fehlt \(([0-9A-F]{2}:){7}[0-9A-F]{2} …\)\.$/,
      ),
      "Person „anna“ fehlt.",
      "Person „eva“ fehlt.",
      "Person „carl“ hat der Standort selbst angelegt; sie bleibt, wie sie ist.",
    ]);
    const site = await apply();
    // The zone is for administrators alone, and this site allows no such: it keeps nothing else from being done.
    expect(site).toMatchObject({
      state: "differs",
      differs: ["zone", "people"],
      waiting: ["anna"],
      reason: expect.stringContaining("Recht"),
    });
    expect(site.details[0]).toBe(
      "Person „eva“: Mehr als Integrator erlaubt dieser Standort der Zentrale nicht.",
    );
    expect(await accounts()).toMatchObject([
      { name: "carl", role: "engineer", state: "active" },
      { name: "anna", role: "operate", state: "expired", of_central: "operate" },
    ]);
    expect((await app.get("/resources/certs/files", token)).body["files"]).toMatchObject([
      { subject: expect.stringContaining("Firma Root") },
    ]);
    const { body } = await app.get("/system/audit?limit=20", token);
    const entries = body["entries"] as { call: string; who: object }[];
    for (const call of ["entrustedPersonSave", "entrustedAuthorityAdd"])
      expect(entries.find((one) => one.call === call)).toMatchObject({
        who: { kind: "central", name: "Verwaltung", owner: "Hubwart Zentrale" },
      });
    const again = await apply();
    expect(again.differs).toEqual(["zone", "people"]);
    expect((await app.get("/resources/certs/files", token)).body["files"]).toHaveLength(1);
  });

  it("makes a link that lets the person in, and nothing of it is written down on the way", async () => {
    await save({ people: [person("anna")] });
    const { body } = await central.call("POST", "/desired/link", { group, hub, name: "anna" });
    const link = String(body["token"]);
    expect(link).toMatch(/^[\w-]{43}$/);
    for (const call of ["/audit?limit=50", `/desired?group=${group}`])
      expect(JSON.stringify((await central.call("GET", call)).body)).not.toContain(link);
    expect(JSON.stringify((await app.get("/system/audit?limit=50", token)).body)).not.toContain(link);
    await accept(link);
    expect((await looked()).state).toBe("same");
    expect((await login("anna")).status).toBe(200);
  });

  it("lets nobody in any more whom the central made, once it wants less: at once, and at the lower level", async () => {
    await save({ people: [person("anna", "engineer")] });
    expect((await apply()).state).toBe("same");
    const session = String((await login("anna")).body["token"]);
    const mine = async (whose = session) => (await app.get("/info", whose)).body["me"];
    expect(await mine()).toMatchObject({ level: "engineer" });
    await allow("see", true);
    expect((await app.get("/pods", session)).status).toBe(401);
    const lower = String((await login("anna")).body["token"]);
    expect(await mine(lower)).toMatchObject({ level: "see" });
    expect((await account("anna"))?.of_central).toBe("see");
    await allow("engineer", false);
    expect((await app.get("/pods", lower)).status).toBe(401);
    expect((await login("anna")).status).toBe(401);
    expect((await account("anna"))?.of_central).toBe("none");
    await allow("engineer", true, false);
    expect((await login("anna")).status).not.toBe(200);
    await allow("engineer", true);
  });

  it("has no way for them to make another way in, even as administrators", async () => {
    await allow("admin", true);
    await save({ people: [person("anna", "admin")] });
    expect((await apply()).state).toBe("same");
    const { body } = await central.call("POST", "/desired/link", { group, hub, name: "anna" });
    const session = await accept(String(body["token"]));
    expect((await app.get("/system/license/info", session)).status).not.toBe(403);
    const closed: [string, object][] = [
      ["/system/people/invite", person("mallory", "admin")],
      ["/system/tokens/create", { name: "x", level: "see" }],
      ["/system/central/save", { open: true, findings: true, alarms: true, may: "admin", entrust: true }],
      ["/system/entrusted/people/save", person("mallory")],
    ];
    for (const [path, given] of closed)
      expect([path, (await app.post(path, given, session)).status]).toEqual([path, 403]);
    expect((await app.get("/system/people", session)).status).toBe(403);
    // How they themselves sign in is theirs.
    expect((await app.get("/system/sessions", session)).status).toBe(200);
  });
});

describe("people who have to go", () => {
  it("are removed where the central made them, locked where the site did, and the last administrator stays", async () => {
    await ofSite("alt", "operate");
    await allow("engineer", true);
    await ofSite("chef", "admin");
    await save({ gone: ["Anna", "alt", "chef", "administrator", "niemand"] });
    const site = await apply();
    expect(await account("anna")).toBeUndefined();
    expect(await account("alt")).toMatchObject({ state: "locked" });
    expect(await account("chef")).toMatchObject({ state: "active" });
    expect(site.details).toEqual([
      "Person „chef“: Mehr als Integrator erlaubt dieser Standort der Zentrale nicht.",
      "Person „administrator“: Das Passwort des Geräts ändert nur, wer an diesem Standort selbst Administrator ist.",
      "Person „chef“ hat der Standort selbst angelegt; sie ist nicht gesperrt.",
      "Person „administrator“ hat der Standort selbst angelegt; sie ist nicht gesperrt.",
    ]);
    expect(await newest()).toMatchObject({ call: "entrustedPersonRemove", result: 409 });
    await allow("admin", true);
    await apply();
    expect(await account("chef")).toMatchObject({ state: "locked" });
    expect((await app.get("/system/people", token)).body["owner"]).toMatchObject({ locked: false });
  });
});

describe("a hostile central", () => {
  it("raises nobody, takes over nobody of the site, and reads no list of them", async () => {
    await allow("operate", true);
    await ofSite("dora", "see");
    expect((await raw("entrustedPersonSave", person("m", "admin"))).status).toBe(403);
    expect((await raw("entrustedPersonSave", person("m", "engineer"))).status).toBe(403);
    expect((await raw("entrustedPersonSave", person("dora", "operate"))).status).toBe(409);
    expect((await raw("entrustedPersonSave", person("Administrator", "operate"))).status).toBe(400);
    expect((await raw("entrustedPersonLink", { name: "dora" })).status).toBe(409);
    for (const name of ["Administrator", "chef", "carl"])
      expect([name, (await raw("entrustedPersonRemove", { name })).status]).not.toEqual([name, 200]);
    expect(await account("dora")).toMatchObject({ role: "see", state: "active" });
    expect(await account("m")).toBeUndefined();
    const look = await raw("entrustedLook", { names: [] });
    expect(JSON.parse(look.body)).toMatchObject({ people: [], others: [] });
    for (const call of ["people", "personInvite", "personLink", "personRemove", "ownerSave", "peopleDemand"])
      expect([call, (await raw(call, {})).status]).toEqual([call, 403]);
    expect((await raw("oidcConfigSave", {})).status).toBe(403);
  });

  it("claims less for a person, and is believed: who only operates the central keeps nobody", async () => {
    await allow("admin", true);
    for (const level of ["see", "operate", "engineer"])
      expect([level, (await raw("entrustedPersonSave", person("m"), level)).status]).toEqual([level, 403]);
  });

  it("adds no authority that is none", async () => {
    const authority = await make("Alt", { from: -10, to: -1 });
    expect(Date.now()).toBeGreaterThan(DAY);
    const intermediate = await make("Zwischen", { issuer: authority, ca: true, to: 3_650 });
    for (const text of ["kein", "[".repeat(10_000), authority.text, intermediate.text]) {
      const { body } = await raw("entrustedAuthorityAdd", { authority: text });
      expect((JSON.parse(body) as { code: number }).code).toBe(1640);
    }
    expect((await raw("entrustedAuthorityAdd", { authority: "x".repeat(20_001) })).status).toBe(400);
    expect((await app.get("/resources/certs/files", token)).body["files"]).toHaveLength(1);
  });

  it("leaves nobody behind when the site leaves it", async () => {
    await raw("entrustedPersonSave", person("m", "admin"));
    const { body } = await raw("entrustedPersonLink", { name: "m" });
    await accept((JSON.parse(body) as { token: string }).token);
    const session = String((await login("m")).body["token"]);
    expect((await app.post("/system/central/leave", {}, token)).status).toBe(200);
    expect((await app.get("/pods", session)).status).toBe(401);
    expect((await login("m")).status).not.toBe(200);
    // A site joins the same central anew, and entrusts nothing.
    expect((await account("m"))?.of_central).toBe("none");
  });
});
