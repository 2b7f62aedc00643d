/** Files of a real device through a real central: what comes, what goes, what a broken connection leaves, and what a hostile central gets. */
import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import {
  pieceMessage,
  readPiece,
  subjectsOf,
  TRANSFER_LIMITS,
  type TransferPiece,
  transferTold,
} from "@hubwart/fleet";
import { zipOf } from "@hubwart/project/testing/zip";
import { startCentral, type TestCentral } from "@hubwart/testing";
import type { NatsConnection } from "@nats-io/transport-node";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { unpacked } from "../../testing/bounded-plant.ts";
import { type BuiltChildren, buildChildren, PROJECT_CHILDREN } from "../../testing/children.ts";
import { startTestApp, type TestApp } from "../../testing/test-app.ts";
import { asCentral, rawCall } from "./testing/hostile.ts";

let children: BuiltChildren;
let central: TestCentral;
let app: TestApp;
let token = "";
let hub = "";
let hostile: NatsConnection;
/** A workbook that a draft may begin with. */
let workbook: Buffer;
beforeAll(async () => {
  children = await buildChildren(PROJECT_CHILDREN);
  central = await startCentral();
  app = await startTestApp({ childrenDir: children.folder });
  token = await app.setUp();
  const join = { address: central.address, join_token: await central.code({ name: "Hotel Nord" }) };
  expect((await app.post("/system/central/join", join, token)).body).toMatchObject({ code: 0 });
  await connected();
  hostile = await asCentral(central, app);
  await allow("engineer");
  workbook = (await fetched("projectTemplate")).body;
});
afterAll(async () => {
  await hostile?.close();
  await app?.end();
  await central?.stop();
  await children?.remove();
});
beforeEach(() => allow("engineer"));

const allow = async (may: string, open = true) =>
  expect(
    (await app.post("/system/central/save", { open, may, findings: true, alarms: true }, token)).status,
  ).toBe(200);
async function connected(): Promise<void> {
  await vi.waitFor(
    async () => {
      const { body } = await app.get("/system/central", token);
      expect(body["joined"]).toMatchObject({ connected: true });
      hub = (body["joined"] as { hub: string }).hub;
    },
    { timeout: 40_000, interval: 50 },
  );
}
type Told = Record<string, unknown> & { status: number; answer: Record<string, unknown> };
async function asked(what: string, body: object): Promise<Told> {
  const told = await central.call("POST", `/sites/files/${what}`, { hub, ...body });
  expect([told.status, told.body]).toMatchObject([200, { code: 0 }]);
  return told.body as Told;
}
async function fetched(call: string, more: object = {}) {
  const { ticket } = await asked("fetch", { call, ...more });
  return await central.bytes(`/sites/files/file?ticket=${String(ticket)}`);
}
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
async function begun(call: string, bytes: Buffer, more: object = {}): Promise<string> {
  const { transfer } = await asked("begin", { call, name: "halle.xlsx", size: bytes.length, ...more });
  return String(transfer);
}
async function sendPieces(transfer: string, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length; at += TRANSFER_LIMITS.piece) {
    const data = bytes.subarray(at, at + TRANSFER_LIMITS.piece).toString("base64");
    expect(await asked("piece", { transfer, at, data })).toMatchObject({ status: 200 });
  }
}
const ended = (transfer: string, bytes: Buffer, hash = sha256(bytes)) =>
  asked("end", { transfer, size: bytes.length, sha256: hash });
const drafts = async () => (await app.get("/project/drafts", token)).body["drafts"] as { name: string }[];
const newest = async () =>
  ((await app.get("/system/audit?limit=1", token)).body["entries"] as Record<string, unknown>[])[0];
const WHO = { kind: "central", name: "Verwaltung", owner: "Hubwart Zentrale" };

