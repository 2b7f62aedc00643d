import { LIMITS } from "@hubwart/contract";
import { DeniedError, ManualClock, MemoryLogSink } from "@hubwart/core";
import { DECOY, type Hasher } from "@hubwart/core/sign-in";
import { FLEET_LIMITS } from "@hubwart/fleet";
import { beforeEach, describe, expect, it } from "vitest";
import type { People } from "../register/people.ts";
import type { Session, Sessions } from "../register/sessions.ts";
import { FakeRegister } from "../testing/fake-register.ts";
import { openSignIn, plainHasher } from "../testing/sign-in.ts";
import type { SignIn } from "./sign-in.ts";

const HERE = "192.0.2.1";
let register: FakeRegister;
let clock: ManualClock;
let people: People;
let sessions: Sessions;
let signIn: SignIn;
let sink: MemoryLogSink;
let judged: string[];
let anna: string;
const hasher: Hasher = {
  ...plainHasher,
  verify: async (phc, password) => {
    judged.push(phc);
    return await plainHasher.verify(phc, password);
  },
};
const open = async () => {
  ({ people, sessions, signIn } = await openSignIn(register, { clock, sink, hasher }));
};
beforeEach(async () => {
  [register, clock, sink, judged] = [new FakeRegister(), new ManualClock(), new MemoryLogSink(), []];
  ({ people, sessions } = await register.open(clock));
  const { id, link } = await people.create("Anna", "admin", "link");
  anna = id;
  await people.accept(link?.token ?? "", "hash of geheim-1");
  await open();
});
const right = (address = HERE) => signIn.byPassword("Anna", "geheim-1", address);
const wrong = (name = "Anna", address = HERE) =>
  signIn.byPassword(name, "falsch-11", address).then(
    () => expect.fail("was let in"),
    (error: unknown) => error as DeniedError,
  );
const sessionOf = (secret: string): Session => sessions.find(secret) ?? expect.fail();

describe("name and password", () => {
  it("begin a session, in whatever spelling of the name", async () => {
    for (const name of ["Anna", " anna", "ANNA"]) {
      const { secret } = await signIn.byPassword(name, "geheim-1", HERE);
      expect(sessionOf(secret).account.id).toBe(anna);
    }
    expect(people.get(anna)).toMatchObject({ seen: clock.now(), address: HERE });
  });
  it("that are wrong are answered alike, after the same work, whoever there is", async () => {
    await people.create("Bert", "see", "link");
    await people.create("Programm", "see", "token");
    judged = [];
    const told = [];
    for (const name of ["Anna", "niemand", "Bert", "Programm", ""]) {
      const { message, retryAfter } = await wrong(name);
      told.push([message, retryAfter]);
    }
    expect(told).toEqual(told.map(() => ["Name oder Passwort ist falsch.", undefined]));
    expect(judged).toEqual(["hash of geheim-1", DECOY, DECOY, DECOY, DECOY]);
  });
  it("are in no log", async () => {
    await wrong("mein-Passwort-als-Name");
    await right();
    expect(JSON.stringify(sink.entries)).not.toMatch(/falsch-11|geheim|mein-Passwort/);
  });
});

describe("guessing", () => {
  it("at one name from one address is stopped after five, for longer each time, and nobody else notices", async () => {
    for (let n = 0; n < 5; n += 1) expect((await wrong()).retryAfter).toBeUndefined();
    expect((await wrong()).retryAfter).toBe(30);
    judged = [];
    await expect(right()).rejects.toMatchObject({ retryAfter: 30 });
    expect(judged).toEqual([]);
    await right("192.0.2.2");
    clock.advance(30_000);
    expect((await wrong()).retryAfter).toBeUndefined();
    expect((await wrong()).retryAfter).toBe(60);
    clock.advance(60_000);
    await right();
    expect((await wrong()).retryAfter).toBeUndefined();
  });
  it("in a burst counts as one after the other", async () => {
    const burst = await Promise.all(Array.from({ length: 8 }, () => wrong()));
    expect(burst.filter(({ retryAfter }) => retryAfter === undefined)).toHaveLength(5);
    expect(judged).toHaveLength(5);
  });
  it("at many names from one address is stopped too, but for who came from there before", async () => {
    await right();
    for (let n = 0; n < 20; n += 1) await wrong(`name ${n}`);
    expect((await wrong("noch einer")).retryAfter).toBeGreaterThan(0);
    await right();
    await people.create("Bert", "see", "link");
    expect((await wrong("Bert")).retryAfter).toBeGreaterThan(0);
  });
  it("at one name from many addresses is slowed down, and never for good", async () => {
    for (let n = 0; n < 30; n += 1) await wrong("Anna", `198.51.100.${n}`);
    const { retryAfter } = await wrong("Anna", "203.0.113.1");
    expect(retryAfter).toBe(30);
    await expect(right("203.0.113.2")).rejects.toMatchObject({ retryAfter: 30 });
    for (let n = 0; n < 20; n += 1) {
      clock.advance(60_000);
      await wrong("Anna", `203.0.113.${n + 10}`);
    }
    expect((await wrong("Anna", "203.0.113.1")).retryAfter).toBeLessThanOrEqual(60);
    clock.advance(60_000);
    await right("203.0.113.2");
  });
  it("keeps nobody out who signed in from there before, also before a restart", async () => {
    await right();
    await register.scope.end();
    await open();
    for (let n = 0; n < 31; n += 1) await wrong("Anna", `198.51.100.${n}`);
    await right();
  });
});

