/** The code besides the password at a central: set up, asked for, used up, braked, demanded, and taken away. */
import { CODES, LIMITS } from "@hubwart/contract";
import { ConflictError, DeniedError, ManualClock, MemoryLogSink, ResultError } from "@hubwart/core";
import { codeOf, stepAt } from "@hubwart/core/sign-in";
import { beforeEach, describe, expect, it } from "vitest";
import type { People } from "../register/people.ts";
import type { Session, Sessions } from "../register/sessions.ts";
import { FakeRegister } from "../testing/fake-register.ts";
import { openSignIn } from "../testing/sign-in.ts";
import type { SignIn } from "./sign-in.ts";

const HERE = "192.0.2.1";
const PASSWORD = "geheim-1";
const STEP = 30_000;
const HOUR = 3_600_000;
let register: FakeRegister;
let clock: ManualClock;
let people: People;
let sessions: Sessions;
let signIn: SignIn;
let sink: MemoryLogSink;
let key: Buffer;
let anna: string;
let boss: string;
let secret: string;
let recovery: string[];

async function open(): Promise<void> {
  ({ people, sessions, signIn } = await openSignIn(register, { clock, sink, key }));
}
async function person(name: string, level: "admin" | "see"): Promise<string> {
  const { id, link } = await people.create(name, level, "link");
  await people.accept(link?.token ?? "", `hash of ${PASSWORD}`);
  return id;
}
const sessionOf = (given: string): Session => sessions.find(given) ?? expect.fail("no session");
const code = (offset = 0, of = secret) => codeOf(of, stepAt(clock.now() + offset));
const enter = (otp?: string, { address = HERE, name = "Anna", pwd = PASSWORD } = {}) =>
  signIn.byPassword(name, pwd, address, otp);
/** What an attempt is refused with. */
async function refusal(attempt: Promise<unknown>): Promise<number | string> {
  try {
    await attempt;
    return "in";
  } catch (error) {
    if (error instanceof ResultError) return error.code;
    if (error instanceof DeniedError) return error.retryAfter === undefined ? 401 : 429;
    if (error instanceof ConflictError) return 409;
    return error instanceof Error ? error.message : "?";
  }
}
async function switchOn(name = "Anna"): Promise<{ secret: string; recovery: string[]; session: string }> {
  const session = sessionOf((await enter(undefined, { name })).secret);
  const told = await signIn.beginFactor(session, PASSWORD, HERE);
  const done = await signIn.confirmFactor(session, code(0, told), HERE);
  return { secret: told, recovery: done.recovery, session: done.secret };
}
beforeEach(async () => {
  [register, clock, sink, key] = [
    new FakeRegister(),
    new ManualClock(Date.UTC(2026, 10, 28, 10)),
    new MemoryLogSink(),
    Buffer.alloc(32, 7),
  ];
  await open();
  [boss, anna] = [await person("Boss", "admin"), await person("Anna", "admin")];
  ({ recovery, secret } = await switchOn());
  clock.advance(2 * STEP);
});