describe("a file of a site", () => {
  it("is the one that the device itself gives, in both change logs", async () => {
    const { body, name, status } = await fetched("projectTemplate");
    expect([status, name, body.subarray(0, 2).toString()]).toEqual([200, "projekt-vorlage.xlsx", "PK"]);
    expect(await newest()).toMatchObject({
      call: "projectTemplate",
      who: WHO,
      after: { filename: "projekt-vorlage.xlsx" },
    });
    const log = await central.call("GET", "/audit?limit=1");
    expect(log.body["entries"]).toMatchObject([
      {
        call: "centralSiteFileFetch",
        detail: {
          hub,
          name: "Hotel Nord",
          call: "projectTemplate",
          status: 200,
          file: "projekt-vorlage.xlsx",
        },
      },
    ]);
  });
  it("comes with what keeps a browser from showing or running it, once", async () => {
    const { ticket } = await asked("fetch", { call: "projectTemplate" });
    const where = `/sites/files/file?ticket=${String(ticket)}`;
    const { headers } = await central.bytes(where);
    expect(headers).toMatchObject({
      "content-type": "application/octet-stream",
      "content-disposition": 'attachment; filename="projekt-vorlage.xlsx"',
      "content-security-policy": expect.stringContaining("sandbox"),
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
    expect((await central.bytes(where)).status).toBe(401);
  });
  it("is refused with the site's words where it allows less", async () => {
    await allow("see");
    const told = await asked("fetch", { call: "projectDownload", query: { src: "backup" } });
    expect(told).toMatchObject({ status: 403, answer: { code: 1205 } });
    expect(told["ticket"]).toBeUndefined();
    await allow("admin");
    const none = await asked("fetch", { call: "projectDownload", query: { src: "backup" } });
    expect(none).toMatchObject({ status: 200, answer: { message: "Es ist kein Projekt vorhanden." } });
    expect(none["ticket"]).toBeUndefined();
    for (const call of ["backupDownload", "openapi", "hostnameSave"])
      expect((await central.call("POST", "/sites/files/fetch", { hub, call })).status).toBe(400);
  });
  it("is the log, the change log and the diagnostics as well, for who may see them", async () => {
    await allow("admin");
    for (const [call, start] of [
      ["systemLog", ""],
      ["auditDownload", ""],
      ["systemInfo", "\u001f"],
    ] as const) {
      const { body, status } = await fetched(call);
      expect([call, status, body.length > 50]).toEqual([call, 200, call !== "systemLog"]);
      expect(body.toString("latin1").startsWith(start)).toBe(true);
    }
  });
  it("does not come through a door that closes meanwhile", async () => {
    const { ticket } = await asked("fetch", { call: "projectTemplate" });
    await allow("engineer", false);
    const { body, headers, status } = await central.bytes(`/sites/files/file?ticket=${String(ticket)}`);
    expect([status, headers["content-disposition"]]).toEqual([503, undefined]);
    expect(JSON.parse(body.toString())).toMatchObject({ code: 503, message: expect.any(String) });
    await allow("engineer");
    await connected();
    expect((await fetched("projectTemplate")).body.equals(workbook)).toBe(true);
  });
});

describe("a project with passwords", () => {
  const SECRET = "pumpe-im-keller";
  it("comes without them, or encrypted as the site keeps it, and not at all in clear", async () => {
    await allow("admin");
    const tables: [string, string][] = [
      ["project.csv", "key;value\nid;haus\nname;Haus\n"],
      ["pods.csv", `id;host;port;user;password\nmqtt.halle;127.0.0.1;1883;haus;${SECRET}\n`],
      ["mqtt.csv", "pod;channel;type;dir;topic\nhalle;t;float;in;t\n"],
    ];
    const content = await zipOf(tables.map(([name, text]) => ({ name, content: text })));
    const sent = { name: "haus.zip", content, field: "myfile" };
    const { body } = await app.upload("/project/drafts/import", sent, token);
    expect(body).toMatchObject({ code: 0 });
    const id = String(body["id"]);
    const local = await fetch(`${app.origin}/admin/api/project/drafts/${id}/export`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(unpacked(Buffer.from(await local.arrayBuffer()))).toContain(SECRET);
    const { body: bytes, name } = await fetched("draftExport", { params: { id } });
    expect(name).toMatch(/-ohne-passwoerter\.xlsx$/);
    expect(unpacked(bytes)).toContain("mqtt.halle");
    expect(unpacked(bytes)).not.toContain(SECRET);
    for (const src of ["compiled", "project"])
      expect(await asked("fetch", { call: "projectDownload", query: { src } })).toMatchObject({
        status: 403,
        answer: { message: expect.stringContaining("enthält Passwörter") },
      });
  });
});

describe("a file for a site", () => {
  it("is taken once it is there whole, in the name of the person", async () => {
    const before = (await drafts()).length;
    const transfer = await begun("draftImport", workbook, { fields: { name: "Aus der Ferne" } });
    await sendPieces(transfer, workbook);
    expect((await drafts()).length).toBe(before);
    expect(await ended(transfer, workbook)).toMatchObject({ status: 200, answer: { code: 0 } });
    expect((await drafts()).map(({ name }) => name)).toContain("Aus der Ferne");
    expect(await newest()).toMatchObject({ call: "draftImport", who: WHO });
    const log = await central.call("GET", "/audit?limit=1");
    expect(log.body["entries"]).toMatchObject([
      { call: "centralSiteFileEnd", detail: { hub, sha256: sha256(workbook), status: 200 } },
    ]);
    expect(await readdir(app.context.layout.centralIncoming)).toEqual([]);
  });
  it("changes nothing where its hash is another, a part is missing, or the connection broke", async () => {
    const before = (await drafts()).length;
    const wrong = await begun("draftImport", workbook);
    await sendPieces(wrong, workbook);
    const told = await ended(wrong, workbook, sha256(Buffer.from("x")));
    expect([told.status, told.answer["message"]]).toEqual([400, expect.stringContaining("nichts geändert")]);
    const half = await begun("draftImport", workbook);
    expect((await ended(half, workbook)).status).toBe(400);
    const broken = await begun("draftImport", workbook);
    await sendPieces(broken, workbook);
    await allow("engineer", false);
    await allow("engineer");
    await connected();
    expect((await ended(broken, workbook)).status).toBe(410);
    expect((await drafts()).length).toBe(before);
    await vi.waitFor(async () => expect(await readdir(app.context.layout.centralIncoming)).toEqual([]));
  });
  it("is refused at once where the site allows less, or it is too large", async () => {
    await allow("operate");
    const small = { call: "draftImport", name: "a.xlsx", size: 4 };
    expect(await asked("begin", small)).toMatchObject({ status: 403 });
    await allow("engineer");
    const plan = await asked("begin", { ...small, call: "planUpload", size: 5 * 1024 ** 2 });
    expect([plan.status, plan.answer["message"]]).toEqual([413, expect.stringContaining("bis zu 4 MB")]);
    const large = { hub, ...small, size: TRANSFER_LIMITS.up + 1 };
    expect((await central.call("POST", "/sites/files/begin", large)).status).toBe(400);
    for (const call of ["restoreUpload", "certUpload", "tlsOwnUpload", "knxKeyring", "htdocsUpload"])
      expect((await central.call("POST", "/sites/files/begin", { hub, ...small, call })).status).toBe(400);
  });
});

describe("a hostile central", () => {
  const id = (n: number) => `${n}`.padStart(24, "e");
  const file = (n: number) => ({ id: id(n), name: "a.xlsx", size: workbook.length });
  const piece = async (head: Partial<TransferPiece>, bytes: Uint8Array = new Uint8Array()) => {
    const whole = { v: 1, person: "eve", level: "admin", at: 0, does: "read", file: id(0), ...head } as const;
    return (await hostile.request(subjectsOf(hub).call, pieceMessage(whole, bytes), { timeout: 20_000 }))
      .data;
  };
  const statusOf = (data: Uint8Array) =>
    (JSON.parse(Buffer.from(data).toString()) as { status: number }).status;

  it("opens and sends nothing beyond the level, and nothing of what stays closed", async () => {
    await allow("see");
    for (const call of ["projectTemplate", "draftImport", "projectRun", "systemInfo"])
      expect(
        (await rawCall(hostile, hub, { call, params: { action: "upload" }, file: file(1) })).status,
      ).toBe(403);
    await allow("admin");
    for (const call of [
      "backupDownload",
      "restoreUpload",
      "knxKeyring",
      "certUpload",
      "htdocsUpload",
      "people",
    ])
      expect([call, (await rawCall(hostile, hub, { call, file: file(2) })).status]).toEqual([call, 403]);
  });
  it("fills no disk and no memory: not with many, not with too much, and not with what it never ends", async () => {
    const statuses = [];
    for (let n = 10; n < 16; n += 1)
      statuses.push((await rawCall(hostile, hub, { call: "draftImport", file: file(n) })).status);
    expect(statuses).toEqual([200, 200, 503, 503, 503, 503]);
    const much = await piece({ file: id(10), does: "write" }, Buffer.alloc(TRANSFER_LIMITS.piece));
    expect(statusOf(much)).toBe(409);
    await allow("see");
    await allow("engineer");
    await vi.waitFor(async () => expect(await readdir(app.context.layout.centralIncoming)).toEqual([]));
    for (let n = 20; n < 22; n += 1)
      expect((await rawCall(hostile, hub, { call: "projectTemplate", file: file(n) })).status).toBe(200);
    expect((await rawCall(hostile, hub, { call: "projectTemplate", file: file(22) })).status).toBe(503);
    const first = readPiece(transferTold, await piece({ file: id(20) }));
    expect(first?.head).toMatchObject({ at: 0, last: true });
    await piece({ file: id(21), does: "drop" });
  });
  it("breaks nothing with what is no piece", async () => {
    for (const text of ["\n", "{}\n", "null\nx", `{"v":1,"file":"${id(1)}","does":"all"}\n`, "[[[\n"])
      expect((await rawCall(hostile, hub, text)).status).toBe(400);
    expect(statusOf(await piece({ file: id(99) }))).toBe(410);
    expect((await app.get("/info")).status).toBe(200);
  });
});
