/** Signing in by a directory service that is wrong, hostile, slow or away; a store of our own, and HTTP on this device. */
import { type Level, LIMITS } from "@hubwart/contract";
import {
  ConflictError,
  createLogger,
  DeniedError,
  InvalidInputError,
  ManualClock,
  MemoryLogSink,
  UnavailableError,
} from "@hubwart/core";
import type { Store } from "@hubwart/core/store";
import { useFolder } from "@hubwart/testing/folder";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SessionService } from "../../platform/session/service.ts";
import { type Issuer, startIssuer } from "../../testing/issuer.ts";
import { quickHasher } from "../../testing/quick-hasher.ts";
import { ADMINISTRATOR } from "../../testing/signed-in.ts";
import { openTestStore } from "../../testing/test-store.ts";
import { Directory } from "./directory.ts";
import { OidcSettings, type StoredOidc } from "./settings.ts";
import { texts } from "./texts.ts";

const HERE = "10.0.0.1";
const ANNA = { sub: "s-anna", preferred_username: "anna", name: "Anna Muster", groups: ["betrieb"] };
const SKEWS = [90, -90, 86_400 * 365];

let issuer: Issuer;
const folder = useFolder();
let clock: ManualClock;
let store: Store;
let sink: MemoryLogSink;
let sessions: SessionService;
let settings: OidcSettings;
let directory: Directory;

const given = (more: Partial<StoredOidc> = {}): StoredOidc => ({
  ...settings.read(),
  active: true,
  address: "https://hub.example.com",
  issuer: issuer.url,
  client_id: issuer.client,
  client_secret: issuer.secret,
  roles: [
    { value: "technik", role: "admin", channels: null },
    { value: "betrieb", role: "operate", channels: ["knx.*"] },
  ],
  ...more,
});
function set(more: Partial<StoredOidc> = {}): void {
  settings.write(given(more), clock.now());
  directory.changed();
}

beforeAll(async () => {
  issuer = await startIssuer();
});
afterAll(() => issuer.stop());
beforeEach(async () => {
  clock = new ManualClock();
  clock.jump(Date.now() - clock.now());
  store = openTestStore(folder(), clock);
  sink = new MemoryLogSink();
  const log = createLogger("system", "session", sink);
  sessions = new SessionService(store, clock, log, quickHasher);
  await sessions.setFirst("richtig und lang", HERE);
  settings = new OidcSettings(store);
  directory = new Directory({ settings, sessions, clock, log, within: 1_500 });
  Object.assign(issuer, { spoil: () => false, about: same, signed: same });
  issuer.rotate();
  set();
  issuer.asked.length = 0;
});
afterEach(() => {
  store.close();
});
const same = (usual: Record<string, unknown>) => usual;

async function signIn(claims: Record<string, unknown> = ANNA, address = HERE) {
  const { binding, url } = await directory.begin(address);
  return directory.finish({ address, binding, query: issuer.consent(url, claims) });
}
const refused = (attempt: Promise<unknown>, text: string) =>
  expect(attempt).rejects.toThrow(expect.objectContaining({ message: text }) as Error);
const logged = () => sink.entries.map(({ msg }) => msg).join("\n");

