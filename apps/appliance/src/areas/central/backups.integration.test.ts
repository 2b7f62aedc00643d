/** Backups of a real device come up to a real central, and are proved there: with the password left there, and without. */
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import type { SiteBackup } from "@hubwart/fleet";
import { startCentral, type TestCentral } from "@hubwart/testing";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type BuiltChildren, buildChildren, PROJECT_CHILDREN } from "../../testing/children.ts";
import { startTestApp, type TestApp } from "../../testing/test-app.ts";

const BACKUP_PASSWORD = "Passwort der Sicherung 1";
const SOON = { timeout: 40_000, interval: 200 };

let children: BuiltChildren;
let central: TestCentral;
let app: TestApp;
let token = "";
let hub = "";
beforeAll(async () => {
  children = await buildChildren(PROJECT_CHILDREN);
  central = await startCentral();
  app = await startTestApp({ childrenDir: children.folder });
  token = await app.setUp();
  const join = { address: central.address, join_token: await central.code() };
  expect((await app.post("/system/central/join", join, token)).body).toMatchObject({ code: 0 });
  const { body } = await app.get("/system/central", token);
  ({ hub } = body["joined"] as { hub: string });
}, 120_000);
afterAll(async () => {
  await app?.end();
  await central?.stop();
  await children?.remove();
});

async function share(choice: object): Promise<void> {
  const door = { open: true, may: "none", findings: true, alarms: true, ...choice };
  expect((await app.post("/system/central/save", door, token)).body).toEqual({ code: 0 });
}

/** @returns its name; a backup with another name than the one before takes a second */
async function backUp(pwd: string): Promise<string> {
  const { body: config } = await app.get("/backup/config", token);
  const { backup, mday, mode, target, time, wday } = config as Record<string, object>;
  const { has_pwd: _, ...ftp } = (target as { ftp: Record<string, unknown> }).ftp;
  const saved = { use: false, mode, time, wday, mday, backup, target: { ftp }, pwd };
  expect((await app.post("/backup/config", saved, token)).body).toMatchObject({ code: 0 });
  expect((await app.post("/backup/run", {}, token)).body).toMatchObject({ code: 0 });
  return await vi.waitFor(async () => {
    const { body } = await app.get("/backup/state", token);
    expect(body).toMatchObject({ active: false, last: { success: true } });
    return (body["files"] as { name: string }[])[0]?.name ?? "";
  }, SOON);
}

async function listed(): Promise<SiteBackup[]> {
  const { body } = await central.call("GET", `/sites/backups?hub=${hub}`);
  return body["backups"] as SiteBackup[];
}
const at = (name: string, wanted: Partial<SiteBackup>) =>
  vi.waitFor(async () => {
    const found = (await listed()).find((one) => one.name === name);
    expect(found).toMatchObject(wanted);
    return found;
  }, SOON);
const password = (name: string) => central.call("POST", "/sites/backups/password", { hub, name });
const kept = (name: string) => path.join(central.folder, "data/sites", hub, "backups", name);

describe("a site's backups at the central", () => {
  let plain = "";
  let sealed = "";

  it("are not there before the site shares them, and proved soon after", async () => {
    plain = await backUp("");
    expect(await listed()).toEqual([]);
    await share({ backups: true });
    const found = await at(plain, { state: "proved", encrypted: false, password: false, other: false });
    expect(found?.device).toMatch(/^([0-9A-F]{4} ){5}[0-9A-F]{4}$/);
    expect((await stat(kept(plain))).mode & 0o777).toBe(0o600);
    expect((await password(plain)).status).toBe(409);
  });

  it("are whole where the password stays at the site, and proved once it is left at the central", async () => {
    sealed = await backUp(BACKUP_PASSWORD);
    await at(sealed, { state: "whole", encrypted: true, password: false, device: "" });
    expect((await password(sealed)).status).toBe(409);
    await share({ backups: true, escrow: true });
    const found = await at(sealed, { state: "proved", password: true, other: false });
    expect(found?.device).not.toBe("");
    expect((await password(sealed)).body).toEqual({ code: 0, password: BACKUP_PASSWORD });
    const { body } = await central.call("GET", "/audit");
    const log = JSON.stringify(body);
    expect(log).toContain("centralBackupPassword");
    expect(log).not.toContain(BACKUP_PASSWORD);
  });

  it("are downloaded once for a ticket, byte by byte, and open at a device", async () => {
    const { body } = await central.call("POST", "/sites/backups/fetch", { hub, name: sealed });
    const where = `/sites/backups/file?ticket=${String(body["ticket"])}`;
    const file = await central.bytes(where);
    expect([file.status, file.name]).toEqual([200, sealed]);
    expect(file.body.equals(await readFile(path.join(app.dataDir, "backups", sealed)))).toBe(true);
    expect((await central.bytes(where)).status).toBe(401);
    const upload = { name: sealed, content: file.body, field: "backup" };
    const opened = await app.upload("/backup/restore/upload", upload, token);
    expect(opened.body).toMatchObject({ code: 0, encrypted: true });
    const look = { id: opened.body["id"], pwd: BACKUP_PASSWORD };
    const { body: about } = await app.post("/backup/restore/look", look, token);
    expect(about).toMatchObject({ code: 0, origin: { from: "own" }, password: true });
  });

  it("come once, whatever starts anew", async () => {
    const { received } = (await listed())[0] ?? expect.fail();
    const { dataDir } = app;
    await central.restart();
    await app.end(true);
    app = await startTestApp({ childrenDir: children.folder, dataDir });
    ({ token } = (await app.post("/login", { pwd: "Ein gutes Passwort 1!" })).body as { token: string });
    const another = await backUp(BACKUP_PASSWORD);
    await at(another, { state: "proved" });
    expect((await listed()).find(({ name }) => name === sealed)).toMatchObject({ received, state: "proved" });
    expect(await readdir(path.dirname(kept(sealed)))).toEqual([plain, sealed, another].sort());
  }, 60_000);

  it("that an administrator removed stay away, and their password is gone", async () => {
    expect((await central.call("POST", "/sites/backups/remove", { hub, name: sealed })).status).toBe(200);
    expect((await password(sealed)).status).toBe(404);
    await share({ backups: true, escrow: false });
    await vi.waitFor(async () => {
      const left = await listed();
      expect(left.map(({ name, password: there }) => [name === sealed, there])).toEqual([
        [false, false],
        [false, false],
      ]);
    }, SOON);
    expect(await readdir(path.dirname(kept(sealed)))).not.toContain(sealed);
    expect(JSON.stringify((await central.call("GET", "/audit")).body)).toContain("siteEscrowWithdrawn");
    // What is on the device stays there.
    expect(await readdir(path.join(app.dataDir, "backups"))).toContain(sealed);
  });

  it("stay when the site is revoked", async () => {
    await central.call("POST", "/sites/revoke", { hub });
    expect(await listed()).toHaveLength(2);
  });
});
