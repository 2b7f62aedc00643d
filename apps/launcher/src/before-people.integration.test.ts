/**
 * A device from before there were people, after the update: who has its one password notices nothing.
 *
 * No release was kept from that time. The data is that of the real product of then: the last commit before people came (25 November 2026)
 * was checked out and built, and its launcher started on an empty data folder; by its calls the password was set, two sessions were opened,
 * and a user of `/ws` and a field device were given passwords, the former a token too. `testing/before-people` is what it left of its
 * database, as SQL, and its `credential.json`; other files hold nothing of who signs in. What is expected below is what that
 * product answered.
 */
import { createHash } from "node:crypto";
import { copyFile, readFile } from "node:fs/promises";
import path from "node:path";
import { type Product, startProduct } from "@hubwart/testing";
import { useSharedFolder } from "@hubwart/testing/folder";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterAll, beforeAll, expect, it } from "vitest";

const PASSWORD = "Kellerschlüssel 7";
/** Open when the update began. */
const SESSION = "8iMlgaCGy6gLw5FWaXvlZ3z1-gw6Jq9PdO8wssTDN8o";
const WS_TOKEN = "xUJft7LsAQtR4iGeS7gGNZ1LGTu4WDQ9PTo5g1rFQXg";
const THEN = path.join(import.meta.dirname, "testing/before-people");

const hashOf = (token: string) => createHash("sha256").update(token).digest();

const dataDir = useSharedFolder();
let product: Product;
beforeAll(async () => {
  const db = new DatabaseSync(path.join(dataDir(), "state.db"));
  db.exec(await readFile(path.join(THEN, "state.sql"), "utf8"));
  // The update began a moment after this one was used; the others had been idle for too long.
  const [used, idle] = [Date.now(), Date.now() - 6 * 60_000];
  db.prepare("UPDATE session SET last_use = iif(token_hash = ?, ?, ?)").run(hashOf(SESSION), used, idle);
  db.close();
  await copyFile(path.join(THEN, "credential.json"), path.join(dataDir(), "credential.json"));
  product = await startProduct({ dataDir: dataDir(), vendor: false });
});
afterAll(() => product.stop());

async function ask(call: string, authorization?: string, body?: object) {
  const answer = await fetch(`${product.url}${call}`, {
    headers: {
      ...(authorization === undefined ? {} : { authorization }),
      ...(body ? { "content-type": "application/json" } : {}),
    },
    ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
const api = (call: string, token?: string, body?: object) =>
  ask(`/admin/api${call}`, token === undefined ? undefined : `Bearer ${token}`, body);
const basic = (user: string, pwd: string) => `Basic ${Buffer.from(`${user}:${pwd}`).toString("base64")}`;

it("keeps the session that was open, with every right", async () => {
  const { body } = await api("/info", SESSION);
  expect(body).toMatchObject({ code: 0, session: true, me: { kind: "administrator", level: "admin" } });
});

it("opens none of those that were idle for too long", async () => {
  const { body } = await api("/info", "nWN8ZdJWkxZOElhC0sLBnegqhYe3zivrGzc4zjGixPw");
  expect(body["session"]).toBe(false);
});

it("asks for no name, and signs in by the same call with the same words", async () => {
  const { body: info } = await api("/info");
  expect(info).toMatchObject({ session: false, system: { setup: true } });
  expect([info["names"] ?? false, info["directory"]]).toEqual([false, undefined]);
  const wrong = { status: 401, body: { code: 401, message: "Das Passwort ist falsch." } };
  expect(await api("/login", undefined, { pwd: "falsch und lang" })).toEqual(wrong);
  const { body, status } = await api("/login", undefined, { pwd: PASSWORD });
  expect([status, body["code"], typeof body["token"]]).toEqual([200, 0, "string"]);
  const people = await api("/system/people", String(body["token"]));
  expect(people.body).toMatchObject({ code: 0, people: [] });
});

it("has the users of /ws and field devices as they were, and lets them in as before", async () => {
  const { body } = await api("/wsauth/config", SESSION);
  expect(body).toMatchObject({
    assets: [{ username: "waage", role: "r:*", pwd: true, token: false }],
    websocket: [{ username: "tafel", role: "r:knx.*", pwd: true, token: true }],
  });
  const channels = { status: 200, body: { channels: [], truncated: false } };
  expect(await ask("/ws/channels", `Bearer ${WS_TOKEN}`)).toEqual(channels);
  expect(await ask("/ws/channels", basic("tafel", "Tafel-Passwort 1"))).toEqual(channels);
  const message = "Benutzer, Passwort oder Token ist falsch.";
  expect(await ask("/ws/channels", "Bearer x")).toEqual({ status: 401, body: { code: 401, message } });
});
