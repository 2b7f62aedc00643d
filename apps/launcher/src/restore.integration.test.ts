/** A backup of one device restored on another and on the same: the real product, item by item. */

import { execFile } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { type Product, processes, startProduct } from "@hubwart/testing";
import { useSharedFolder } from "@hubwart/testing/folder";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { furnish, identity, items, licensed, opens, type Secrets } from "./testing/plant.ts";
import {
  anybodyAt,
  BACKUP_PASSWORD,
  changedBackup,
  chosen,
  look,
  outcome,
  restoreFile,
  takeBackup,
  upload,
} from "./testing/restoring.ts";

const OLD_PASSWORD = "Altes-Gerät-2026!";
const run = promisify(execFile);
/** Two dozen calls, and two backups, one of them encrypted. */
const FURNISHED_WITHIN = 300_000;

const folder = useSharedFolder();
let source: Product;
let secrets: Secrets;
let before: Awaited<ReturnType<typeof items>>;
/** Encrypted, and not. */
let sealed: string;
let plain: string;

/** Seconds of processor time of the appliance and of what it has started and ended (proc(5)). */
async function work(product: Product): Promise<number> {
  const all = await processes();
  const mine = all.find(
    ({ command, parent }) => parent === product.launcher.pid && command.includes("/appliance.mjs"),
  );
  const stat = await readFile(`/proc/${mine?.pid ?? 0}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
}

beforeAll(async () => {
  source = await startProduct();
  await source.api.signIn(OLD_PASSWORD);
  secrets = await furnish(source, folder());
  plain = await takeBackup(source, folder(), "");
  sealed = await takeBackup(source, folder(), BACKUP_PASSWORD);
  before = await items(source);
}, FURNISHED_WITHIN);
afterAll(() => source?.stop());

describe("a new device", () => {
  it("takes a backup on its first page, and is the old one then, item by item", async () => {
    expect(await opens(source, secrets)).toEqual({ token: 200, password: 200, metrics: 200 });
    const device = await startProduct();
    try {
      const anybody = anybodyAt(device);
      const { body, status } = await upload(anybody, sealed);
      expect([status, body.encrypted], JSON.stringify(body)).toEqual([200, true]);
      const idle = await work(device);
      expect(await look(anybody.api, body.id, "falsch")).toMatchObject({ code: 1203 });
      const guessed = await work(device);
      const about = await look(anybody.api, body.id, BACKUP_PASSWORD);
      // By what the right one costs: machines differ.
      expect(guessed - idle).toBeLessThan(4 * ((await work(device)) - guessed));
      expect(about).toMatchObject({ code: 0, encrypted: true, password: true, left: [] });
      expect(about.parts.find(({ name }) => name === "license")).toMatchObject({ moves: false });
      expect(about.parts.find(({ name }) => name === "certificates")).toMatchObject({ chosen: false });
      // It replaces the other one: everything that can move does.
      const parts = about.parts.filter(({ moves }) => moves).map(({ name }) => name);
      const started = await anybody.api.post("/backup/restore/start", {
        id: body.id,
        pwd: BACKUP_PASSWORD,
        parts,
      });
      expect(started.body["code"], JSON.stringify(started.body)).toBe(0);
      expect(await outcome(device.url, body.id)).toMatchObject({ state: "done" });
      // Nobody is signed in, and the password of the backup applies.
      expect((await anybody.api.get("/pods")).status).toBe(401);
      await device.api.signIn(OLD_PASSWORD);
      expect(await items(device)).toEqual(before);
      expect(await opens(device, secrets)).toEqual({ token: 200, password: 200, metrics: 200 });
      expect(await identity(device.api)).toEqual(await identity(source.api));
      expect((await device.api.get("/info")).body).toMatchObject({ system: { hub: { lastrc: 1005 } } });
      // One entry of the change log, and the licence is this device's own.
      const { body: audit } = await device.api.get("/system/audit");
      const calls = (audit as { entries: { call: string }[] }).entries.map(({ call }) => call);
      expect(calls.filter((call) => call === "restoreStart")).toHaveLength(1);
      expect((await upload(anybody, sealed)).status).toBe(401);
    } finally {
      await device.stop();
    }
  });

  it("asks for a password of its own if the backup brings none, and lacks the secrets alone", async () => {
    const device = await startProduct();
    try {
      const anybody = anybodyAt(device);
      const { body } = await upload(anybody, plain);
      const about = await look(anybody.api, body.id);
      expect(about).toMatchObject({ encrypted: false, password: false });
      const start = (first?: string) =>
        anybody.api.post("/backup/restore/start", {
          id: body.id,
          parts: chosen(about),
          ...(first === undefined ? {} : { first }),
        });
      expect((await start()).status).toBe(400);
      expect((await start("Neues-Gerät-1!")).body["code"]).toBe(0);
      expect(await outcome(device.url, body.id)).toMatchObject({ state: "done" });
      expect((await anybody.api.post("/set_init_pwd", { pwd: "Fremder-2026!" })).status).toBe(409);
      await device.api.signIn("Neues-Gerät-1!");
      const now = await items(device);
      const secret = new Set(
        ["users", "forwarding", "podToken", "keyring", "broker", "vpn", "tunnels"].concat(
          // Its private key is in encrypted backups only.
          ["certificate", "served", "metrics", "backup"],
        ),
      );
      const open = (all: typeof now) => Object.entries(all).filter(([name]) => !secret.has(name));
      expect(now.certificate).toBeNull();
      expect(Object.fromEntries(open(now))).toEqual(Object.fromEntries(open(before)));
      expect(JSON.stringify(now)).not.toMatch(/"(has_[a-z_]+|pwd|token)":true/);
      expect(await opens(device, secrets)).toEqual({ token: 401, password: 401, metrics: 401 });
      // What was said to be left out is what is missing.
      expect(about.left.join("\n")).toMatch(/Benutzer:.*\n[^]*Mosquitto:/);
      expect(await identity(device.api)).not.toEqual(await identity(source.api));
    } finally {
      await device.stop();
    }
  });

  it("slows down whoever guesses the backup's password", async () => {
    const device = await startProduct({ vendor: false });
    try {
      const anybody = anybodyAt(device);
      const { body } = await upload(anybody, sealed);
      const codes: number[] = [];
      for (let i = 0; i < 7; i += 1) codes.push((await look(anybody.api, body.id, `falsch ${i}`)).code);
      expect(codes.slice(0, 5)).toEqual([1203, 1203, 1203, 1203, 1203]);
      expect(new Set(codes.slice(5))).toEqual(new Set([1204]));
      expect((await look(anybody.api, body.id, BACKUP_PASSWORD)).code).toBe(1204);
    } finally {
      await device.stop();
    }
  });
});

describe("a device in use", () => {
  const PASSWORD = "Gerät-in-Betrieb-1!";
  let device: Product;
  const stateConfig = async () =>
    (await device.api.get("/state/config")).body as { influxdb: { org: string } };
  const org = async () => (await stateConfig()).influxdb.org;
  beforeAll(async () => {
    device = await startProduct();
    await device.api.signIn(PASSWORD);
    await licensed(device.api);
    const influx = { active: false, server: "influxdb:8086", token: "t", org: "alt", bucket: "b" };
    await device.api.post("/state/config/influxdb", influx);
  });
  afterAll(() => device?.stop());

  it("refuses a backup of a newer version, and a database of a newer one, with the reason", async () => {
    const newer = await changedBackup(plain, folder(), "newer", async (content) => {
      const file = path.join(content, "manifest.json");
      const text = await readFile(file, "utf8");
      await writeFile(file, text.replace(/"version": "[^"]*"/, '"version": "99.0.0"'));
    });
    const { body } = await upload(device, newer);
    const about = await look(device.api, body.id);
    expect(about).toMatchObject({ code: 1702, message: expect.stringContaining("99.0.0") });
    const schema = await changedBackup(plain, folder(), "schema", (content) =>
      inDatabase(content, "pragma user_version=99"),
    );
    expect(await restoreFile(device, schema)).toMatchObject({
      state: "failed",
      message: expect.stringContaining("neueren"),
    });
    expect(await org()).toBe("alt");
  });

  it("runs nothing of a database, and takes no project, that no release of ours makes", async () => {
    const trigger = "create trigger evil before insert on session begin select raise(abort, 'no'); end";
    const evil = await changedBackup(plain, folder(), "evil", (content) => inDatabase(content, trigger));
    expect(await restoreFile(device, evil)).toMatchObject({
      state: "failed",
      message: expect.stringContaining("„evil“"),
    });
    const strange = await changedBackup(plain, folder(), "strange", async (content) => {
      const versions = path.join(content, "project/projects/versions");
      for (const version of await readdir(versions)) {
        const file = path.join(versions, version, "compiled.json");
        const project = JSON.parse(await readFile(file, "utf8")) as { pods: object[] };
        const pod = {
          id: "constructor.a",
          type: "constructor",
          name: "a",
          internal: true,
          ifaces: [],
          channels: [],
        };
        await writeFile(file, JSON.stringify({ ...project, pods: [...project.pods, pod] }));
      }
    });
    expect(await restoreFile(device, strange)).toMatchObject({
      state: "failed",
      message: expect.stringContaining("„constructor“"),
    });
    expect(await org()).toBe("alt");
  });

  it("has its old state back if the restored one does not come up", async () => {
    const broken = await changedBackup(plain, folder(), "broken", async (content) => {
      const file = path.join(content, "project/projects/current.json");
      const current = JSON.parse(await readFile(file, "utf8")) as object;
      await writeFile(file, JSON.stringify({ ...current, version: "99", next: 100 }));
    });
    const { message, state } = await restoreFile(device, broken);
    expect([state, message]).toEqual(["failed", expect.stringContaining("Der vorherige Stand gilt wieder")]);
    // The session of before goes on, and so do the settings.
    expect(await org()).toBe("alt");
  });

  it("migrates the database of an older release, keeps its password, and ends every session", async () => {
    const older = await changedBackup(plain, folder(), "older", (content) =>
      inDatabase(
        content,
        "alter table audit drop column who",
        "drop table passkey",
        "drop table person_factor",
        "drop table second_factor",
        "drop table session_origin",
        "drop table setting_aside",
        "drop table job",
        "drop table room",
        "pragma user_version=1",
      ),
    );
    expect(await restoreFile(device, older)).toMatchObject({ state: "done" });
    expect((await device.api.get("/pods")).status).toBe(401);
    device.api.token = undefined;
    await device.api.signIn(PASSWORD);
    expect(await org()).toBe("Haus");
    expect((await device.api.get("/wsauth/config")).body).toMatchObject({
      websocket: [{ username: "visu", pwd: false }],
    });
  });
});

async function inDatabase(content: string, ...statements: string[]): Promise<void> {
  const calls = statements.map((one) => `c.execute("${one}")`).join(";");
  const file = path.join(content, "settings/state.db");
  await run("python3", ["-c", `import sqlite3;c=sqlite3.connect("${file}",isolation_level=None);${calls}`]);
}
