import { readFileSync } from "node:fs";
import path from "node:path";
import { useFolder } from "@hubwart/testing/folder";
import { DatabaseSync } from "@photostructure/sqlite";
import { beforeEach, expect, it } from "vitest";
import { checkCopy, cleanCopy } from "./backup-copy.ts";
import { newCredential } from "./credential.ts";
import { openStore } from "./open-store.ts";

const HASH = "$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$aGFzaA";
const SETTINGS = {
  "backup.config": { pwd: "geheim-1", target: { ftp: { pwd: "geheim-2", host: "nas" } } },
  "mosquitto.users": [
    { usr: "a", hash: "geheim-3", read: "#" },
    { usr: "b", hash: "geheim-4", read: "#" },
  ],
  "ngrok.settings": { authtoken: "geheim-5", apiKey: "geheim-6", tunnels: [] },
  "proxy.proof": { proof: "geheim-7" },
  empty: { token: "", has_token: false },
  plain: { host: "nas" },
};
const folder = useFolder();
let file: string;
beforeEach(() => {
  file = path.join(folder(), "copy.db");
  const now = () => 1_000;
  const store = openStore({
    file: path.join(folder(), "state.db"),
    credentialFile: path.join(folder(), "c.json"),
    now,
  });
  for (const [name, value] of Object.entries(SETTINGS))
    store.settings.writeRaw(name, JSON.stringify(value), 1);
  store.credential.put(newCredential(HASH, 1));
  store.sessions.insert(new Uint8Array(32).fill(7), {
    sessionId: "s",
    lastUse: 1,
    deadline: null,
    parent: null,
  });
  store.secondFactor.put({ secret: "S".repeat(32), since: 1, recovery: [], step: 1 });
  store.sessions.began("s", { began: 1, address: "10.0.0.1", browser: "Firefox", system: "Linux" });
  store.jobs.insert("{}", 10);
  store.copyTo(file);
  store.close();
});

const setting = (name: string): unknown => {
  const db = new DatabaseSync(file, { readOnly: true });
  const row = db.prepare("SELECT value FROM setting WHERE name = ?").get(name) as { value: string };
  db.close();
  return JSON.parse(row.value);
};
const count = (table: string) => {
  const db = new DatabaseSync(file, { readOnly: true });
  const row = db.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number };
  db.close();
  return row.n;
};

it("has no secret in any byte where it is not encrypted, and names whose are missing, each once", () => {
  expect(cleanCopy(file, false).sort()).toEqual([
    "backup.config",
    "mosquitto.users",
    "ngrok.settings",
    "proxy.proof",
  ]);
  expect(readFileSync(file, "latin1")).not.toMatch(/geheim|argon2id/);
  expect(setting("backup.config")).toEqual({ pwd: "", target: { ftp: { pwd: "", host: "nas" } } });
  expect(setting("plain")).toEqual({ host: "nas" });
  expect(count("credential")).toBe(0);
  checkCopy(file);
});

it("has all settings and the password's hash where it is", () => {
  expect(cleanCopy(file, true)).toEqual([]);
  for (const [name, value] of Object.entries(SETTINGS)) expect(setting(name)).toEqual(value);
  expect(count("credential")).toBe(1);
});

it.each([true, false])("has no session, no second factor and no job, encrypted or not: %s", (secrets) => {
  cleanCopy(file, secrets);
  const tables = ["session", "session_origin", "second_factor", "job", "throttle"];
  expect(tables.map(count)).toEqual(tables.map(() => 0));
});
