/** A project for many sites, held against what runs on a real device: it is checked there, and nothing is changed. */
import type { ProjectSite } from "@hubwart/fleet";
import { zipOf } from "@hubwart/project/testing/zip";
import { freePort, type Product, startCentral, startProduct, type TestCentral } from "@hubwart/testing";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { PASSWORD } from "../../testing/test-app.ts";

let central: TestCentral;
let product: Product;
let port = 0;
beforeAll(async () => {
  [central, product, port] = await Promise.all([startCentral(), startProduct(), freePort()]);
  const { api } = product;
  await api.signIn(PASSWORD);
  const join = { address: central.address, join_token: await central.code({ name: "Haus" }) };
  expect((await api.post("/system/central/join", join)).body).toMatchObject({ code: 0 });
  await allow("engineer");
});
afterAll(async () => {
  await product?.stop();
  await central?.stop();
});

async function allow(may: string): Promise<void> {
  const door = { open: true, findings: true, alarms: true, transitions: false, changes: false, may };
  expect((await product.api.post("/system/central/save", door)).status).toBe(200);
  await vi.waitFor(
    async () => {
      const { body } = await central.call("GET", "/sites/overview");
      expect(body["sites"]).toMatchObject([{ online: true, may }]);
    },
    { timeout: 40_000, interval: 100 },
  );
}

/** @param path of the one channel, or a place for it */
function workbook(path: string, port: string, sites?: string): Promise<Buffer> {
  const tables: [string, string][] = [
    ["project.csv", "key;value\nid;haus\nname;Haus\n"],
    ["pods.csv", `id;port\nhttp_in.anlage;${port}\n`],
    [
      "http_in.csv",
      `pod;channel;type;dir;path;label;unit\nanlage;temperatur;float;out;${path};Temperatur;°C\n`,
    ],
  ];
  if (sites !== undefined) tables.push(["sites.csv", sites]);
  return zipOf(tables.map(([name, content]) => ({ name, content })));
}

async function save(file: Buffer, id?: string): Promise<{ status: number; body: Record<string, unknown> }> {
  return await central.call("POST", "/projects/save", {
    ...(id !== undefined && { id }),
    name: "Heizung",
    filename: "heizung.zip",
    file: file.toString("base64"),
  });
}

async function looked(id: string): Promise<ProjectSite[]> {
  expect((await central.call("POST", "/projects/look", { id })).status).toBe(200);
  return await vi.waitFor(
    async () => {
      const { body } = await central.call("GET", `/projects/one?id=${id}`);
      expect(body["asking"]).toBe(false);
      return body["sites"] as ProjectSite[];
    },
    { timeout: 60_000, interval: 200 },
  );
}

it("is the same where the site has uploaded what the central makes of it, and says what differs elsewhere", async () => {
  const sites = `site;port;weg\nHaus;${port};/temperatur\nMond;1;/nichts\n`;
  const saved = await save(await workbook("{{weg}}", "{{port}}", sites));
  expect(saved.body).toMatchObject({ code: 0 });
  const id = String(saved.body["id"]);
  const [house, moon] = await looked(id);
  expect(house).toMatchObject({ site: "Haus", state: "differs", reason: "Dort läuft noch kein Projekt." });
  expect(moon).toMatchObject({ site: "Mond", state: "unknown", reason: expect.stringContaining("gibt es") });

  const running = await product.api.uploadProject(await workbook("/alt", String(port)), "haus.zip");
  expect(running.body["code"], JSON.stringify(running.body)).toBe(0);
  expect((await looked(id))[0]).toMatchObject({ state: "differs", changes: 1 });
  const { body } = await central.call("GET", `/projects/difference?id=${id}&hub=${house?.hub}`);
  expect(JSON.stringify(body["changes"])).toContain("/temperatur");

  await product.api.uploadProject(await workbook("/temperatur", String(port)), "haus.zip");
  expect((await looked(id))[0]).toMatchObject({ state: "same", changes: 0 });
  // Nothing is left there.
  expect((await product.api.get("/project/drafts")).body["drafts"]).toEqual([]);

  const wrong = await save(await workbook("{{weg}}", "{{port}}", "site;port;weg\nHaus;keiner;/t\n"), id);
  expect(wrong.body).toMatchObject({ code: 0 });
  expect((await looked(id))[0]).toMatchObject({ state: "errors", reason: expect.stringContaining("pods") });
  await allow("operate");
  expect((await looked(id))[0]).toMatchObject({ state: "unknown", reason: expect.stringContaining("Recht") });
}, 180_000);

it("is published to the site, which runs it then, and is looked at for a while", async () => {
  await allow("engineer");
  const { body } = await central.call("GET", "/projects");
  const { id } = (body["projects"] as { id: string }[])[0] ?? expect.fail();
  expect(
    (await save(await workbook("{{weg}}", "{{port}}", `site;port;weg\nHaus;${port};/neu\n`), id)).status,
  ).toBe(200);
  const begun = await central.call("POST", "/projects/publish", { id });
  expect(begun.body).toMatchObject({ code: 0 });
  const rollout = String(begun.body["id"]);
  await vi.waitFor(
    async () => {
      const { body: one } = await central.call("GET", `/rollouts/one?id=${rollout}`);
      expect(one["sites"]).toMatchObject([{ name: "Haus", state: "trial", reason: "" }]);
    },
    { timeout: 90_000, interval: 500 },
  );
  expect((await looked(id))[0]).toMatchObject({ state: "same" });
  const { body: history } = await product.api.get("/project/history");
  const [now] = history["versions"] as { current: boolean; note: string }[];
  expect(now).toMatchObject({ current: true, note: "Zentrale: Heizung" });
  expect((await product.api.get("/project/drafts")).body["drafts"]).toEqual([]);
  const { body: log } = await product.api.get("/system/audit");
  expect(JSON.stringify(log)).toContain("Verwaltung");
  // While it is looked at, nothing is put back.
  expect((await central.call("POST", "/rollouts/set", { id: rollout, does: "end" })).status).toBe(200);
  expect((await central.call("POST", "/projects/back", { rollout })).status).toBe(409);
}, 180_000);

it("refuses what is no workbook for many sites, at its field, and keeps what is there", async () => {
  const before = (await central.call("GET", "/projects")).body["projects"];
  for (const [file, text] of [
    [await workbook("/a", "1"), "„sites“ fehlt"],
    [await workbook("{{nichts}}", "1", "site;port\nHaus;1\n"), "{{nichts}}"],
    [Buffer.from("kein Archiv"), "nicht lesbar"],
    [await zipOf([]), "nicht lesbar"],
  ] as const) {
    const { body, status } = await save(file);
    // The name is another one's.
    expect([status, body["message"] ?? body["fields"]], text).not.toEqual([200, undefined]);
    const other = await central.call("POST", "/projects/save", {
      name: "Anderes",
      filename: "anderes.zip",
      file: file.toString("base64"),
    });
    expect(JSON.stringify(other.body["fields"]), text).toContain(text);
  }
  expect((await central.call("GET", "/projects")).body["projects"]).toEqual(before);
});
