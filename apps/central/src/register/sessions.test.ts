import { LIMITS } from "@hubwart/contract";
import { DeniedError, ManualClock } from "@hubwart/core";
import { FLEET_LIMITS } from "@hubwart/fleet";
import { beforeEach, describe, expect, it } from "vitest";
import { FakeRegister } from "../testing/fake-register.ts";
import { type Account, tokenStamp } from "./account.ts";
import type { People } from "./people.ts";
import type { Sessions } from "./sessions.ts";

const MINUTE = 60_000;
let register: FakeRegister;
let clock: ManualClock;
let people: People;
let sessions: Sessions;
let anna: string;
let bert: string;
const reopen = async () => {
  ({ people, sessions } = await register.open(clock));
};
beforeEach(async () => {
  [register, clock] = [new FakeRegister(), new ManualClock()];
  await reopen();
  [anna, bert] = [await person("Anna"), await person("Bert")];
});

async function person(name: string): Promise<string> {
  const { id, link } = await people.create(name, "admin", "link");
  await people.accept(link?.token ?? "", "hash");
  return id;
}
const account = (id = anna): Account => people.get(id) ?? expect.fail();
const begin = (of = account()) => sessions.begin(of, of.stamp);
/** A restart, after what was still to be written. */
async function restart(): Promise<void> {
  await register.scope.end();
  await reopen();
}

describe("a session", () => {
  it("is known by its secret alone, of which the hash is kept", async () => {
    const secret = await begin();
    expect(sessions.find(secret)?.account.name).toBe("Anna");
    expect(JSON.stringify(register.sessions)).not.toContain(secret);
    const hash = String(register.sessions[0]?.["hash"]);
    for (const guess of [hash, "", "x", `${secret.slice(0, -1)}_`, `${secret}x`])
      expect(sessions.find(guess)).toBeUndefined();
  });
  it("ends five minutes after its last use, and no earlier", async () => {
    const secret = await begin();
    for (let n = 0; n < 10; n += 1) {
      clock.advance(LIMITS.tokenIdle - 1);
      expect(sessions.find(secret)).toBeDefined();
    }
    clock.advance(LIMITS.tokenIdle);
    expect(sessions.find(secret)).toBeUndefined();
  });
  it("ends twelve hours after it began, also while it is used", async () => {
    const secret = await begin();
    for (let at = 0; at < FLEET_LIMITS.sessionLongest; at += MINUTE) {
      expect(sessions.find(secret)).toBeDefined();
      clock.advance(MINUTE);
    }
    expect(sessions.find(secret)).toBeUndefined();
  });
  it.each([-400, 400])("follows no wall clock that is set by %i days", async (days) => {
    const secret = await begin();
    clock.jump(days * 86_400_000);
    expect(sessions.find(secret)).toBeDefined();
    clock.advance(LIMITS.tokenIdle);
    expect(sessions.find(secret)).toBeUndefined();
  });
  it("goes on after a restart from where it was, in use and in age", async () => {
    const [used, old] = [await begin(), await begin()];
    clock.advance(LIMITS.tokenIdle - 2 * MINUTE);
    sessions.find(used);
    await restart();
    clock.advance(2 * MINUTE);
    expect([sessions.find(used)?.account.name, sessions.find(old)]).toEqual(["Anna", undefined]);
    for (let at = 0; at < FLEET_LIMITS.sessionLongest - LIMITS.tokenIdle; at += MINUTE) {
      clock.advance(MINUTE);
      sessions.find(used);
      if (at % (60 * MINUTE) === 0) await restart();
    }
    clock.advance(MINUTE);
    expect(sessions.find(used)).toBeUndefined();
  });
  it("ends at once where it is signed out, also while the database is away, and does not come back", async () => {
    const [secret, other] = [await begin(), await begin()];
    register.away = true;
    await sessions.end(sessions.find(secret)?.hash ?? "");
    expect(sessions.find(secret)).toBeUndefined();
    register.away = false;
    await restart();
    expect([sessions.find(secret), sessions.find(other)?.account.name]).toEqual([undefined, "Anna"]);
  });
  it("is none while the database takes nothing", async () => {
    register.away = true;
    await expect(begin()).rejects.toThrow("away");
    register.away = false;
    expect(sessions.find(await begin())).toBeDefined();
  });
});

describe("what a person has no longer", () => {
  it.each([
    ["another level", () => people.setLevel(anna, "see", bert)],
    ["a new link", () => people.renewLink(anna, bert)],
    ["another password", () => people.setPassword(anna, "other", account().stamp)],
    ["removal", () => people.remove(anna, bert)],
  ])("has no session: after %s", async (_what, change) => {
    const [secret, other] = [await begin(), await begin(account(bert))];
    await change();
    expect([sessions.find(secret), sessions.find(other)?.account.name]).toEqual([undefined, "Bert"]);
    await restart();
    expect(sessions.find(secret)).toBeUndefined();
  });
  it("begins none, whoever was faster", async () => {
    const before = account();
    await people.setPassword(anna, "other", before.stamp);
    await expect(begin(before)).rejects.toThrow(DeniedError);
  });
  it("ends what a token began with the token, and nothing else", async () => {
    await people.renewToken(anna);
    const [byToken, byPassword] = [await sessions.begin(account(), tokenStamp(account())), await begin()];
    expect(sessions.find(byToken)?.account.name).toBe("Anna");
    await people.renewToken(anna);
    expect([sessions.find(byToken), sessions.find(byPassword)?.account.name]).toEqual([undefined, "Anna"]);
    const again = await sessions.begin(account(), tokenStamp(account()));
    await people.removeToken(anna);
    expect(sessions.find(again)).toBeUndefined();
  });
});

describe("many sessions", () => {
  it("of one person take no place of another", async () => {
    const first = await begin(account(bert));
    const own = [];
    for (let n = 0; n < 40; n += 1) {
      clock.advance(1);
      own.push(await begin());
    }
    expect(sessions.find(first)).toBeDefined();
    expect(own.filter((secret) => sessions.find(secret))).toHaveLength(32);
    expect(sessions.find(own.at(-1) ?? "")).toBeDefined();
  });
});
