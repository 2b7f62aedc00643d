/** People of a real central: what only PostgreSQL, TLS and a real password hash can show. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { CODES, LIMITS } from "@hubwart/contract";
import { createLogger, MemoryLogSink, Scope, systemClock } from "@hubwart/core";
import { codeOf, stepAt } from "@hubwart/core/sign-in";
import { descendants } from "@hubwart/testing";
import { useSharedFolder } from "@hubwart/testing/folder";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startPostgres } from "../programs/postgres.ts";
import { Database } from "../register/database.ts";
import { People } from "../register/people.ts";
import { startTestCentral, type TestCentral } from "../testing/central.ts";
import { Visitor } from "../testing/visitor.ts";

/** Steps of the schema of the release that knew tokens alone. */
const OF_TOKENS = 7;
const PASSWORD = "ein langes Passwort mit ä";
const folder = useSharedFolder();
let central: TestCentral;
beforeAll(async () => {
  central = await startTestCentral(folder());
});
afterAll(() => central?.stop());

/** Adds one, who sets the password by the link. */
async function invited(name: string, level = "admin"): Promise<{ id: string; visitor: Visitor }> {
  const { body } = await central.call("POST", "/people/create", { name, level, by: "link" });
  const visitor = new Visitor(central.address);
  const { token } = body["link"] as { token: string };
  expect((await visitor.call("/invitation", { token })).body).toMatchObject({ name, level });
  expect((await visitor.call("/invitation/accept", { token, pwd: PASSWORD })).status).toBe(200);
  expect((await visitor.call("/invitation/accept", { token, pwd: PASSWORD })).status).toBe(404);
  return { id: String(body["id"]), visitor };
}

describe("a person of a real central", () => {
  it("sets a password by a link, signs in, and is still in after a restart", async () => {
    const { visitor } = await invited("Anna");
    expect(await visitor.me()).toBe("Anna");
    const again = new Visitor(central.address);
    expect((await again.signIn("anna", "falsch-falsch")).status).toBe(401);
    expect((await again.signIn("anna", PASSWORD.normalize("NFD"))).status).toBe(200);
    await central.stop();
    await central.start();
    expect([await visitor.me(), await again.me()]).toEqual(["Anna", "Anna"]);
    expect((await again.call("/people")).body["people"]).toContainEqual(
      expect.objectContaining({ name: "Anna", password: true, token: false, seen: expect.any(Number) }),
    );
  });
  it("is out with a cookie that somebody copied before signing out, also after a restart", async () => {
    const { visitor } = await invited("Bert");
    const stolen = visitor.copy();
    expect(await stolen.me()).toBe("Bert");
    expect((await visitor.call("/session/end", {})).status).toBe(200);
    expect([visitor.cookie, await stolen.me()]).toEqual(["", undefined]);
    expect((await stolen.call("/people")).status).toBe(401);
    await central.stop();
    await central.start();
    expect(await stolen.me()).toBeUndefined();
  });
  it("is out at once by every change of how he gets in", async () => {
    const { id, visitor } = await invited("Cora");
    const elsewhere = new Visitor(central.address);
    const inAgain = async () => {
      expect((await elsewhere.signIn("Cora", PASSWORD)).status).toBe(200);
    };
    await inAgain();
    const next = { old: PASSWORD, new: "noch ein Passwort" };
    expect((await visitor.call("/session/password", next)).status).toBe(200);
    expect([await visitor.me(), await elsewhere.me()]).toEqual(["Cora", undefined]);
    await visitor.call("/session/password", { old: next.new, new: PASSWORD });
    await inAgain();
    await central.call("POST", "/people/save", { id, level: "see" });
    expect([await visitor.me(), await elsewhere.me()]).toEqual([undefined, undefined]);
    await inAgain();
    expect((await elsewhere.call("/people")).status).toBe(403);
    await central.call("POST", "/people/link", { id });
    expect(await elsewhere.me()).toBeUndefined();
    expect((await elsewhere.signIn("Cora", PASSWORD)).status).toBe(401);
    await central.call("POST", "/people/remove", { id });
    expect((await elsewhere.signIn("Cora", PASSWORD)).status).toBe(401);
  });
  it("signs in with the first token, sets a password with it, and needs the token no more", async () => {
    const visitor = new Visitor(central.address);
    expect((await visitor.call("/session/token", { token: "hwz_falsch" })).status).toBe(401);
    expect((await visitor.call("/session/token", { token: central.token })).status).toBe(200);
    expect((await visitor.call("/session/password", { new: "kurz" })).status).toBe(400);
    expect((await visitor.call("/session/password", { new: PASSWORD })).status).toBe(200);
    const { body } = await visitor.call("/people");
    const first = (body["people"] as { id: string; name: string }[]).find(
      ({ name }) => name === "Verwaltung",
    );
    const other = new Visitor(central.address);
    expect((await other.signIn("Verwaltung", PASSWORD)).status).toBe(200);
    expect((await other.call("/people/token/remove", { id: first?.id })).status).toBe(200);
    expect((await central.call("GET", "/sites")).status).toBe(401);
    const { body: told } = await other.call("/people/token", { id: first?.id });
    central.token = String(told["token"]);
    expect((await central.call("GET", "/sites")).status).toBe(200);
    expect(await other.me()).toBe("Verwaltung");
  });
  it("leaves no secret in the change log, the log and the database's tables of people", async () => {
    const { visitor } = await invited("Dora");
    const { body } = await central.call("GET", "/audit?limit=500");
    const text = JSON.stringify([body, central.sink.entries]);
    expect(text).toContain("centralInvitationAccept");
    for (const secret of [
      PASSWORD,
      "falsch-falsch",
      "argon2",
      visitor.cookie.split("=")[1] ?? "-",
      central.token,
    ])
      expect(text).not.toContain(secret);
    expect(text).not.toMatch(/[A-Za-z0-9_-]{43}/);
  });
});