describe("whom the service vouches for", () => {
  it("appears with the role of the table, and signs in again as the same person", async () => {
    const { token, who } = await signIn();
    expect(who).toMatchObject({ kind: "person", name: "Anna Muster" });
    expect(sessions.authenticate(token, true)).toMatchObject({
      level: "operate",
      bounds: { channels: ["knx.*"] },
    });
    const again = await signIn();
    expect(sessions.people.all().people).toHaveLength(1);
    // Nothing changed, so the session of before goes on.
    expect(sessions.authenticate(token, true)).toBeDefined();
    await signIn({ ...ANNA, groups: ["technik", "betrieb"] });
    expect(sessions.authenticate(token, true)).toBeUndefined();
    expect(sessions.authenticate(again.token, true)).toBeUndefined();
    expect(sessions.people.all().people).toMatchObject([{ role: "admin", channels: null }]);
    expect(sessions.people.seen()).toHaveProperty(sessions.people.all().people[0]?.id ?? "");
  });
  it("is not let in without a role, and loses what is open", async () => {
    const { token } = await signIn();
    await refused(signIn({ ...ANNA, groups: ["andere"] }), texts.noRole);
    expect(sessions.authenticate(token, true)).toBeUndefined();
    await refused(signIn({ sub: "x", groups: "technik2" }), texts.noRole);
    set({ otherwise: "see" });
    const { token: seeing } = await signIn({ sub: "x" });
    expect(sessions.authenticate(seeing, true)).toMatchObject({ level: "see", bounds: undefined });
  });
  it("has a name of 255 characters at most there, which each request would read", async () => {
    expect(await signIn({ ...ANNA, sub: "s".repeat(255) })).toMatchObject({ who: { name: "Anna Muster" } });
    await refused(signIn({ ...ANNA, sub: "s".repeat(256) }), texts.notTrusted);
    expect(sessions.people.all().people).toHaveLength(1);
  });
  it("stays locked, comes back after a removal, and never is somebody who has a password here", async () => {
    const { who } = await signIn();
    const id = "id" in who ? who.id : "";
    sessions.people.lock(id, true, ADMINISTRATOR);
    await refused(signIn(), texts.lockedPerson);
    sessions.people.remove(id, ADMINISTRATOR);
    await signIn({ ...ANNA, preferred_username: "ADMINISTRATOR" });
    expect(sessions.people.all().people.map(({ name }) => name)).toEqual(["ADMINISTRATOR 2"]);
    const link = sessions.people.invite({ name: "bea", label: "", role: "admin", channels: null }).token;
    await sessions.invitations.accept(link, {
      pwd: "ihr Wort",
      otp: undefined,
      address: HERE,
      agent: undefined,
    });
    const { who: other } = await signIn({ ...ANNA, sub: "s-bea", preferred_username: "Bea", name: "" });
    expect(other).toMatchObject({ name: "Bea 2" });
    await expect(sessions.login("", HERE, { name: "Bea 2" })).rejects.toThrow(DeniedError);
  });
  it("cannot be changed or given a password here, nor be the last administrator", async () => {
    const { who } = await signIn({ ...ANNA, groups: "technik" });
    const id = "id" in who ? who.id : "";
    const { people } = sessions;
    expect(() => people.renewLink(id)).toThrow(ConflictError);
    const changed = { name: "anna", label: "", role: "admin" as Level, channels: null };
    expect(() => people.save(id, changed, ADMINISTRATOR)).toThrow(ConflictError);
    await expect(sessions.own.change(HERE, "", "neues Wort", undefined, who)).rejects.toThrow(ConflictError);
    await expect(sessions.own.beginFactor("s", HERE, "", who)).rejects.toThrow(ConflictError);
    expect(() => people.saveOwner({ name: "Administrator", locked: true }, who)).toThrow(ConflictError);
    expect(people.any).toBe(false);
  });
  it("has a second factor where the role demands one", async () => {
    sessions.people.saveDemand(["operate"], ADMINISTRATOR);
    await refused(signIn(), texts.noFactor);
    await refused(signIn({ ...ANNA, amr: ["pwd"] }), texts.noFactor);
    await signIn({ ...ANNA, amr: ["pwd", "otp"] });
    set({ trust_factor: true });
    await signIn();
  });
  it("is refused where there are too many people", async () => {
    for (let i = 0; i < LIMITS.people; i += 1)
      sessions.people.invite({ name: `p${i}`, label: "", role: "see", channels: null });
    await expect(signIn()).rejects.toThrow(ConflictError);
  });
});

