/** People of a central and the secrets of a draft: the real compiler, the real process that tries connections, real sockets. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import type { DraftCell, DraftDocument, DraftOperation } from "@hubwart/contract";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type BuiltChildren, buildChildren, PROJECT_CHILDREN } from "../../testing/children.ts";
import { ObedientHub } from "../../testing/obedient-hub.ts";
import { startTestApp, type TestApp } from "../../testing/test-app.ts";

let app: TestApp;
let local = "";
let anna = "";
let otto = "";
let children: BuiltChildren;
/** Takes connections, and counts them. */
let stranger: Server;
let port = 0;
let came = 0;
const hub = new ObedientHub();
const central = (id: string) =>
  app.context.remoteCallers.begin({
    who: { kind: "central", id: `central:${id}`, name: id, owner: "Zentrale" },
    level: "engineer",
    bounds: undefined,
  }).token;

beforeAll(async () => {
  children = await buildChildren(PROJECT_CHILDREN);
  app = await startTestApp({
    childrenDir: children.folder,
    hubConnection: hub,
    launcher: hub.launcher,
  });
  hub.file = app.context.layout.currentProject;
  local = await app.setUp();
  [anna, otto] = [central("anna"), central("otto")];
  stranger = createServer((socket) => {
    came += 1;
    socket.on("error", () => undefined).destroy();
  }).listen(0, "127.0.0.1");
  await once(stranger, "listening");
  ({ port } = stranger.address() as AddressInfo);
  const content = new TextEncoder().encode(
    "id;host;port;user;password\nmqtt.a;127.0.0.1;1;hub;Sehr-Geheim-1\n",
  );
  const file = { name: "pods.csv", content, field: "myfile" };
  const imported = await app.upload("/project/drafts/import", file, local);
  const draft = String(imported.body["id"]);
  await steps(draft, 0, local, [
    {
      op: "addTable",
      after: null,
      table: {
        id: "project",
        name: "project",
        above: [],
        columns: ["key", "value"].map((name) => ({ id: name, name })),
        rows: [{ id: "id", cells: { key: "id", value: "haus" } }],
      },
    },
  ]);
  expect((await publish(draft, 1, local)).body).toMatchObject({ code: 0 });
});
afterAll(async () => {
  stranger.close();
  await app.end();
  await children.remove();
});
beforeEach(() => {
  came = 0;
});

const post = async (place: string, body: object, token: string) =>
  (await app.post(`/project/drafts${place}`, body, token)).body;
const publish = (draft: string, seq: number, token: string) =>
  app.post(`/project/drafts/${draft}/publish`, { seq, replace: true }, token);
const attempt = (draft: string, row: string, token: string) =>
  app.post(`/project/drafts/${draft}/connection`, { row }, token);
async function steps(draft: string, after: number, token: string, ops: DraftOperation[]): Promise<void> {
  const answer = await post(
    `/${draft}/steps`,
    { after, steps: [{ key: `k${after}`, label: "x", ops }] },
    token,
  );
  expect(answer).toMatchObject({ code: 0, missing: [] });
}
const version = async () =>
  (
    (await app.get("/project/history", local)).body["versions"] as { current: boolean; version: string }[]
  ).find(({ current }) => current)?.version;

/** A draft of what runs, its one row of an interface, and how to set a cell of it. */
async function begun(token: string) {
  const draft = String((await post("", { name: "Umbau", from: "running" }, token))["id"]);
  const { document } = (await app.get(`/project/drafts/${draft}`, token)).body as { document: DraftDocument };
  const table = document.tables.find(({ name }) => name === "pods");
  const row = table?.rows[0];
  if (!table || !row) throw new Error("no pods");
  const column = (name: string) => table.columns.find((one) => one.name === name)?.id ?? "";
  const set = (name: string, value: DraftCell): DraftOperation => ({
    op: "set",
    table: table.id,
    cells: [[row.id, column(name), value]],
  });
  const insert = (cells: Record<string, DraftCell>): DraftOperation => ({
    op: "insert",
    table: table.id,
    after: row.id,
    rows: [
      {
        id: "neu",
        cells: Object.fromEntries(Object.entries(cells).map(([name, value]) => [column(name), value])),
      },
    ],
  });
  return { draft, row: row.id, secret: row.cells[column("password")] ?? null, set, insert };
}

const ONLY = `Die gespeicherten Zugangsdaten gehen nur an 127.0.0.1:1.`;

it("lets people of a central change a project, and send no stored password to another server", async () => {
  const { draft, row, set } = await begun(anna);
  await steps(draft, 0, anna, [set("port", port)]);
  const before = await version();
  const refused = await publish(draft, 1, anna);
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining(ONLY)]);
  expect(JSON.stringify(refused.body)).toContain("mqtt.a, Schnittstelle main");
  const tried = await attempt(draft, row, anna);
  expect([tried.status, JSON.stringify(tried.body)]).toEqual([400, expect.stringContaining(ONLY)]);
  expect([came, await version()]).toEqual([0, before]);
  // A check sends nothing; neither does what goes where it went.
  expect(await post(`/${draft}/check`, { seq: 1 }, anna)).toMatchObject({ code: 0 });
  await steps(draft, 1, anna, [set("port", 1), set("user", "anderer")]);
  expect((await attempt(draft, row, anna)).body).toHaveProperty("steps");
  expect((await publish(draft, 2, anna)).body).toMatchObject({ code: 0 });
  expect(await version()).not.toBe(before);
});

it("takes no copy of a stored password into another row", async () => {
  const { draft, insert, secret } = await begun(anna);
  await steps(draft, 0, anna, [
    insert({ id: "mqtt.b", host: "127.0.0.1", port, user: "x", password: secret }),
  ]);
  expect((await publish(draft, 1, anna)).status).toBe(400);
  expect((await attempt(draft, "neu", anna)).status).toBe(400);
  expect(came).toBe(0);
});

it("sends anywhere what they typed themselves, and not what somebody else of the central typed", async () => {
  const { draft, insert } = await begun(anna);
  const cells = { id: "mqtt.b", host: "127.0.0.1", port, user: "x", password: "Von-Anna-1" };
  await steps(draft, 0, anna, [insert(cells)]);
  expect((await publish(draft, 1, otto)).status).toBe(400);
  expect((await attempt(draft, "neu", otto)).status).toBe(400);
  expect(came).toBe(0);
  expect((await attempt(draft, "neu", anna)).body).toHaveProperty("steps");
  expect(came).toBeGreaterThan(0);
  expect((await publish(draft, 1, anna)).body).toMatchObject({ code: 0 });
});

it("keeps nothing from who is at the device", async () => {
  const { draft, row, set } = await begun(local);
  await steps(draft, 0, local, [set("port", port)]);
  expect((await attempt(draft, row, local)).body).toHaveProperty("steps");
  expect(came).toBeGreaterThan(0);
  expect((await publish(draft, 1, local)).body).toMatchObject({ code: 0 });
});