describe("switching it on", () => {
  it("asks for the password, and for a code within ten minutes, in the same session", async () => {
    const mine = sessionOf((await enter(undefined, { name: "Boss" })).secret);
    const other = sessionOf((await enter(undefined, { name: "Boss" })).secret);
    expect(await refusal(signIn.beginFactor(mine, "falsch", HERE))).toBe(CODES.wrongPassword);
    const told = await signIn.beginFactor(mine, PASSWORD, HERE);
    expect(await refusal(signIn.confirmFactor(other, code(0, told), HERE))).toBe(409);
    expect(await refusal(signIn.confirmFactor(mine, "000000", HERE))).toBe(CODES.wrongCode);
    expect(people.get(boss)?.factor).toBeUndefined();
    clock.advance(600_000);
    expect(await refusal(signIn.confirmFactor(mine, code(0, told), HERE))).toBe(409);
    expect(await refusal(enter(undefined, { name: "Boss" }))).toBe("in");
  });
  it("ends all other sessions, and keeps neither the secret nor the codes in clear", async () => {
    const before = (await enter(undefined, { name: "Boss" })).secret;
    const { recovery: codes, secret: told, session } = await switchOn("Boss");
    expect([sessions.find(before), sessions.find(session)?.account.name]).toEqual([undefined, "Boss"]);
    expect(new Set(codes).size).toBe(LIMITS.recoveryCodes);
    const stored = JSON.stringify([register.people, sink.entries]);
    for (const one of [told, secret, ...codes, ...codes.map((each) => each.replaceAll("-", ""))])
      expect(stored).not.toContain(one);
    const again = signIn.beginFactor(sessionOf(session), PASSWORD, HERE);
    expect(await refusal(again)).toBe(409);
  });
  it("needs a password first", async () => {
    const { token = "" } = await people.create("Programm", "see", "token");
    const session = sessionOf((await signIn.byToken(token)).secret);
    expect(await refusal(signIn.beginFactor(session, "", HERE))).toBe(409);
  });
  it("with the database away says so, and goes on with the same secret; where nobody heard of it, it is on", async () => {
    const session = sessionOf((await enter(undefined, { name: "Boss" })).secret);
    const told = await signIn.beginFactor(session, PASSWORD, HERE);
    register.away = true;
    expect(await refusal(signIn.confirmFactor(session, code(0, told), HERE))).toBe("away");
    register.away = false;
    register.unheard = true;
    expect(await refusal(signIn.confirmFactor(session, code(0, told), HERE))).toBe("lost");
    register.unheard = false;
    // The app has the secret: nobody is locked out, and other recovery codes are a call away.
    expect(await refusal(enter(undefined, { name: "Boss" }))).toBe(CODES.secondFactorNeeded);
    clock.advance(STEP);
    expect(await refusal(enter(code(0, told), { name: "Boss" }))).toBe("in");
  });
});

describe("signing in", () => {
  it("asks for a code after the right password alone", async () => {
    expect(await refusal(enter())).toBe(CODES.secondFactorNeeded);
    expect(await refusal(enter(undefined, { pwd: "falsch" }))).toBe(401);
    expect(await refusal(enter(code(), { pwd: "falsch" }))).toBe(401);
    expect(await refusal(enter(code()))).toBe("in");
  });
  it("takes a code once, also after a restart and for two at the same moment", async () => {
    const used = code();
    const both = await Promise.all([refusal(enter(used)), refusal(enter(used, { address: "192.0.2.2" }))]);
    expect(both).toEqual(["in", 401]);
    await open();
    expect(await refusal(enter(used))).toBe(401);
    clock.advance(STEP);
    expect(await refusal(enter(code()))).toBe("in");
  });
  it("takes a code of which another central has just taken the same for used", async () => {
    const known = people.get(anna) ?? expect.fail();
    const used = { step: stepAt(clock.now()) };
    const factor = known.factor ?? expect.fail();
    const both = [await people.useFactor(anna, factor, used), await people.useFactor(anna, factor, used)];
    expect(both).toEqual([true, false]);
    expect(await refusal(enter(code()))).toBe(401);
  });
  it("stands a clock that is ahead by half a minute; by hours only recovery codes open, and nobody stays out", async () => {
    const right = code();
    clock.jump(STEP);
    expect(await refusal(enter(right))).toBe("in");
    clock.jump(5 * HOUR);
    expect(await refusal(enter(codeOf(secret, stepAt(clock.now() - 5 * HOUR))))).toBe(401);
    expect(await refusal(enter(recovery[0]))).toBe("in");
    expect(await refusal(enter(code()))).toBe("in");
    clock.jump(-5 * HOUR);
    clock.advance(2 * STEP);
    expect(await refusal(enter(code()))).toBe("in");
  });
  it("takes each recovery code once, and says how many are left", async () => {
    expect((await enter(recovery[0]?.toLowerCase())).recoveryLeft).toBe(LIMITS.recoveryCodes - 1);
    expect(await refusal(enter(recovery[0]))).toBe(401);
    await open();
    expect(await refusal(enter(recovery[0]))).toBe(401);
    expect((await enter(recovery[1])).recoveryLeft).toBe(LIMITS.recoveryCodes - 2);
  });
  it("counts wrong codes against their address, and the right password lifts nothing of it", async () => {
    for (let n = 0; n < LIMITS.loginFailures; n += 1) {
      expect(await refusal(enter())).toBe(CODES.secondFactorNeeded);
      expect(await refusal(enter("000000"))).toBe(401);
    }
    expect(await refusal(enter(code()))).toBe(429);
    expect(await refusal(enter())).toBe(429);
    await open();
    expect(await refusal(enter(code()))).toBe(429);
    clock.advance(STEP);
    expect(await refusal(enter(code()))).toBe("in");
  });
  it("is braked over all addresses for who knows the password, but for who was in from there and recovery codes", async () => {
    expect(await refusal(enter(code(), { address: "192.0.2.77" }))).toBe("in");
    const outcomes = [];
    for (let n = 0; n < 12; n += 1)
      outcomes.push(await refusal(enter("000000", { address: `198.51.100.${n}` })));
    expect(outcomes.filter((one) => one === 401)).toHaveLength(LIMITS.loginFailures);
    await open();
    expect(await refusal(enter("000000", { address: "198.51.100.99" }))).toBe(429);
    expect(await refusal(enter(recovery[0], { address: "198.51.100.200" }))).toBe("in");
    expect(await refusal(enter(code(STEP), { address: HERE }))).toBe("in");
  });
  it("with the database away is refused as that, which counts as no failure, and uses nothing up", async () => {
    register.away = true;
    for (let n = 0; n < 8; n += 1) expect(await refusal(enter(code()))).toBe("away");
    register.away = false;
    expect(await refusal(enter(code()))).toBe("in");
  });
  it("with keys that were lost asks all the same, and recovery codes open", async () => {
    key = Buffer.alloc(32, 8);
    await open();
    expect(await refusal(enter(code()))).toBe(401);
    expect(await refusal(enter(recovery[0]))).toBe("in");
  });
  it("by a token asks for none", async () => {
    const { token } = await people.renewToken(anna);
    expect(sessionOf((await signIn.byToken(token)).secret).account.id).toBe(anna);
  });
});

