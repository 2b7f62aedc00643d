/** People of a real central: what only PostgreSQL, TLS and a real password hash can show. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { createLogger, MemoryLogSink, Scope, systemClock } from "@hubwart/core";
import { descendants } from "@hubwart/testing";
import { useSharedFolder } from "@hubwart/testing/folder";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startPostgres } from "../programs/postgres.ts";
import { Database } from "../register/database.ts";
import { People } from "../register/people.ts";
import { startTestCentral, type TestCentral } from "../testing/central.ts";
import { Visitor } from "../testing/visitor.ts";

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
         DROP COLUMN address, DROP COLUMN seen, ALTER COLUMN hash SET NOT NULL`,
    );
    await database.query("DROP TABLE sessions");
    await database.query("UPDATE schema_steps SET done = done - 1");
    const { people: after } = await open();
    expect(after.authenticate(token)).toMatchObject({ name: "Anna", level: "admin", password: undefined });
    expect(after.shown()).toMatchObject([{ name: "Anna", password: false, token: true, link: 0, seen: 0 }]);
  });
});