describe("a code besides the password", () => {
  const codeAt = (secret: string, steps = 0) => codeOf(secret, stepAt(Date.now()) + steps);
  /** @returns the secret, and recovery codes */
  async function switchOn(visitor: Visitor): Promise<{ secret: string; recovery: string[] }> {
    const begun = await visitor.call("/session/factor/begin", { pwd: PASSWORD });
    const secret = String(begun.body["secret"]);
    const confirmed = await visitor.call("/session/factor/confirm", { otp: codeAt(secret, -1) });
    expect(confirmed.body).toMatchObject({ code: 0 });
    return { secret, recovery: confirmed.body["recovery"] as string[] };
  }
  const enter = async (name: string, otp?: string) => {
    const body = { name, pwd: PASSWORD, ...(otp !== undefined && { otp }) };
    return (await new Visitor(central.address).call("/session/begin", body)).body["code"];
  };

  it("is asked for, good once over a restart too, and nowhere in clear", async () => {
    const { visitor } = await invited("Fina");
    const { recovery, secret } = await switchOn(visitor);
    expect(await visitor.me()).toBe("Fina");
    expect(await enter("Fina")).toBe(CODES.secondFactorNeeded);
    const used = codeAt(secret);
    const both = await Promise.all([enter("Fina", used), enter("Fina", used)]);
    expect(both.toSorted()).toEqual([0, 401]);
    await central.stop();
    await central.start();
    expect(await enter("Fina", used)).toBe(401);
    expect(await enter("Fina", recovery[0])).toBe(0);
    expect(await enter("Fina", recovery[0])).toBe(401);
    const { body } = await central.call("GET", "/audit?limit=500");
    const text = JSON.stringify([body, central.sink.entries]);
    expect(text).toContain("centralFactorConfirm");
    for (const one of [secret, used, ...recovery]) expect(text).not.toContain(one);
  });

  it("comes with a wrong one as many times as a wrong password, and the lock outlives a restart", async () => {
    const { visitor } = await invited("Gerd");
    const { recovery } = await switchOn(visitor);
    for (let n = 0; n < LIMITS.loginFailures; n += 1) expect(await enter("Gerd", "000000")).toBe(401);
    expect(await enter("Gerd", recovery[0])).toBe(429);
    await central.stop();
    await central.start();
    expect(await enter("Gerd", recovery[0])).toBe(429);
  });

  it("of a lost phone goes by another administrator, or by the way back at the machine", async () => {
    const { id, visitor } = await invited("Hans");
    await switchOn(visitor);
    // Nobody else gets in any more: `docs/how-to/central.md`, "Nobody gets in any more".
    const data = path.join(central.folder, "central");
    await writeFile(path.join(data, "new-first-token"), "");
    await central.stop();
    await central.start();
    const token = (await readFile(path.join(data, "first-token.txt"), "utf8")).trim();
    const back = new Visitor(central.address);
    expect((await back.call("/session/token", { token })).status).toBe(200);
    expect((await back.call("/people/factor/remove", { id })).body).toMatchObject({ code: 0 });
    expect(await visitor.me()).toBeUndefined();
    expect(await enter("Hans")).toBe(0);
    const { body } = await back.call("/audit?limit=20");
    expect(body["entries"]).toContainEqual(
      expect.objectContaining({ call: "centralPersonFactorRemove", detail: { id, name: "Hans" } }),
    );
  });

  it("is demanded of a level, whoever asks, and not of programs", async () => {
    const { visitor } = await invited("Ines", "see");
    const demand = (levels: string[]) => central.call("POST", "/people/demand", { levels });
    expect((await demand(["see"])).body).toMatchObject({ code: 0 });
    expect(await visitor.me()).toBeUndefined();
    expect(await enter("Ines")).toBe(CODES.factorMissing);
    const { body } = await central.call("POST", "/people/create", { name: "Leser", level: "see" });
    expect((await central.call("GET", "/sites", undefined, String(body["token"]))).status).toBe(200);
    expect((await demand([])).body).toMatchObject({ code: 0 });
    expect(await enter("Ines")).toBe(0);
  });
});

