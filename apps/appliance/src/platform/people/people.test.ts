/** People beside the one password: who gets in, as what, and what nobody can take away. */
import path from "node:path";
import { CODES, type Level, LIMITS, type Who } from "@hubwart/contract";
import {
  ConflictError,
  createLogger,
  DeniedError,
  InvalidInputError,
  ManualClock,
  MemoryLogSink,
  NotFoundError,
  ResultError,
} from "@hubwart/core";
import { codeOf, DECOY, type Hasher, stepAt } from "@hubwart/core/sign-in";
import { openStore, resetPassword, type Store } from "@hubwart/core/store";
import { useFolder } from "@hubwart/testing/folder";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ForbiddenError } from "../../http/rights.ts";
import { quickHasher } from "../../testing/quick-hasher.ts";
import { ADMINISTRATOR } from "../../testing/signed-in.ts";
import { SessionService } from "../session/service.ts";

const PASSWORD = "richtig und lang";
const HERS = "ihr eigenes Wort";
const HERE = "10.0.0.1";
const AGENT = undefined;

const folder = useFolder();
let clock: ManualClock;
let store: Store;
let sessions: SessionService;
let verified: string[];

const hasher: Hasher = {
  hash: (password) => quickHasher.hash(password),
  verify: (phc, password) => {
    verified.push(phc);
    return quickHasher.verify(phc, password);
  },
};
function open(): void {
  const files = {
    file: path.join(folder(), "state.db"),
    credentialFile: path.join(folder(), "credential.json"),
  };
  store = openStore({ ...files, now: () => clock.now() });
  sessions = new SessionService(store, clock, createLogger("system", "session", new MemoryLogSink()), hasher);
}
beforeEach(async () => {
  clock = new ManualClock();
  verified = [];
  open();
  await sessions.setFirst(PASSWORD, HERE);
});
afterEach(() => {
  store.close();
});

const entry = (name: string, role: Level = "operate", channels: string[] | null = null) => ({
  name,
  label: "",
  role,
  channels,
});
async function person(name: string, role: Level = "operate", channels: string[] | null = null) {
  const { id, token: link } = sessions.people.invite(entry(name, role, channels));
  const { token } = await sessions.invitations.accept(link, {
    pwd: HERS,
    otp: undefined,
    address: HERE,
    agent: AGENT,
  });
  return { id, token, who: { kind: "person", id, name } satisfies Who };
}
const login = (name: string | undefined, pwd = HERS, address = HERE, otp?: string) =>
  sessions.login(pwd, address, { name, otp });
async function refusal(attempt: Promise<unknown>): Promise<string> {
  const error: unknown = await attempt.then(
    () => undefined,
    (e: unknown) => e,
  );
  if (error instanceof ResultError) return String(error.code);
  if (error instanceof DeniedError) return error.retryAfter === undefined ? error.message : "locked";
  throw new Error(`unexpected: ${String(error)}`);
}