describe("a service that is not what it says", () => {
  it.each([
    ["issuer", { iss: "https://other.example.com" }],
    ["audience", { aud: "another" }],
    ["nonce", { nonce: "another" }],
    ["missing nonce", { nonce: undefined }],
  ])("signs in nobody by a token with another %s", async (_, change) => {
    issuer.signed = (usual) => ({ ...usual, ...change });
    await refused(signIn(), texts.notTrusted);
    expect(sessions.people.all().people).toEqual([]);
  });
  it("signs in nobody by a key that it does not tell", async () => {
    issuer.signByForeignKey();
    await refused(signIn(), texts.notTrusted);
  });
  it("may change its keys between two sign-ins, and while one is under way", async () => {
    await signIn();
    issuer.rotate();
    await signIn();
    const { binding, url } = await directory.begin(HERE);
    const query = issuer.consent(url, ANNA);
    issuer.rotate();
    await directory.finish({ address: HERE, binding, query });
  });
  it.each(SKEWS)("signs in nobody with a clock that is %i s off, and says so", async (seconds) => {
    issuer.signed = (usual) => ({ ...usual, exp: Number(usual["iat"]) + 20, nbf: usual["iat"] });
    clock.jump(seconds * 1_000);
    await refused(signIn(), texts.clocks);
  });
  it.each([50, -50])("signs in with a clock that is %i s off", async (seconds) => {
    issuer.signed = (usual) => ({ ...usual, nbf: usual["iat"] });
    clock.jump(seconds * 1_000);
    await signIn();
  });
  it("is not asked at a host that nobody named, nor are browsers sent there", async () => {
    for (const endpoint of ["authorization_endpoint", "token_endpoint", "jwks_uri"]) {
      issuer.about = (usual) => ({ ...usual, [endpoint]: "http://127.0.0.2:9/x" });
      directory.changed();
      await expect(signIn()).rejects.toThrow(UnavailableError);
      expect(logged(), endpoint).toContain(texts.foreignHost("127.0.0.2:9"));
    }
    issuer.about = (usual) => ({ ...usual, authorization_endpoint: "javascript:alert(1)" });
    directory.changed();
    await expect(directory.begin(HERE)).rejects.toThrow(UnavailableError);
    issuer.about = (usual) => ({ ...usual, issuer: "http://127.0.0.1:9" });
    directory.changed();
    await expect(directory.begin(HERE)).rejects.toThrow(UnavailableError);
  });
  it("says no, and that is told", async () => {
    const { binding, url } = await directory.begin(HERE);
    const { searchParams } = new URL(url);
    const query = `error=access_denied&state=${searchParams.get("state")}`;
    await refused(directory.finish({ address: HERE, binding, query }), texts.refused);
  });
});

describe("a service that fails", () => {
  it("at the start is asked again by the next who signs in", async () => {
    await issuer.stop();
    await refused(directory.begin(HERE), texts.unavailable);
    await issuer.start();
    await signIn();
  });
  it("soon after somebody signed in sends no browser there, and says the way by password", async () => {
    await signIn();
    clock.advance(3_000);
    await issuer.stop();
    await refused(directory.begin(HERE), texts.unavailable);
    expect(texts.unavailable).toMatch(/Passwort dieses Geräts/);
    await issuer.start();
    await signIn();
  });
  it("while somebody signs in leaves nothing behind, and the next one gets in", async () => {
    const { binding, url } = await directory.begin(HERE);
    const query = issuer.consent(url, ANNA);
    await issuer.stop();
    await refused(directory.finish({ address: HERE, binding, query }), texts.unavailable);
    await issuer.start();
    await signIn();
  });
  it.each([
    ["garbage", (answer) => answer.writeHead(200, { "content-type": "application/json" }).end("<html>{")],
    ["a page", (answer) => answer.writeHead(200, { "content-type": "text/html" }).end("<html>")],
    ["null", (answer) => answer.writeHead(200, { "content-type": "application/json" }).end("null")],
    ["an error", (answer) => answer.writeHead(500).end()],
    ["a redirection", (answer) => answer.writeHead(302, { location: "http://127.0.0.1:1/" }).end()],
    ["nothing in time", () => undefined],
    ["half an answer", (answer) => void answer.writeHead(200, { "content-length": 100 }).write("{")],
    ["10 MB", (answer) => answer.writeHead(200).end(Buffer.alloc(10_000_000, "a"))],
  ] satisfies [string, (answer: import("node:http").ServerResponse) => unknown][])(
    "answers %s: nobody is signed in, wherever it does so",
    async (_, spoilt) => {
      for (const at of ["/.well-known/openid-configuration", "/token", "/jwks"]) {
        issuer.spoil = (asked, answer) => asked === at && (spoilt(answer), true);
        directory.changed();
        await expect(signIn(ANNA, `10.0.1.${at.length}`), at).rejects.toThrow(/Verzeichnisdienst/);
      }
      expect(sessions.people.all().people).toEqual([]);
      issuer.spoil = () => false;
      directory.changed();
      await signIn();
    },
  );
  it("is asked once by all who begin at the same time", async () => {
    await Promise.all(Array.from({ length: 20 }, (_, i) => directory.begin(`10.0.2.${i}`)));
    expect(issuer.asked).toEqual(["/.well-known/openid-configuration"]);
  });
});