describe("it stays", () => {
  const mine = async () => sessionOf((await enter(code())).secret);
  it("with another password of one's own", async () => {
    await signIn.change(await mine(), { old: PASSWORD, next: "geheim-2" }, HERE);
    expect(await refusal(enter(undefined, { pwd: "geheim-2" }))).toBe(CODES.secondFactorNeeded);
  });
  it("until password and code say otherwise; guessing the code there is braked", async () => {
    const session = await mine();
    const off = (otp: string, pwd = PASSWORD) => signIn.factorOff(session, { pwd, otp }, HERE);
    clock.advance(STEP);
    expect(await refusal(off(code(), "falsch"))).toBe(CODES.wrongPassword);
    for (let n = 0; n < LIMITS.loginFailures; n += 1)
      expect(await refusal(off("000000"))).toBe(CODES.wrongCode);
    expect(await refusal(off(code()))).toBe(429);
    clock.advance(STEP);
    expect(await refusal(off(code()))).toBe("in");
    expect(sessions.find(session.hash)).toBeUndefined();
    expect(await refusal(enter())).toBe("in");
  });
  it("with other recovery codes, of which those of before are worth nothing", async () => {
    const session = await mine();
    clock.advance(STEP);
    const fresh = await signIn.renewRecovery(session, { pwd: PASSWORD, otp: code() }, HERE);
    expect(await refusal(enter(recovery[0]))).toBe(401);
    expect(await refusal(enter(fresh[0]))).toBe("in");
  });
  it("with a reset password: the link alone opens nothing", async () => {
    const { link } = await people.renewLink(anna, boss);
    const accept = (otp?: string) => signIn.accept(link.token, { pwd: "geheim-3", otp }, HERE);
    expect(signIn.invited(link.token)).toMatchObject({ secret: undefined });
    expect(await refusal(accept())).toBe(CODES.secondFactorNeeded);
    expect(await refusal(accept("000000"))).toBe(401);
    expect(await refusal(enter(undefined, { pwd: "geheim-3" }))).toBe(401);
    expect((await accept(code())).recovery).toBeUndefined();
    clock.advance(STEP);
    expect(await refusal(enter(code(), { pwd: "geheim-3" }))).toBe("in");
  });
});