describe("an invitation", () => {
  it("is looked at as often as anybody likes, used once, and over in time", async () => {
    const { people, invitations } = sessions;
    const { id, token } = people.invite(entry("Anna", "see"));
    for (let i = 0; i < 3; i += 1) expect(invitations.look(token).person.name).toBe("Anna");
    expect(people.any).toBe(false);
    const given = { pwd: HERS, otp: undefined, address: HERE, agent: AGENT };
    const { token: session } = await invitations.accept(token, given);
    expect(sessions.authenticate(session, true)).toMatchObject({ who: { kind: "person", id }, level: "see" });
    expect(people.any).toBe(true);
    await expect(invitations.accept(token, given)).rejects.toThrow(NotFoundError);
    expect(() => invitations.look(token)).toThrow(NotFoundError);

    const late = people.renewLink(id);
    clock.jump(LIMITS.invitationLife);
    await expect(invitations.accept(late.token, given)).rejects.toThrow(NotFoundError);
    await expect(login("anna")).resolves.toBeDefined();
  });
  it("of a person that was locked meanwhile opens nothing, nor does one that another took the place of", async () => {
    const { people, invitations } = sessions;
    const { id, token } = people.invite(entry("Anna"));
    const second = people.renewLink(id);
    expect(() => invitations.look(token)).toThrow(NotFoundError);
    people.lock(id, true, ADMINISTRATOR);
    expect(() => invitations.look(second.token)).toThrow(NotFoundError);
  });
  it("is stored as a hash", () => {
    const { token } = sessions.people.invite(entry("Anna"));
    expect(JSON.stringify(store.settings.all())).not.toContain(token);
  });
  it("of a role that needs a second factor asks for one at once", async () => {
    sessions.people.saveDemand(["operate"], ADMINISTRATOR);
    const { id, token } = sessions.people.invite(entry("Anna"));
    const { secret } = sessions.invitations.look(token);
    expect(sessions.invitations.look(token).secret).toBe(secret);
    const given = { pwd: HERS, address: HERE, agent: AGENT };
    await expect(sessions.invitations.accept(token, { ...given, otp: "000000" })).rejects.toMatchObject({
      code: CODES.wrongCode,
    });
    const otp = codeOf(secret ?? "", stepAt(clock.now()));
    const { recovery } = await sessions.invitations.accept(token, { ...given, otp });
    expect(recovery).toHaveLength(LIMITS.recoveryCodes);
    expect(sessions.people.find(id)?.factor).toBe(true);
    expect(await refusal(login("anna"))).toBe(String(CODES.secondFactorNeeded));
    clock.advance(30_000);
    await expect(login("anna", HERS, HERE, codeOf(secret ?? "", stepAt(clock.now())))).resolves.toBeDefined();
  });
});