describe("a page", () => {
  it("that somebody else opened than who signed in since does nothing more", async () => {
    const { id, visitor: anna } = await invited("Jana");
    const { id: other, visitor: bert } = await invited("Karl");
    const asBert = (person: string) => bert.call("/people", undefined, { "hubwart-person": person });
    expect((await asBert(other)).status).toBe(200);
    const refused = await asBert(id);
    expect([refused.status, refused.body]).toMatchObject([409, { code: CODES.otherPerson, name: "Karl" }]);
    expect((await anna.call("/session/end", {}, { "hubwart-person": other })).status).toBe(409);
    expect(await anna.me()).toBe("Jana");
  });
});

describe("who lost every way in", () => {
  it("follows the written procedure to its end", async () => {
    // `docs/how-to/central.md`, "Nobody gets in any more".
    const data = path.join(central.folder, "central");
    const { visitor: anna } = await invited("Letzte");
    const { body } = await anna.call("/people");
    for (const { id, name } of body["people"] as { id: string; name: string }[])
      if (name !== "Letzte") expect((await anna.call("/people/remove", { id })).status).toBe(200);
    expect((await central.call("GET", "/sites")).status).toBe(401);
    await writeFile(path.join(data, "new-first-token"), "");
    await central.stop();
    await central.start();
    const token = (await readFile(path.join(data, "first-token.txt"), "utf8")).trim();
    const visitor = new Visitor(central.address);
    expect((await visitor.call("/session/token", { token })).status).toBe(200);
    const { body: told } = await visitor.call("/people");
    const people = told["people"] as { id: string; name: string }[];
    expect(people.map(({ name }) => name)).toEqual(["Letzte", "Verwaltung"]);
    const link = await visitor.call("/people/link", { id: people[0]?.id });
    const back = new Visitor(central.address);
    const { token: secret } = link.body["link"] as { token: string };
    expect(
      (await back.call("/invitation/accept", { token: secret, pwd: "wieder ein Passwort" })).status,
    ).toBe(200);
    expect((await back.call("/people/remove", { id: people[1]?.id })).status).toBe(200);
    expect(await visitor.me()).toBeUndefined();
    const { body: log } = await back.call("/audit?limit=20");
    expect(log["entries"]).toContainEqual(expect.objectContaining({ call: "firstToken", who: "Verwaltung" }));
    // A further start makes none.
    await central.stop();
    await central.start();
    expect(await back.me()).toBe("Letzte");
    expect((await back.call("/people")).body["people"]).toHaveLength(1);
    const { body: made } = await back.call("/people/create", { name: "Tests", level: "admin" });
    central.token = String(made["token"]);
  });
});

