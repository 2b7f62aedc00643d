/** Drafts over HTTP: real server, real compiler in its process; only the hub is scripted. */
import { readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import type { DraftDocument, DraftEntry, DraftOperation } from "@hubwart/contract";
import { repoRoot } from "@hubwart/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BuiltChildren, buildChildren, PROJECT_CHILDREN } from "../../testing/children.ts";
import { ObedientHub } from "../../testing/obedient-hub.ts";
import { PASSWORD, startTestApp, type TestApp } from "../../testing/test-app.ts";

let app: TestApp;
let token = "";
let children: BuiltChildren;
const hub = new ObedientHub();
const example = (name: string) => readFile(path.join(repoRoot(), "examples", name));

const start = (dataDir?: string) =>
  startTestApp({
    childrenDir: children.folder,
    hubConnection: hub,
    launcher: hub.launcher,
    ...(dataDir === undefined ? {} : { dataDir }),
  });

beforeAll(async () => {
  children = await buildChildren(PROJECT_CHILDREN);
  app = await start();
  hub.file = app.context.layout.currentProject;
  token = await app.setUp();
});
afterAll(async () => {
  await app.end();
  await children.remove();
});

const post = async (place: string, body: object) =>
  (await app.post(`/project/drafts${place}`, body, token)).body;
const get = async (place: string) => (await app.get(`/project/drafts${place}`, token)).body;
const importFile = async (name: string, content: Uint8Array) =>
  (await app.upload("/project/drafts/import", { name, content, field: "myfile" }, token)).body;
const documentOf = async (id: string) => (await get(`/${id}`)).document as DraftDocument;
const step = (key: string, ...ops: DraftOperation[]) => ({ key, label: key, ops });
const exported = async (id: string) => {
  const response = await fetch(`${app.origin}/admin/api/project/drafts/${id}/export`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
};
const hashOf = async (name: string, content: Uint8Array) => {
  const { body } = await app.upload("/project/check", { name, content, field: "myfile" }, token);
  return [body["new_hash"], body["errors"]];
};

it("means what the workbook means that it came from, for each example, and exported again too", async () => {
  const names = (await readdir(path.join(repoRoot(), "examples"))).filter((name) =>
    /\.(xlsx|zip)$/.test(name),
  );
  expect(names.length).toBeGreaterThan(5);
  for (const name of names) {
    const content = await example(name);
    const [hash] = await hashOf(name, content);
    const { id } = await importFile(name, content);
    const { new_hash: checked } = await post(`/${String(id)}/check`, { seq: 0 });
    expect([name, checked]).toEqual([name, hash]);
    const document = await documentOf(String(id));
    const ending = Object.keys(document.scripts).length > 0 ? "zip" : "xlsx";
    expect([name, (await hashOf(`entwurf.${ending}`, await exported(String(id))))[0]]).toEqual([name, hash]);
    expect(await post(`/${String(id)}/delete`, {})).toMatchObject({ code: 0 });
  }
});

it("is begun with the running project, changed, published, and then begins with what was published", async () => {
  await app.upload(
    "/project/upload",
    { name: "mqtt.xlsx", content: await example("mqtt.xlsx"), field: "myfile" },
    token,
  );
  const { id, rebuilt } = await post("", { name: "Umbau", from: "running" });
  expect(rebuilt).toBe(true);
  const headOf = async (of: unknown) => (await get(`/${String(of)}`))["draft"];
  expect(await headOf(id)).toMatchObject({ rebuilt: true });
  const before = await documentOf(String(id));
  const table = before.tables.find(({ name }) => name === "mqtt");
  const column = table?.columns.find(({ name }) => name === "label") ?? table?.columns[2];
  const [row] = table?.rows ?? [];
  if (!table || !column || !row) throw new Error("the example changed");
  const set = (value: string): DraftOperation => ({
    op: "set",
    table: table.id,
    cells: [[row.id, column.id, value]],
  });
  const answer = await post(`/${String(id)}/steps`, { after: 0, steps: [step("a", set("Vorlauf Nord"))] });
  expect(answer).toMatchObject({ code: 0, missing: [], done: [{ seq: 1, by: "127.0.0.1" }] });

  const late = await app.post(`/project/drafts/${String(id)}/publish`, { seq: 0 }, token);
  expect(late.status).toBe(409);
  const published = await post(`/${String(id)}/publish`, { seq: 1, note: "Beschriftung" });
  expect(published).toMatchObject({
    code: 0,
    changes: [{ change: "changed", fields: [{ after: "Vorlauf Nord" }] }],
  });
  const { versions } = (await app.get("/project/history", token)).body as {
    versions: { note: string; current: boolean; hash: string; stored: boolean }[];
  };
  expect(versions[0]).toMatchObject({
    note: "Beschriftung",
    current: true,
    hash: published["new_hash"],
    stored: true,
  });

  const next = await post("", { name: "Weiter", from: "running" });
  expect(next).toMatchObject({ code: 0, rebuilt: false });
  expect(await headOf(next["id"])).not.toHaveProperty("rebuilt");

  // Somebody else publishes something else: the first one says so before it takes that back.
  const elsewhere = String(next["id"]);
  await post(`/${elsewhere}/steps`, { after: 0, steps: [step("b", { ...set("Vorlauf Süd") })] });
  expect(await post(`/${elsewhere}/publish`, { seq: 1 })).toMatchObject({ code: 0 });
  await post(`/${String(id)}/steps`, { after: 1, steps: [step("c", set("Vorlauf West"))] });
  expect((await app.post(`/project/drafts/${String(id)}/publish`, { seq: 2 }, token)).status).toBe(409);
  expect(await post(`/${String(id)}/publish`, { seq: 2, replace: true })).toMatchObject({ code: 0 });
});

it("keeps passwords on the device, whatever is done with their cells", async () => {
  const csv = (text: string) => new TextEncoder().encode(text);
  const imported = await importFile(
    "pods.csv",
    csv("id;host;user;password\nmqtt.a;10.0.0.1;hub;Sehr-Geheim-1\n"),
  );
  const id = String(imported["id"]);
  const [table] = (await documentOf(id)).tables;
  if (!table) throw new Error("no table");
  const [idColumn, , , password] = table.columns.map((column) => column.id);
  const [row] = table.rows;
  const cell = row?.cells[password ?? ""] as { secret: string };
  expect(cell).toEqual({ secret: expect.stringMatching(/^s/) });

  const typed = step("a", {
    op: "insert",
    table: table.id,
    after: row?.id ?? null,
    rows: [{ id: "neu", cells: { [idColumn ?? ""]: "mqtt.b", [password ?? ""]: "Sehr-Geheim-2" } }],
  });
  const { done } = (await post(`/${id}/steps`, { after: 0, steps: [typed] })) as { done: DraftEntry[] };
  expect(JSON.stringify(done)).not.toContain("Sehr-Geheim");

  const copied: DraftOperation = {
    op: "set",
    table: table.id,
    cells: [[row?.id ?? "", idColumn ?? "", cell]],
  };
  const refused = await app.post(
    `/project/drafts/${id}/steps`,
    { after: 1, steps: [step("b", copied)] },
    token,
  );
  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({
    fields: [{ field: "steps", message: expect.stringContaining("„id“") }],
  });

  const whole = JSON.stringify(await get(`/${id}`));
  expect(whole).not.toContain("Sehr-Geheim");
  const folder = path.join(app.context.layout.projectDrafts, id);
  for (const name of ["document.json", "log.ndjson", "head.json"])
    expect(await readFile(path.join(folder, name), "utf8")).not.toContain("Sehr-Geheim");
  // On the way back to a workbook they are there again.
  const again = String((await importFile("entwurf.xlsx", await exported(id)))["id"]);
  const secrets = await readFile(path.join(app.context.layout.projectDrafts, again, "secrets.json"), "utf8");
  expect(new Set(Object.values(JSON.parse(secrets) as object))).toEqual(
    new Set(["Sehr-Geheim-1", "Sehr-Geheim-2"]),
  );
});

it("tells whoever comes late what came before, does a step once however often it comes, and finds all of it again", async () => {
  const { id } = await post("", { name: "Zu zweit", from: "empty" });
  const draft = String(id);
  const script = (name: string, text: string): DraftOperation => ({ op: "script", name, text });
  const send = (after: number, ...steps: object[]) => post(`/${draft}/steps`, { after, steps });
  expect(await send(0, step("a", script("a.lua", "1")))).toMatchObject({ done: [{ seq: 1 }] });
  expect(await send(0, step("b", script("b.lua", "2")))).toMatchObject({ done: [], missing: [{ key: "a" }] });
  expect(await send(1, step("b", script("b.lua", "2")))).toMatchObject({ done: [{ seq: 2 }] });
  // The answer got lost, and more was done meanwhile.
  expect(await send(1, step("b", script("b.lua", "2")), step("c", script("c.lua", "3")))).toMatchObject({
    done: [{ seq: 2 }, { seq: 3 }],
    missing: [],
  });
  const both = await Promise.all([
    send(3, step("d", script("d.lua", "4"))),
    send(3, step("e", script("e.lua", "5"))),
  ]);
  expect(new Set(both.map(({ done }) => (done as unknown[]).length))).toEqual(new Set([0, 1]));
  expect(await get(`/${draft}?since=2`)).toMatchObject({ entries: [{ seq: 3 }, { seq: 4 }] });
  expect(await get(`/${draft}?since=9`)).toHaveProperty("document");
  expect(
    (
      await app.post(
        `/project/drafts/${draft}/steps`,
        { after: 9, steps: [step("f", script("f.lua", "6"))] },
        token,
      )
    ).status,
  ).toBe(409);

  const before = await get(`/${draft}`);
  await app.end(true);
  app = await start(app.dataDir);
  token = String((await app.post("/login", { pwd: PASSWORD })).body["token"]);
  expect(await get(`/${draft}`)).toEqual(before);
});

describe("a draft and a project that both went on", () => {
  const set = (document: DraftDocument, row: number, column: string, value: string): DraftOperation => {
    const table = document.tables.find(({ name }) => name === "mqtt");
    const found = table?.columns.find(({ name }) => name === column);
    const at = table?.rows[row];
    if (!table || !found || !at) throw new Error("the example changed");
    return { op: "set", table: table.id, cells: [[at.id, found.id, value]] };
  };
  const labels = (document: DraftDocument) => {
    const table = document.tables.find(({ name }) => name === "mqtt");
    const column = table?.columns.find(({ name }) => name === "label")?.id ?? "";
    return table?.rows.slice(0, 3).map(({ cells }) => cells[column]);
  };
  const begin = async (name: string) => {
    const id = String((await post("", { name, from: "running" }))["id"]);
    return { id, document: await documentOf(id) };
  };
  const publish = async (
    draft: { id: string; document: DraftDocument },
    key: string,
    ...ops: DraftOperation[]
  ) => {
    await post(`/${draft.id}/steps`, { after: 0, steps: [step(key, ...ops)] });
    expect(await post(`/${draft.id}/publish`, { seq: 1 })).toMatchObject({ code: 0 });
  };

  it("are merged: what one changed is taken, the rest is decided, and it can be taken back", async () => {
    await app.upload(
      "/project/upload",
      { name: "mqtt.xlsx", content: await example("mqtt.xlsx"), field: "myfile" },
      token,
    );
    const [mine, theirs] = [await begin("A"), await begin("B")];
    await publish(
      theirs,
      "b",
      set(theirs.document, 0, "label", "dort"),
      set(theirs.document, 1, "label", "dort"),
    );
    await post(`/${mine.id}/steps`, {
      after: 0,
      steps: [step("a", set(mine.document, 1, "label", "hier"), set(mine.document, 2, "label", "hier"))],
    });
    expect((await app.post(`/project/drafts/${mine.id}/publish`, { seq: 1 }, token)).status).toBe(409);

    const look = await get(`/${mine.id}/merge`);
    const conflicts = look["conflicts"] as { id: string }[];
    expect(look).toMatchObject({
      needed: true,
      base: "known",
      taken: [{ table: "mqtt", changed: 1, added: 0, gone: 0 }],
      conflicts: [
        { kind: "cell", table: "mqtt", cells: [{ column: "label", mine: "hier", theirs: "dort" }] },
      ],
    });
    const wish = { seq: 1, running: look["running"], decisions: { [conflicts[0]?.id ?? ""]: "mine" } };
    const merge = (body: object) => app.post(`/project/drafts/${mine.id}/merge`, { ...wish, ...body }, token);
    expect((await merge({ decisions: {} })).status).toBe(400);
    expect((await merge({ seq: 0 })).status).toBe(409);
    expect((await merge({ running: "1" })).status).toBe(409);
    const { body } = await merge({});
    expect(body).toMatchObject({ entries: [{ seq: 2, label: expect.stringContaining("zusammengeführt") }] });
    expect(labels(await documentOf(mine.id))).toEqual(["dort", "hier", "hier"]);
    expect(await get(`/${mine.id}/merge`)).toMatchObject({ needed: false });

    // Taken back, the old base counts again; done again, the new one.
    const [entry] = body["entries"] as DraftEntry[];
    const undone = await post(`/${mine.id}/steps`, {
      after: 2,
      steps: [{ key: "u", label: "zurück", undoes: 2, ops: entry?.inverse }],
    });
    expect(labels(await documentOf(mine.id))).toEqual(labels(mine.document)?.with(1, "hier").with(2, "hier"));
    expect((await app.post(`/project/drafts/${mine.id}/publish`, { seq: 3 }, token)).status).toBe(409);
    const [back] = undone["done"] as DraftEntry[];
    await post(`/${mine.id}/steps`, {
      after: 3,
      steps: [{ key: "w", label: "wieder", undoes: 3, ops: back?.inverse }],
    });
    expect(await post(`/${mine.id}/publish`, { seq: 4 })).toMatchObject({ code: 0 });
    expect(labels((await begin("C")).document)).toEqual(["dort", "hier", "hier"]);
  });

  it("are compared by what they are where nobody knows what both began with", async () => {
    const [mine, theirs] = [await begin("A"), await begin("B")];
    await publish(theirs, "b", set(theirs.document, 0, "label", "neu dort"));
    const folder = path.join(app.context.layout.projectDrafts, mine.id);
    await rm(path.join(folder, "base-b0.json"));
    expect(await get(`/${mine.id}/merge`)).toMatchObject({
      base: "unknown",
      taken: [],
      conflicts: [{ kind: "cell", cells: [{ mine: "dort", theirs: "neu dort" }] }],
    });
    const { running } = (await get(`/${mine.id}/merge`)) as { running: string };
    await post(`/${mine.id}/merge`, { seq: 0, running, decisions: {}, rest: "theirs" });
    expect(labels(await documentOf(mine.id))?.[0]).toBe("neu dort");
  });
});

it.each([
  ["a name that is empty", "", { name: "", from: "empty" }, 400],
  ["a version that is not told", "", { name: "x", from: "version" }, 400],
  ["a version that is not there", "", { name: "x", from: "version", version: "99" }, 409],
  [
    "a draft that is not there",
    "/d1/steps",
    { after: 0, steps: [step("a", { op: "dropTable", table: "t" })] },
    404,
  ],
  ["a path for a draft", "/x..y/delete", {}, 404],
])("refuses %s", async (_name, place, body, status) => {
  expect((await app.post(`/project/drafts${place}`, body, token)).status).toBe(status);
});

it("opens a file that the device keeps under a password, with it alone", async () => {
  const content = await example("mqtt.xlsx");
  const fields = {
    mode: "upload",
    pwd: JSON.stringify({ use: true, pwd: "Datei-Passwort 1", pwd2: "Datei-Passwort 1" }),
  };
  await app.upload("/project/upload", { name: "mqtt.xlsx", content, field: "myfile", fields }, token);
  const response = await fetch(`${app.origin}/admin/api/project/download?src=backup`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const kept = new Uint8Array(await response.arrayBuffer());
  const open = async (bytes: Uint8Array, pwd: string) =>
    await app.upload(
      "/project/drafts/import",
      { name: "mqtt.xlsx.enc", content: bytes, field: "myfile", fields: { name: "Geöffnet", pwd } },
      token,
    );
  expect((await open(kept, "falsch")).body).toMatchObject({ code: 1203 });
  expect(await open(content, "Datei-Passwort 1")).toMatchObject({
    status: 400,
    body: { fields: [{ field: "pwd" }] },
  });
  const { body } = await open(kept, "Datei-Passwort 1");
  const { new_hash: hash } = await post(`/${String(body["id"])}/check`, { seq: 0 });
  expect(hash).toBe((await hashOf("mqtt.xlsx", content))[0]);
});

it.each(["constructor", "toString", "__proto__", "", "ü", "x".repeat(41)])(
  "refuses %j as the name of a column or cell",
  async (name) => {
    const { id } = await post("", { name: "Namen", from: "empty" });
    const send = (op: string) =>
      app.post(
        `/project/drafts/${String(id)}/steps`,
        `{"after":0,"steps":[{"key":"a","label":"x","ops":[${op}]}]}`,
        token,
      );
    const text = JSON.stringify(name);
    expect(
      (await send(`{"op":"addColumn","table":"t1","after":null,"column":{"id":${text},"name":"x"}}`)).status,
    ).toBe(400);
    expect(
      (await send(`{"op":"insert","table":"t1","after":null,"rows":[{"id":"r9","cells":{${text}:1}}]}`))
        .status,
    ).toBe(400);
    expect(await post(`/${String(id)}/delete`, {})).toMatchObject({ code: 0 });
  },
);

it("refuses a file that holds no tables, and says why", async () => {
  const reply = await app.upload(
    "/project/drafts/import",
    { name: "x.xlsx", content: new Uint8Array([1]), field: "myfile" },
    token,
  );
  expect([reply.status, reply.body]).toEqual([
    400,
    expect.objectContaining({
      fields: [{ field: "myfile", message: expect.stringContaining("lässt sich nicht einlesen") }],
    }),
  ]);
});