describe("signing in", () => {
  it("goes by the password alone as before, and by names whatever their case", async () => {
    await person("Anna");
    await expect(sessions.login(PASSWORD, HERE)).resolves.toBeDefined();
    await expect(login(" ANNA ")).resolves.toBeDefined();
    const owner = await login("administrator", PASSWORD);
    expect(sessions.authenticate(owner.token, true)).toMatchObject({
      who: { kind: "administrator" },
      level: "admin",
    });
    expect(await refusal(login("Anna", PASSWORD))).toBe(await refusal(login(undefined, HERS)));
  });
  it("tells neither by words nor by work whether there is a name", async () => {
    const { id } = await person("Anna");
    sessions.people.invite(entry("Berta"));
    await person("Carl");
    sessions.people.lock(id, true, ADMINISTRATOR);
    verified = [];
    const said = [];
    for (const name of ["anna", "berta", "carl", "nobody"]) said.push(await refusal(login(name, "falsch")));
    expect(new Set(said).size).toBe(1);
    expect(verified).toHaveLength(4);
    expect(verified.filter((phc) => phc === DECOY)).toHaveLength(3);
  });
  it("brakes by name and address: nobody is locked out by who guesses elsewhere", async () => {
    await person("Anna");
    for (const name of ["anna", "nobody"]) {
      for (let i = 0; i < LIMITS.loginFailures; i += 1) await refusal(login(name, "falsch", "10.9.9.9"));
      expect(await refusal(login(name, HERS, "10.9.9.9"))).toBe("locked");
    }
    await expect(login("anna")).resolves.toBeDefined();
    await expect(sessions.login(PASSWORD, "10.9.9.9")).resolves.toBeDefined();
  });
  it("brakes an address that tries many names, but none that was in from there", async () => {
    await person("Anna");
    await login("anna", HERS, "10.9.9.9");
    for (let i = 0; i < 20; i += 1) await refusal(login(`name ${i}`, "falsch", "10.9.9.9"));
    expect(await refusal(login("name 99", HERS, "10.9.9.9"))).toBe("locked");
    await expect(login("anna", HERS, "10.9.9.9")).resolves.toBeDefined();
  });
  it("and guessing codes keeps nobody else at the address from setting up a second factor", async () => {
    const { id } = await person("gast", "see");
    const who: Who = { kind: "person", id, name: "gast" };
    await sessions.own.beginFactor("s1", HERE, HERS, who);
    const guess = () => sessions.own.confirmFactor("s1", HERE, { agent: AGENT, otp: "000000", who });
    for (let n = 0; n < LIMITS.loginFailures; n += 1)
      await expect(guess()).rejects.toMatchObject({ code: CODES.wrongCode });
    await expect(guess()).rejects.toMatchObject({ code: CODES.throttled });
    const secret = await sessions.own.beginFactor("s2", HERE, PASSWORD);
    const otp = codeOf(secret, stepAt(clock.now()));
    await expect(sessions.own.confirmFactor("s2", HERE, { agent: AGENT, otp })).resolves.toBeDefined();
  });
  it("says who it was in the change log, and writes down no name that there is not", async () => {
    const { id } = await person("Anna");
    expect(sessions.accounts.doer("ANNA")).toEqual({ kind: "person", id, name: "Anna" });
    expect(sessions.accounts.doer("geheim")).toEqual({ kind: "unknown", name: "" });
    expect(sessions.accounts.doer(undefined)).toEqual(ADMINISTRATOR);
  });
  it("is over for who has no second factor, once the role needs one", async () => {
    await person("Anna");
    sessions.people.saveDemand(["operate"], ADMINISTRATOR);
    expect(await refusal(login("anna", "falsch"))).not.toBe(String(CODES.factorMissing));
    expect(await refusal(login("anna"))).toBe(String(CODES.factorMissing));
  });
  it("asks nobody for the password alone whose second factor was lost", async () => {
    const { id, token, who } = await person("Anna");
    const session = sessions.authenticate(token, true);
    const secret = await sessions.own.beginFactor(session?.id ?? "", HERE, HERS, who);
    const otp = codeOf(secret, stepAt(clock.now()));
    await sessions.own.confirmFactor(session?.id ?? "", HERE, { agent: AGENT, otp, who });
    expect(await refusal(login("anna"))).toBe(String(CODES.secondFactorNeeded));
    store.personFactors.of(id).delete();
    expect(await refusal(login("anna"))).toBe(String(CODES.factorMissing));
    // The administrator's own is another.
    await expect(sessions.login(PASSWORD, HERE)).resolves.toBeDefined();
  });
});