describe("while the database does not answer", () => {
  const stopped: number[] = [];
  afterEach(() => {
    for (const pid of stopped.splice(0)) process.kill(pid, "SIGCONT");
  });
  /** All of its PostgreSQL's processes. */
  async function hang(): Promise<void> {
    const data = path.join(central.folder, "central");
    for (const pid of await descendants(process.pid)) {
      const line = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
      if (!line.includes(data) && !line.startsWith("postgres:")) continue;
      if (line.includes("nats")) continue;
      process.kill(pid, "SIGSTOP");
      stopped.push(pid);
    }
    expect(stopped.length).toBeGreaterThan(1);
  }
  it("a code that is confirmed meanwhile is told so, and confirms afterwards", async () => {
    const { visitor } = await invited("Olga");
    const { body } = await visitor.call("/session/factor/begin", { pwd: PASSWORD });
    const secret = String(body["secret"]);
    const confirm = async () => {
      const otp = codeOf(secret, stepAt(Date.now()));
      return await visitor.call("/session/factor/confirm", { otp });
    };
    await hang();
    expect((await confirm()).status).toBe(503);
    for (const pid of stopped.splice(0)) process.kill(pid, "SIGCONT");
    await expect.poll(async () => (await confirm()).body["code"], { timeout: 30_000 }).toBe(0);
    expect((await new Visitor(central.address).signIn("Olga", PASSWORD)).body["code"]).toBe(
      CODES.secondFactorNeeded,
    );
  }, 120_000);
  it("a person is told so, who is in stays in, and nobody is locked out afterwards", async () => {
    const { visitor } = await invited("Emil");
    await hang();
    const outside = new Visitor(central.address);
    const tries = await Promise.all([1, 2, 3].map(() => outside.signIn("Emil", PASSWORD)));
    for (const { body, status } of tries)
      expect([status, body["message"]]).toEqual([503, expect.stringContaining("Datenbank")]);
    expect(outside.cookie).toBe("");
    expect(await visitor.me()).toBe("Emil");
    for (const pid of stopped.splice(0)) process.kill(pid, "SIGCONT");
    await expect
      .poll(async () => (await outside.signIn("Emil", PASSWORD)).status, { timeout: 20_000 })
      .toBe(200);
  }, 120_000);
});

describe("two centrals over one database", () => {
  const scope = new Scope();
  const log = createLogger("central", "test", new MemoryLogSink());
  afterAll(() => scope.end());
  /** A database, and a way to open it as each of them does. */
  async function shared(name: string) {
    const data = path.join(folder(), name);
    // PostgreSQL goes through it under an account of its own.
    await mkdir(data, { mode: 0o711 });
    const config = await startPostgres(data, { clock: systemClock, log, scope });
    return async () => {
      const database = await Database.open(config, log, scope);
      return { database, people: await People.open({ database, clock: systemClock, log, scope }) };
    };
  }
  it("never remove the last two who manage it", async () => {
    const open = await shared("shared");
    const { database, people: one } = await open();
    const { people: other } = await open();
    const refusals = [];
    for (let round = 0; round < 20; round += 1) {
      const a = (await one.create(`a${round}`, "admin", "token")).id;
      const b = (await one.create(`b${round}`, "admin", "token")).id;
      const before = await database.query("SELECT id FROM people");
      for (const { id } of before)
        if (id !== a && id !== b) await database.query("DELETE FROM people WHERE id = $1", [id]);
      const both = await Promise.allSettled([
        one.remove(a, b),
        round % 2 === 0 ? other.remove(b, a) : other.setLevel(b, "see", a),
      ]);
      refusals.push(both.filter(({ status }) => status === "rejected").length);
      expect(await database.query("SELECT id FROM people WHERE level = 'admin'")).toHaveLength(1);
    }
    expect(refusals).toEqual(refusals.map(() => 1));
  });
  it("find the people of a release that knew tokens alone", async () => {
    const open = await shared("older");
    const { database, people } = await open();
    const { token = "" } = await people.create("Anna", "admin", "token");
    await database.query(
      `ALTER TABLE people DROP COLUMN password, DROP COLUMN link, DROP COLUMN link_until, DROP COLUMN stamp,
         DROP COLUMN address, DROP COLUMN seen, DROP COLUMN factor, DROP COLUMN factor_since, DROP COLUMN factor_step,
         DROP COLUMN factor_recovery, ALTER COLUMN hash SET NOT NULL`,
    );
    await database.query("DROP TABLE sessions, failures, people_demand");
    await database.query("DROP INDEX audit_by_time");
    await database.query("UPDATE schema_steps SET done = $1", [OF_TOKENS]);
    const { people: after } = await open();
    expect(after.authenticate(token)).toMatchObject({ name: "Anna", level: "admin", password: undefined });
    expect(after.shown()).toMatchObject([{ name: "Anna", password: false, token: true, link: 0, seen: 0 }]);
  });
});