describe("while the database takes nothing", () => {
  it("a right password says so, and counts as no failure", async () => {
    register.away = true;
    for (let n = 0; n < 8; n += 1) await expect(right()).rejects.toThrow("away");
    register.away = false;
    expect(sessionOf((await right()).secret).account.id).toBe(anna);
  });
  it("wrong ones are counted all the same", async () => {
    register.away = true;
    for (let n = 0; n < 5; n += 1) await wrong();
    register.away = false;
    await expect(right()).rejects.toMatchObject({ retryAfter: 30 });
  });
});

describe("a token", () => {
  it("begins a session that ends with it", async () => {
    const { token } = await people.renewToken(anna);
    const { secret } = await signIn.byToken(` ${token}\n`);
    expect(sessionOf(secret).account.id).toBe(anna);
    await people.renewToken(anna);
    expect(sessions.find(secret)).toBeUndefined();
    await expect(signIn.byToken(token)).rejects.toThrow(DeniedError);
  });
});

describe("one's own password", () => {
  const change = (session: Session, next: string, old?: string, address = HERE) =>
    signIn.change(session, { old, next }, address);
  it("is changed with the present one, and ends all sessions but the new one", async () => {
    const [mine, elsewhere] = [(await right()).secret, (await right()).secret];
    const { secret } = await change(sessionOf(mine), "geheim-2", "geheim-1");
    expect([sessions.find(mine), sessions.find(elsewhere)]).toEqual([undefined, undefined]);
    expect(sessionOf(secret).account.id).toBe(anna);
    expect((await wrong()).message).toContain("falsch");
    await signIn.byPassword("Anna", "geheim-2", HERE);
  });
  it("is not changed without it, and guessing at it is stopped", async () => {
    const session = sessionOf((await right()).secret);
    for (const old of [undefined, "", "x", "y", "z"])
      await expect(change(session, "geheim-2", old)).rejects.toMatchObject({ fields: [{ field: "old" }] });
    await expect(change(session, "geheim-2", "geheim-1")).rejects.toMatchObject({ retryAfter: 30 });
    expect(people.get(anna)?.password).toBe("hash of geheim-1");
  });
  it("is set for the first time soon after signing in with a token, and later not", async () => {
    const { id, token = "" } = await people.create("Verwaltung", "admin", "token");
    const late = sessionOf((await signIn.byToken(token)).secret);
    await expect(change({ ...late, age: FLEET_LIMITS.firstPassword }, "geheim-2")).rejects.toThrow(
      "noch einmal mit dem Token",
    );
    await change(late, "geheim-2");
    expect(people.get(id)?.password).toBe("hash of geheim-2");
    // From then on with the present one, also for who came with the token.
    const again = sessionOf((await signIn.byToken(token)).secret);
    await expect(change(again, "geheim-3")).rejects.toMatchObject({ fields: [{ field: "old" }] });
  });
});

describe("a link", () => {
  it("sets a password and signs in, once", async () => {
    const { link } = await people.create("Bert", "see", "link");
    const secret = link?.token ?? "";
    expect(signIn.invited(secret).account.name).toBe("Bert");
    const both = await Promise.allSettled([
      signIn.accept(secret, { pwd: "geheim-2", otp: undefined }, HERE),
      signIn.accept(secret, { pwd: "geheim-3", otp: undefined }, HERE),
    ]);
    expect(both.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    await signIn.byPassword("Bert", "geheim-2", HERE);
    expect(() => signIn.invited(secret)).toThrow("gilt nicht mehr");
  });
  it("costs no hash where it is none", async () => {
    let hashed = 0;
    const counting = { ...hasher, hash: async () => `${(hashed += 1)}` };
    const { signIn: other } = await openSignIn(register, { clock, hasher: counting });
    await expect(other.accept("x", { pwd: "geheim-2", otp: undefined }, HERE)).rejects.toThrow(
      "gilt nicht mehr",
    );
    expect(hashed).toBe(0);
  });
});

it("a lock lasts no longer than at a hub", async () => {
  for (let n = 0; n < 30; n += 1) {
    clock.advance(LIMITS.loginLockMax);
    await wrong();
  }
  expect((await wrong()).retryAfter ?? 0).toBeLessThanOrEqual(LIMITS.loginLockMax / 1_000);
});
