/** What a real central wants a real device to be set to: found, and made so by somebody who may. */
import type { SiteDrift } from "@hubwart/fleet";
import { startCentral, type TestCentral } from "@hubwart/testing";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { startTestApp, type TestApp } from "../../testing/test-app.ts";

let central: TestCentral;
let app: TestApp;
let token = "";
let group = "";
beforeAll(async () => {
  central = await startCentral();
  app = await startTestApp();
  token = await app.setUp();
  const join = {
    address: central.address,
    join_token: await central.code({ name: "Haus", tags: ["hotel"] }),
  };
  expect((await app.post("/system/central/join", join, token)).body).toMatchObject({ code: 0 });
  const made = await central.call("POST", "/groups/save", { name: "Hotels", rule: "tag hotel" });
  group = String(made.body["id"]);
});
afterAll(async () => {
  await app?.end();
  await central?.stop();
});

const WANTED = {
  zone: "Europe/Vienna",
  time: { server: "ntp1.example.org", fallback: "ntp2.example.org" },
  backup: { use: true, mode: 2, time: [2, 30], wday: 1, mday: 1 },
};

async function allow(may: string): Promise<void> {
  const door = { open: true, findings: true, alarms: true, may };
  expect((await app.post("/system/central/save", door, token)).status).toBe(200);
  await vi.waitFor(
    async () => {
      const { body } = await central.call("GET", "/sites/overview");
      expect(body["sites"]).toMatchObject([{ online: true, may }]);
    },
    { timeout: 40_000, interval: 100 },
  );
}

async function site(): Promise<SiteDrift> {
  const { body } = await central.call("GET", `/desired?group=${group}`);
  return (body["sites"] as SiteDrift[])[0] ?? expect.fail();
}

async function looked(): Promise<SiteDrift> {
  const before = Date.now();
  expect((await central.call("POST", "/desired/look", { group })).status).toBe(200);
  await vi.waitFor(async () => expect((await site()).at).toBeGreaterThanOrEqual(before), 20_000);
  return await site();
}

it("tells what differs, and makes it so where the site allows it", async () => {
  expect((await central.call("POST", "/desired/save", { group, settings: WANTED })).status).toBe(200);
  const { hub } = await site();
  expect(await site()).toMatchObject({
    state: "unknown",
    at: 0,
    reason: expect.stringContaining("nicht gefragt"),
  });
  await allow("see");
  expect(await looked()).toMatchObject({ state: "unknown", reason: expect.stringContaining("Recht") });
  await allow("admin");
  expect(await looked()).toMatchObject({ state: "differs", differs: ["zone", "time", "backup"] });
  // Secrets and what is not wanted stay.
  const { body: before } = await app.get("/backup/config", token);
  const apply = await central.call("POST", "/desired/apply", { group, hubs: [hub] });
  expect(apply.body["sites"]).toMatchObject([{ state: "same", differs: [] }]);
  expect((await app.get("/network/tz/config", token)).body).toMatchObject({ zone: "Europe/Vienna" });
  const { body: after } = await app.get("/backup/config", token);
  expect(after).toMatchObject({ ...WANTED.backup, target: before["target"], backup: before["backup"] });
  const { body: log } = await app.get("/system/audit", token);
  expect(JSON.stringify(log)).toContain("Verwaltung");
});

it("forgets what it found where the wishes change, and refuses wishes that are none and sites of others", async () => {
  expect((await looked()).state).toBe("same");
  await central.call("POST", "/desired/save", { group, settings: { zone: "Europe/Berlin" } });
  expect((await site()).state).toBe("unknown");
  const save = (settings: object, of = group) =>
    central.call("POST", "/desired/save", { group: of, settings });
  expect((await save({ zone: "Mars/Nord" })).body).toMatchObject({ fields: [{ field: "settings.zone" }] });
  expect((await save({ channel: "neu" })).body).toMatchObject({ fields: [{ field: "settings.channel" }] });
  expect((await save({}, "none")).status).toBe(404);
  const apply = await central.call("POST", "/desired/apply", { group, hubs: ["abcdefabcdef"] });
  expect(apply.body).toMatchObject({ fields: [{ field: "hubs" }] });
});

it("goes with its group", async () => {
  expect((await central.call("POST", "/groups/remove", { id: group })).status).toBe(200);
  expect((await central.call("GET", `/desired?group=${group}`)).status).toBe(404);
});
