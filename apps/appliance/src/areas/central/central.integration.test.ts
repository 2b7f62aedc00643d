/** The device and a real central: joining, reporting, the door, leaving. */
import { readdir, readFile, readlink, stat, writeFile } from "node:fs/promises";
import { startCentral, type TestCentral } from "@hubwart/testing";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startTestApp, type TestApp } from "../../testing/test-app.ts";

interface Joined {
  connected: boolean;
  refused: boolean;
  contact: number;
  central: string;
  hub: string;
}
interface Site {
  hub: string;
  name: string;
  online: boolean;
  state?: Record<string, unknown>;
}

let central: TestCentral;
beforeAll(async () => {
  central = await startCentral();
});
afterAll(() => central?.stop());

let app: TestApp;
let token = "";
beforeEach(async () => {
  app = await startTestApp();
  token = await app.setUp();
});
afterEach(() => app.end());

const DOOR = {
  open: true,
  may: "none",
  entrust: false,
  findings: true,
  alarms: true,
  transitions: true,
  changes: false,
  history: false,
  backups: false,
  escrow: false,
};
async function join(): Promise<void> {
  const { body } = await app.post(
    "/system/central/join",
    { address: central.address, join_token: await central.code() },
    token,
  );
  expect(body).toMatchObject({ code: 0, central: "Hubwart Zentrale" });
}
const save = (change: object) => app.post("/system/central/save", { ...DOOR, ...change }, token);
async function joined(): Promise<Joined | undefined> {
  const { body } = await app.get("/system/central", token);
  return body["joined"] as Joined | undefined;
}
const connected = (want = true) =>
  vi.waitFor(async () => expect((await joined())?.connected).toBe(want), { timeout: 8_000, interval: 50 });
async function site(hub = ""): Promise<Site | undefined> {
  const { body } = await central.call("GET", "/sites");
  return (body["sites"] as Site[]).find((one) => one.hub === hub);
}
const reported = async (wanted: object) => {
  const hub = (await joined())?.hub;
  await vi.waitFor(async () => expect((await site(hub))?.state).toMatchObject(wanted), {
    timeout: 15_000,
    interval: 200,
  });
};
/** Connections of this process to the central's NATS. */
async function sockets(): Promise<number> {
  const port = central.natsPort.toString(16).toUpperCase().padStart(4, "0");
  const names = await readdir("/proc/self/fd");
  const links = await Promise.all(names.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => "")));
  const own = new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []));
  const rows = (await readFile("/proc/net/tcp", "utf8")).split("\n").map((line) => line.trim().split(/\s+/));
  return rows.filter((row) => row[2] === `0100007F:${port}` && own.has(row[9] ?? "")).length;
}

