import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { startInfluxdbV2, startQuestdb } from "@hubwart/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../testing/test-app.ts";

const TOKEN = "hub:Ein-Geheimnis-77";
const BODY = {
  active: true,
  kind: "questdb",
  url: "",
  org: "",
  bucket: "",
  table: "anlage",
  buffer: 20,
};
let app: TestApp;
let session: string;
const file = () => path.join(app.context.layout.lake, "export", "settings.json");
const save = (more: object) => app.post("/resources/lake/export", { ...BODY, ...more }, session);
const get = async (name = "") => (await app.get(`/resources/lake/export${name}`, session)).body;

beforeAll(async () => {
  app = await startTestApp();
  session = await app.setUp();
});
afterAll(() => app.end());

describe("handing recorded values on", () => {
  it("is off on a new device, and leaves no file", async () => {
    expect((await get())["export"]).toMatchObject({
      active: false,
      url: "",
      table: "hubwart",
      has_token: false,
    });
    expect(await get("/status")).toMatchObject({ running: false, pending: 0, last_error: null });
    await expect(stat(file())).rejects.toThrow("ENOENT");
  });

  it("tells what is missing or wrong, by field, and stores nothing of it", async () => {
    const wrong: [object, string][] = [
      [{}, "url"],
      [{ url: "ftp://a" }, "url"],
      [{ url: "http://user:pwd@a" }, "url"],
      [{ url: "http://a:99999" }, "url"],
      [{ url: "http://a/?q" }, "url"],
      [{ url: "http://a b" }, "url"],
      [{ url: "http://a", table: "x y" }, "table"],
      [{ url: "http://a", table: 'x" DROP' }, "table"],
      [{ url: "http://a", buffer: 1 }, "buffer"],
      [{ url: "http://a", buffer: 1e9 }, "buffer"],
      [{ url: "http://a", kind: "influxdb" }, "bucket"],
    ];
    for (const [more, field] of wrong) {
      const { body, status } = await save(more);
      expect([status, JSON.stringify(body["fields"])], JSON.stringify(more)).toEqual([
        400,
        expect.stringContaining(`"field":"${field}"`),
      ]);
    }
    expect((await get())["export"]).toMatchObject({ active: false, url: "" });
  });

  it("is given to the recorder with its token, which nobody else is told", async () => {
    const quest = await startQuestdb({ token: TOKEN });
    const url = `http://127.0.0.1:${quest.port}`;
    expect((await save({ url, token: TOKEN })).status).toBe(200);
    expect((await get())["export"]).toMatchObject({ active: true, url, has_token: true });
    const given = JSON.parse(await readFile(file(), "utf8")) as Record<string, unknown>;
    expect(given).toMatchObject({
      host: "127.0.0.1",
      port: quest.port,
      tls: false,
      token: TOKEN,
      most: 20e6,
    });
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    const test = await app.post("/resources/lake/export/test", {}, session);
    expect(test.body).toMatchObject({ delivered: true, text: expect.stringContaining("QuestDB") });
    expect(quest.rows("anlage").map(({ channel }) => channel)).toEqual(["anlage.test"]);
    // Left out: it stays. Empty: it goes.
    await save({ url });
    expect((await get())["export"]).toMatchObject({ has_token: true });
    await save({ url, token: "" });
    expect((await get())["export"]).toMatchObject({ has_token: false });
    const refused = await app.post("/resources/lake/export/test", {}, session);
    expect(refused.body).toMatchObject({ delivered: false, text: expect.stringContaining("Das Token") });
    await quest.stop();
    const gone = await app.post("/resources/lake/export/test", {}, session);
    expect(gone.body).toMatchObject({ delivered: false, text: expect.stringContaining("abgelehnt") });
    const audit = JSON.stringify((await app.get("/system/audit", session)).body);
    expect(audit).toContain("lakeExportSave");
    expect(audit).not.toContain("Geheimnis");
  });

  it("reaches add-ons by their names, and a server below a path", async () => {
    await save({ url: "http://questdb:9000" });
    expect(JSON.parse(await readFile(file(), "utf8"))).toMatchObject({ host: "127.0.0.1", port: 29_000 });
    await save({ url: "https://daten.example/quest/" });
    expect(JSON.parse(await readFile(file(), "utf8"))).toMatchObject({
      host: "daten.example",
      port: 443,
      tls: true,
      base: "/quest",
    });
  });

  it("says what an InfluxDB 2 says to the test", async () => {
    const influx = await startInfluxdbV2({ org: "haus", bucket: "hub", token: "t" });
    const url = `http://127.0.0.1:${influx.port}`;
    await save({ kind: "influxdb", url, org: "haus", bucket: "anderer", token: "t" });
    const missing = await app.post("/resources/lake/export/test", {}, session);
    expect(missing.body["text"]).toContain(
      'Organisation oder Datenbank (Bucket) gibt es nicht (HTTP 404): bucket "anderer"',
    );
    await save({ kind: "influxdb", url, org: "haus", bucket: "hub", token: "t" });
    expect((await app.post("/resources/lake/export/test", {}, session)).body["delivered"]).toBe(true);
    expect(influx.lines[0]).toMatch(/^anlage,channel=anlage\.test value=1,quality=0i \d{19}$/);
    await influx.stop();
  });
});