describe("a session", () => {
  it("ends with a lock, a removal, another role and other channels, at once; not with another name", async () => {
    const { id, token } = await person("Anna", "operate", ["knx.*"]);
    const { people } = sessions;
    const opened = sessions.authenticate(token, true);
    let ended = 0;
    sessions.tokens.onEnd(opened?.id ?? "", () => (ended += 1));
    people.save(id, { ...entry("Anna B", "operate", ["knx.*"]), label: "Anna Bauer" }, ADMINISTRATOR);
    expect([sessions.authenticate(token, true)?.who.name, ended]).toEqual(["Anna Bauer", 0]);
    people.save(id, entry("Anna B", "operate", ["mqtt.*"]), ADMINISTRATOR);
    expect([sessions.authenticate(token, true), ended]).toEqual([undefined, 1]);

    for (const change of [
      () => people.save(id, entry("Anna B", "see", ["mqtt.*"]), ADMINISTRATOR),
      () => people.lock(id, true, ADMINISTRATOR),
    ]) {
      const next = (await login("anna b")).token;
      expect(sessions.authenticate(next, true)).toBeDefined();
      change();
      expect(sessions.authenticate(next, true)).toBeUndefined();
    }
    people.lock(id, false, ADMINISTRATOR);
    const last = (await login("anna b")).token;
    people.remove(id, ADMINISTRATOR);
    expect(sessions.authenticate(last, true)).toBeUndefined();
    expect(sessions.list().map(({ who }) => who.kind)).toEqual(["administrator"]);
  });
  it("belongs to what the person signed in with, whatever is left in the database", async () => {
    const { id } = await person("Anna");
    const { token } = sessions.tokens.issue(undefined, `${id}.another`);
    expect(sessions.authenticate(token, true)).toBeUndefined();
    sessions.people.lock(id, true, ADMINISTRATOR);
    const stamp = sessions.people.find(id)?.stamp ?? "";
    const locked = sessions.tokens.issue(undefined, `${id}.${stamp}`);
    expect(sessions.authenticate(locked.token, true)).toBeUndefined();
    expect(sessions.tokens.alive(locked.sessionId)).toBe(false);
  });
  it("outlives a restart, and a change of the one password", async () => {
    const { token } = await person("Anna");
    await sessions.own.change(HERE, PASSWORD, "ganz anderes Wort");
    store.close();
    open();
    expect(sessions.authenticate(token, true)?.who.name).toBe("Anna");
  });
  it("is none of the administrator's for a release that knows no people", async () => {
    await person("Anna");
    const rows = store.sessions.all().filter(({ token }) => token.person !== undefined);
    expect(rows).toHaveLength(1);
    expect(store.credential.read()?.id).not.toContain("person.");
  });
  it("changes its own password and no other", async () => {
    const { token, who } = await person("Anna");
    const before = sessions.authenticate(token, true);
    await expect(sessions.own.change(HERE, PASSWORD, "neues Wort 1", AGENT, who)).rejects.toMatchObject({
      code: CODES.wrongPassword,
    });
    const next = await sessions.own.change(HERE, HERS, "neues Wort 1", AGENT, who);
    expect(sessions.authenticate(token, true)).toBeUndefined();
    expect(sessions.authenticate(next, true)).toMatchObject({ who: before?.who });
    await expect(sessions.login(PASSWORD, HERE)).resolves.toBeDefined();
    const machine: Who = { kind: "token", id: "t", name: "Skript", owner: "Anna" };
    await expect(sessions.own.change(HERE, PASSWORD, "neues Wort 2", AGENT, machine)).rejects.toThrow(
      ForbiddenError,
    );
  });
  it("sees and ends sessions of its own alone", async () => {
    const { token, who } = await person("Anna");
    const other = await login("anna");
    expect(sessions.list(who)).toHaveLength(2);
    expect(sessions.list()).toHaveLength(3);
    const [owners] = sessions.list(ADMINISTRATOR);
    expect(() => sessions.end(owners?.id ?? "", who)).toThrow(NotFoundError);
    sessions.endOthers(sessions.authenticate(token, true)?.id ?? "", who);
    expect(sessions.authenticate(other.token, true)).toBeUndefined();
    expect(sessions.list()).toHaveLength(2);
  });
});

