/** Scripts of drafts over HTTP: real server, real compiler in its process; only the hub is scripted. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { DraftDocument, DraftOperation } from "@hubwart/contract";
import { repoRoot } from "@hubwart/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type BuiltChildren, buildChildren, PROJECT_CHILDREN } from "../../testing/children.ts";
import { ObedientHub } from "../../testing/obedient-hub.ts";
import { startTestApp, type TestApp } from "../../testing/test-app.ts";

const NAME = "regel.lua";
const SOURCE = ["-- Kopf", "log('a')", "log('b')"].join("\n");

let app: TestApp;
let token = "";
let children: BuiltChildren;
const hub = new ObedientHub();

beforeAll(async () => {
  children = await buildChildren(PROJECT_CHILDREN);
  app = await startTestApp({ childrenDir: children.folder, hubConnection: hub, launcher: hub.launcher });
  hub.file = app.context.layout.currentProject;
  token = await app.setUp();
  const content = await readFile(path.join(repoRoot(), "examples/mqtt.xlsx"));
  await app.upload("/project/upload", { name: "mqtt.xlsx", content, field: "myfile" }, token);
});
afterAll(async () => {
  await app.end();
  await children.remove();
});

const post = async (place: string, body: object) =>
  (await app.post(`/project/drafts${place}`, body, token)).body;
const begin = async (name: string) => String((await post("", { name, from: "running" }))["id"]);
const scriptsOf = async (id: string) =>
  ((await app.get(`/project/drafts/${id}`, token)).body["document"] as DraftDocument).scripts;
const whole = (text: string | null): DraftOperation => ({ op: "script", name: NAME, text });
const line = (at: number, before: string, after: string): DraftOperation => {
  return { op: "scriptLines", name: NAME, at, before: [before], after: [after] };
};
const act = (id: string, seq: number, ...ops: DraftOperation[]) =>
  post(`/${id}/steps`, { after: seq, steps: [{ key: `s${seq}`, label: "Skript", ops }] });

it("are changed line by line, and run and are exported as they are then", async () => {
  const draft = await begin("Skripte");
  expect(await act(draft, 0, whole(SOURCE), line(2, "log('a')", "log('neu')"))).toMatchObject({ code: 0 });
  const changed = SOURCE.replace("'a'", "'neu'");
  expect(await scriptsOf(draft)).toEqual({ [NAME]: changed });
  expect(await act(draft, 1, line(2, "log('a')", "log('c')"))).toMatchObject({
    code: 400,
    fields: [{ field: "steps", message: expect.stringContaining("ein Skript hat dort inzwischen") }],
  });
  const exported = await fetch(`${app.origin}/admin/api/project/drafts/${draft}/export`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const content = new Uint8Array(await exported.arrayBuffer());
  const upload = { name: "entwurf.zip", content, field: "myfile" };
  const { body: again } = await app.upload("/project/drafts/import", upload, token);
  expect(await scriptsOf(String(again["id"]))).toEqual({ [NAME]: changed });
  expect(await post(`/${draft}/publish`, { seq: 1 })).toMatchObject({ code: 0 });
  const { body } = await app.get(`/resources/lua/file?file=${NAME}`, token);
  expect(body).toMatchObject({ source: changed, in_project: true });
});

it("that both sides changed are decided, each with its whole text", async () => {
  const [mine, other] = [await begin("Mein"), await begin("Anderer")];
  const before = (await scriptsOf(mine))[NAME] ?? "";
  const [ours, theirs] = [before.replace("'b'", "'hier'"), before.replace("'b'", "'dort'")];
  await act(other, 0, line(3, "log('b')", "log('dort')"));
  await act(mine, 0, line(3, "log('b')", "log('hier')"));
  expect(await post(`/${other}/publish`, { seq: 1 })).toMatchObject({ code: 0 });
  const { body } = await app.get(`/project/drafts/${mine}/merge`, token);
  const cells = [{ column: "", before, mine: ours, theirs }];
  expect(body).toMatchObject({ conflicts: [{ kind: "script", table: NAME, cells }] });
  const { running } = body as { running: string };
  const decisions = { k1: "theirs" };
  expect(await post(`/${mine}/merge`, { seq: 1, running, decisions })).toMatchObject({ code: 0 });
  expect(await scriptsOf(mine)).toEqual({ [NAME]: theirs });
});
