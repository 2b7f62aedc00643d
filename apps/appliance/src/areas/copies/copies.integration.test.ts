/** A device whose database is gone at a start, over the wire. */
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { PASSWORD, startTestApp, type TestApp } from "../../testing/test-app.ts";

let app: TestApp;
afterEach(() => app.end());

const signIn = async () => String((await app.post("/login", { pwd: PASSWORD })).body["token"]);
const findings = async (token: string) => {
  const { health } = (await app.get("/info", token)).body as {
    health: { findings: { code: string; text: string }[] };
  };
  return health.findings.filter(({ code }) => code === "store-lost").map(({ text }) => text);
};
const interval = async (token: string) =>
  ((await app.get("/state/config", token)).body["settings"] as { interval: number }).interval;

async function lost(how: "missing" | "emptied"): Promise<string> {
  app = await startTestApp();
  const before = await app.setUp();
  await app.post("/state/config/settings", { interval: 15 }, before);
  const folder = path.join(app.dataDir, "state-copies");
  app.context.store.keepCopy(folder, Date.now());
  await app.end(true);
  for (const name of readdirSync(app.dataDir)) {
    if (name.startsWith("state.db")) rmSync(path.join(app.dataDir, name));
  }
  if (how === "emptied") writeFileSync(path.join(app.dataDir, "state.db"), "");
  app = await startTestApp({ dataDir: app.dataDir, launched: true });
  return await signIn();
}

describe("settings that were lost", () => {
  it.each(["missing", "emptied"] as const)(
    "with a database that was %s are told and taken back",
    async (how) => {
      const token = await lost(how);
      expect(await findings(token)).toEqual([
        expect.stringMatching(/^Die Datenbank der Einstellungen .+ kann wiederhergestellt werden\.$/),
      ]);
      expect(await interval(token)).toBe(0);
      const { body } = await app.get("/system/copies", token);
      const [copy] = body["copies"] as { name: string }[];
      expect(body["loss"]).toMatchObject({ kind: how });
      expect((await app.post("/system/copies/restore", { name: "state-1.db" }, token)).status).toBe(404);
      expect((await app.post("/system/copies/restore", { name: "../state.db" }, token)).status).toBe(400);
      expect((await app.post("/system/copies/restore", { name: copy?.name }, token)).body["code"]).toBe(0);
      expect(app.sent.length).toBeGreaterThan(0);
      expect([await interval(token), await findings(token)]).toEqual([15, []]);
      const entries = (await app.get("/system/audit", token)).body["entries"] as { call: string }[];
      expect(entries.map(({ call }) => call)).toEqual(
        expect.arrayContaining(["copyTakeBack", "stateSettingsSave"]),
      );
    },
  );

  it("are done without once somebody says so", async () => {
    const token = await lost("missing");
    expect((await app.post("/system/copies/dismiss", {}, token)).body["code"]).toBe(0);
    expect([await findings(token), await interval(token)]).toEqual([[], 0]);
  });
});