describe("a device and its central", () => {
  it("has none at first, and no file and no connection for one", async () => {
    expect((await app.get("/system/central", token)).body).toEqual({ code: 0, ...DOOR });
    await expect(stat(app.context.layout.central)).rejects.toThrow();
    expect((await save({})).status).toBe(409);
    expect((await app.post("/system/central/leave", {}, token)).status).toBe(409);
  });

  it("joins, reports what it is, and leaves nothing behind when it leaves", async () => {
    await join();
    await connected();
    await reported({ plant: "stopped", may: "none", license: { valid: false } });
    const { mode } = await stat(app.context.layout.central);
    expect(mode & 0o777).toBe(0o600);
    const audit = JSON.stringify((await app.get("/system/audit?limit=5", token)).body);
    expect(audit).toContain("uplinkJoin");
    expect(audit).not.toMatch(/[A-Z2-7]{24}\.|BEGIN/);
    const { body } = await app.post(
      "/system/central/join",
      { address: central.address, join_token: await central.code() },
      token,
    );
    expect(body).toMatchObject({ code: 409 });
    expect((await app.post("/system/central/leave", {}, token)).body).toEqual({ code: 0 });
    expect(await sockets()).toBe(0);
    await expect(stat(app.context.layout.central)).rejects.toThrow();
    expect(await joined()).toBeUndefined();
  });

  it("says nothing through a closed door, also after a restart", async () => {
    await join();
    await connected();
    expect(await sockets()).toBe(1);
    expect((await save({ open: false })).body).toEqual({ code: 0 });
    expect(await sockets()).toBe(0);
    const { dataDir } = app;
    await app.end(true);
    app = await startTestApp({ dataDir });
    ({ token } = (await app.post("/login", { pwd: "Ein gutes Passwort 1!" })).body as { token: string });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await sockets()).toBe(0);
    expect(await joined()).toMatchObject({ connected: false });
    await save({ open: true });
    await connected();
  });

  it("shares what its site shares, and no more", async () => {
    await join();
    await connected();
    await reported({ counts: { worst: 3 } });
    await save({ findings: false, may: "see" });
    await reported({ may: "see" });
    const hub = (await joined())?.hub;
    const state = (await site(hub))?.state ?? {};
    expect(Object.keys(state)).not.toContain("findings");
    expect(Object.keys(state)).not.toContain("counts");
  });

  it("sends its change log on from the moment it is shared, and forgets where it was when it leaves", async () => {
    await join();
    await connected();
    const progress = app.context.layout.centralProgress;
    await stat(progress);
    await save({ changes: true });
    await save({ changes: true, may: "see" });
    const hub = (await joined())?.hub;
    const changes = async () => {
      const { body } = await central.call("GET", `/sites/changes?hub=${hub}`);
      return (body["entries"] as { call: string; after?: string }[]).map(({ call }) => call);
    };
    // The one that shares it is the first; what came before, joining among it, is not sent.
    await vi.waitFor(async () => expect(await changes()).toEqual(["uplinkSave", "uplinkSave"]), {
      timeout: 20_000,
      interval: 200,
    });
    expect((await app.get("/system/central", token)).body).toMatchObject({
      changes: true,
      transitions: true,
    });
    await app.post("/system/central/leave", {}, token);
    await expect(stat(progress)).rejects.toThrow();
  });

  it("is back after the central was killed, and after it was away", async () => {
    await join();
    await connected();
    await central.kill();
    await connected(false);
    await central.restart();
    await vi.waitFor(async () => expect((await joined())?.connected).toBe(true), {
      timeout: 30_000,
      interval: 100,
    });
  }, 60_000);

  it("is told that it was locked out", async () => {
    await join();
    await connected();
    const hub = (await joined())?.hub;
    await central.call("POST", "/sites/revoke", { hub });
    await vi.waitFor(async () => expect(await joined()).toMatchObject({ refused: true }), 5_000);
    const found = app.context.findings().map(({ code }) => code);
    expect(found).toContain("central-refused");
  });

  it("closes the door where its file is damaged, and says so", async () => {
    await join();
    const { dataDir } = app;
    const file = app.context.layout.central;
    await app.end(true);
    await writeFile(file, (await readFile(file, "utf8")).slice(0, 200));
    app = await startTestApp({ dataDir });
    expect(app.context.findings().map(({ code }) => code)).toContain("central-damaged");
    ({ token } = (await app.post("/login", { pwd: "Ein gutes Passwort 1!" })).body as { token: string });
    expect(await joined()).toBeUndefined();
    await join();
    expect(app.context.findings().map(({ code }) => code)).not.toContain("central-damaged");
  });

  it("names the field that is wrong", async () => {
    const wrong = { address: "http://x", join_token: await central.code() };
    const { body } = await app.post("/system/central/join", wrong, token);
    expect(body).toMatchObject({ code: 400, fields: [{ field: "address" }] });
    const other = { address: central.address, join_token: "nothing" };
    expect((await app.post("/system/central/join", other, token)).body).toMatchObject({
      fields: [{ field: "join_token" }],
    });
  });
});