describe("the last administrator", () => {
  it("stays: the one password is locked only beside somebody who can sign in as one", async () => {
    const { people } = sessions;
    const lock = (by: Who) => people.saveOwner({ name: "Chef", locked: true }, by);
    const anna = await person("Anna", "engineer");
    expect(() => lock(anna.who)).toThrow(ConflictError);
    const { id } = people.invite(entry("Berta", "admin"));
    expect(() => lock(anna.who)).toThrow(ConflictError);
    people.remove(id, ADMINISTRATOR);
    const carl = await person("Carl", "admin");
    expect(() => lock(ADMINISTRATOR)).toThrow(ConflictError);
    lock(carl.who);
    expect(await refusal(sessions.login(PASSWORD, HERE))).toBe(await refusal(login("nobody")));
    for (const take of [
      () => people.lock(carl.id, true, anna.who),
      () => people.remove(carl.id, anna.who),
      () => people.save(carl.id, entry("Carl", "engineer"), anna.who),
      () => people.saveDemand(["admin"], anna.who),
    ])
      expect(take).toThrow(ConflictError);
    expect(people.find(carl.id)).toMatchObject({ role: "admin", locked: false });
  });
  it("comes back by the command on the device", async () => {
    const carl = await person("Carl", "admin");
    sessions.people.saveOwner({ name: "Chef", locked: true }, carl.who);
    await resetPassword(store, "vom Gerät gesetzt", clock.now());
    expect(sessions.people.owner).toEqual({ name: "Chef", locked: false });
    store.credential.replace(await hasher.hash("vom Gerät gesetzt"), clock.now());
    await expect(sessions.login("vom Gerät gesetzt", HERE)).resolves.toBeDefined();
  });
  it("cannot lock, remove or demote himself", async () => {
    const { people } = sessions;
    const carl = await person("Carl", "admin");
    expect(() => people.lock(carl.id, true, carl.who)).toThrow(ConflictError);
    expect(() => people.remove(carl.id, carl.who)).toThrow(ConflictError);
    expect(() => people.save(carl.id, entry("Carl", "see"), carl.who)).toThrow(ConflictError);
  });
  it("does not ask others for what he has not: a second factor for his own role", async () => {
    const carl = await person("Carl", "admin");
    expect(() => sessions.people.saveDemand(["admin"], carl.who)).toThrow(ConflictError);
    sessions.people.saveDemand(["see"], carl.who);
    expect(sessions.people.all().demand).toEqual(["see"]);
  });
});

describe("what is given", () => {
  it("has no two names alike, nor that of the one password", () => {
    const { people } = sessions;
    people.invite(entry("Anna"));
    for (const name of ["anna", " ANNA ", "administrator", "Ａnna"])
      expect(() => people.invite(entry(name)), name).toThrow(InvalidInputError);
    const { id } = people.invite(entry("Berta"));
    expect(() => people.save(id, entry("anna"), ADMINISTRATOR)).toThrow(InvalidInputError);
    expect(() => people.saveOwner({ name: "berta", locked: false }, ADMINISTRATOR)).toThrow(
      InvalidInputError,
    );
    people.save(id, entry("BERTA"), ADMINISTRATOR);
  });
  it("keeps nobody to channels who changes the project or the device", () => {
    for (const role of ["engineer", "admin"] as const)
      expect(() => sessions.people.invite(entry("Anna", role, ["knx.*"]))).toThrow(InvalidInputError);
  });
});

it("tells when each was in last, and forgets it with the person", async () => {
  const { id } = await person("Anna");
  clock.advance(60_000);
  await login("anna");
  expect(sessions.people.seen()).toMatchObject({ [id]: clock.now() });
  sessions.people.remove(id, ADMINISTRATOR);
  await person("Berta");
  await sessions.login(PASSWORD, HERE);
  expect(Object.keys(sessions.people.seen())).toContain("");
  expect(Object.keys(sessions.people.seen())).not.toContain(id);
});

it("signs in after an update exactly as before, to a session that goes on", async () => {
  const { token } = await sessions.login(PASSWORD, HERE);
  const record = { address: HERE, code: 0, kind: "change", before: undefined, after: undefined } as const;
  store.audit.insert({ ...record, ts: 7, call: "login" });
  store.close();
  // As the release before people left it, to the letter: its tables, and nothing that it does not know.
  const db = new DatabaseSync(path.join(folder(), "state.db"));
  db.exec(
    "ALTER TABLE audit DROP COLUMN who; DROP TABLE person_factor; DROP TABLE passkey; DELETE FROM setting; PRAGMA user_version = 6;",
  );
  db.close();
  open();
  expect(store.damage).toBeUndefined();
  expect(sessions.authenticate(token, true)).toMatchObject({ who: ADMINISTRATOR, level: "admin" });
  expect(sessions.people.any).toBe(false);
  const { last, token: next } = await sessions.login(PASSWORD, HERE);
  expect(last).toEqual({ at: 7, address: HERE, failed: 0 });
  expect(sessions.authenticate(next, true)?.bounds).toBeUndefined();
  expect(sessions.people.seen()).toEqual({});
});