describe("who lost the phone", () => {
  it("comes in by the password again once another administrator took it away, and what was open ends", async () => {
    const open = (await enter(code())).secret;
    await expect(people.removeFactor(anna, anna)).rejects.toThrow(ConflictError);
    expect(await people.removeFactor(anna, boss)).toMatchObject({ name: "Anna" });
    expect(sessions.find(open)).toBeUndefined();
    expect(await refusal(enter())).toBe("in");
    await expect(people.removeFactor(anna, boss)).rejects.toThrow(ConflictError);
  });
  it("is not let in by a sign-in that began before", async () => {
    const factor = people.get(anna)?.factor ?? expect.fail();
    await people.removeFactor(anna, boss);
    expect(await people.useFactor(anna, factor, { step: 5 })).toBe(false);
    // Another one since, of the same half minute.
    const stamp = people.get(anna)?.stamp ?? "";
    await people.setFactor(anna, { ...factor, sealed: "another" }, stamp);
    expect(await people.useFactor(anna, factor, { step: factor.step + 1 })).toBe(false);
  });
});

describe("where a level needs it", () => {
  it("who has none is not let in by the password, open sessions end, and a link sets one up", async () => {
    const held = (await enter(undefined, { name: "Boss" })).secret;
    await people.setDemand(["admin"], anna);
    expect(sessions.find(held)).toBeUndefined();
    expect(await refusal(enter(undefined, { name: "Boss" }))).toBe(CODES.factorMissing);
    const { link } = await people.renewLink(boss, anna);
    const { secret: told = "" } = signIn.invited(link.token);
    expect(signIn.invited(link.token).secret).toBe(told);
    const accept = (otp?: string) => signIn.accept(link.token, { pwd: "geheim-3", otp }, HERE);
    expect(await refusal(accept())).toBe(CODES.wrongCode);
    expect((await accept(code(0, told))).recovery).toHaveLength(LIMITS.recoveryCodes);
    clock.advance(STEP);
    expect(await refusal(enter(code(0, told), { name: "Boss", pwd: "geheim-3" }))).toBe("in");
    expect(await refusal(enter(undefined, { name: "Boss", pwd: "geheim-3" }))).toBe(CODES.secondFactorNeeded);
  });
  it("nobody shuts himself out, nor switches it off", async () => {
    await expect(people.setDemand(["admin"], boss)).rejects.toThrow("Schalten Sie zuerst");
    expect(people.demand).toEqual([]);
    await people.setDemand(["admin", "see"], anna);
    // Somebody else would be left who manages the central.
    await people.renewToken(boss);
    const session = sessionOf((await enter(code())).secret);
    clock.advance(STEP);
    expect(await refusal(signIn.factorOff(session, { pwd: PASSWORD, otp: code() }, HERE))).toBe(409);
    expect(people.get(anna)?.factor).toBeDefined();
  });
  it("the last one who can sign in keeps it", async () => {
    await people.setDemand(["admin"], anna);
    await expect(people.removeFactor(anna, boss)).rejects.toThrow("niemand mehr anmelden");
    await people.renewToken(boss);
    await people.removeFactor(anna, boss);
    await expect(people.removeToken(boss)).rejects.toThrow("niemand mehr anmelden");
  });
  it("is as before for all other levels, and after a restart", async () => {
    await person("Gast", "see");
    await people.setDemand(["admin"], anna);
    await open();
    expect(people.demand).toEqual(["admin"]);
    expect(await refusal(enter(undefined, { name: "Gast" }))).toBe("in");
    expect(await refusal(enter(undefined, { name: "Boss" }))).toBe(CODES.factorMissing);
    await people.setDemand([], anna);
    expect(await refusal(enter(undefined, { name: "Boss" }))).toBe("in");
  });
});