describe("an answer that was not asked for here", () => {
  it("counts once, in the browser that began, within ten minutes", async () => {
    const { binding, url } = await directory.begin(HERE);
    const query = issuer.consent(url, ANNA);
    await refused(directory.finish({ address: HERE, binding: "another", query }), texts.notBegun);
    await refused(directory.finish({ address: HERE, binding, query }), texts.notBegun);

    const second = await directory.begin(HERE);
    const back = { address: HERE, binding: second.binding, query: issuer.consent(second.url, ANNA) };
    await directory.finish(back);
    await refused(directory.finish(back), texts.notBegun);

    const late = await directory.begin(HERE);
    const lateQuery = issuer.consent(late.url, ANNA);
    clock.advance(600_000);
    await refused(
      directory.finish({ address: HERE, binding: late.binding, query: lateQuery }),
      texts.notBegun,
    );
    await refused(directory.finish({ address: HERE, binding, query: "" }), texts.notBegun);
  });
  it.each([
    ["vouches for", "/token"],
    ["tells of itself, which is what is begun by", "/.well-known/openid-configuration"],
  ])("counts no more where another service is set up while the one before %s", async (_, at) => {
    const other = "https://other.example.com";
    issuer.spoil = (asked) => {
      if (asked === at) set({ issuer: other, otherwise: "admin" });
      return false;
    };
    await refused(signIn(), texts.notBegun);
    expect(sessions.people.all().people).toEqual([]);
    expect(settings.read().issuer).toBe(other);
  });
  it("with a code of another sign-in opens nothing", async () => {
    const hers = await directory.begin(HERE);
    const stolen = new URLSearchParams(issuer.consent(hers.url, ANNA));
    const his = await directory.begin("10.0.0.9");
    const query = new URLSearchParams(issuer.consent(his.url, { sub: "s-kai" }));
    query.set("code", stolen.get("code") ?? "");
    const attempt = directory.finish({ address: "10.0.0.9", binding: his.binding, query: query.toString() });
    await refused(attempt, texts.refused);
  });
  it("is braked by address after five that were refused", async () => {
    for (let i = 0; i < LIMITS.loginFailures; i += 1) await refused(signIn({ sub: "x" }), texts.noRole);
    await expect(signIn()).rejects.toMatchObject({ retryAfter: 30 });
    await signIn(ANNA, "10.0.0.2");
  });
  it("sends browsers back to this device's own address alone", async () => {
    const { url } = await directory.begin(HERE);
    expect(new URL(url).searchParams.get("redirect_uri")).toBe("https://hub.example.com/sign-in/directory");
  });
});

describe("the settings", () => {
  it("tell no secret, and keep it for the same service only", () => {
    expect(JSON.stringify(settings.told())).not.toContain(issuer.secret);
    const { client_secret: _, ...open } = given();
    settings.write(open, 0);
    expect(settings.read().client_secret).toBe(issuer.secret);
    settings.write({ ...open, issuer: "https://other.example.com" }, 0);
    expect(settings.told().has_client_secret).toBe(false);
  });
  it.each([
    { issuer: "http://login.example.com" },
    { issuer: "https://a:b@login.example.com" },
    { issuer: "https://login.example.com/?x" },
    { issuer: "file:///etc/passwd" },
    { issuer: "" },
    { address: "http://hub.example.com" },
    { address: "https://hub.example.com/path" },
    { address: "javascript:alert(1)" },
    { client_id: "" },
    { roles: [{ value: "x", role: "admin" as const, channels: ["a.*"] }] },
  ])("refuse %o", (wrong) => {
    expect(() => settings.write(given(wrong), 0)).toThrow(InvalidInputError);
  });
  it("offer nothing, and take nothing up, while it is off", async () => {
    const { binding, url } = await directory.begin(HERE);
    const query = issuer.consent(url, ANNA);
    expect(directory.offered()).toMatchObject({ label: texts.button });
    set({ active: false, issuer: "" });
    expect(directory.offered()).toBeUndefined();
    await refused(directory.begin(HERE), texts.off);
    await refused(directory.finish({ address: HERE, binding, query }), texts.off);
  });
});
