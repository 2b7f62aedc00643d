/** Recording beside the project over HTTP: who may, what stands in the change log, and that the hub is told. */
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { useSharedFolder } from "@hubwart/testing/folder";
import { afterAll, beforeAll, expect, it } from "vitest";
import { MemoryHub } from "../../testing/memory-hub.ts";
import { startTestApp, type TestApp } from "../../testing/test-app.ts";

let app: TestApp;
let admin: string;
const folder = useSharedFolder();
let told = 0;
beforeAll(async () => {
  const hub = new MemoryHub({});
  Object.assign(hub.answers, {
    recordingChanged: () => {
      told += 1;
      return {};
    },
  });
  app = await startTestApp({ hubConnection: hub, launched: true });
  admin = await app.setUp();
  const compiled = path.join(folder(), "compiled.json");
  await writeFile(compiled, JSON.stringify({ pods: [{ channels: [{ chan: "a.a.x" }] }] }));
  Object.assign(app.context.use("project"), { compiledFile: () => compiled });
});
afterAll(async () => {
  await app.end();
});

it("is switched on and back, each with one entry of the change log", async () => {
  const change = (record: boolean, chan = "a.a.x") =>
    app
      .post("/recording/change", { chan, record }, admin)
      .then(({ body, status }) => [status, body["applied"]]);
  expect(await change(true)).toEqual([200, true]);
  expect((await app.get("/recording", admin)).body["added"]).toMatchObject([
    { chan: "a.a.x", by: "Administrator", state: "recorded" },
  ]);
  expect(await change(false)).toEqual([200, true]);
  expect(told).toBe(2);
  expect(await change(true, "a.a.weg")).toEqual([404, undefined]);
  expect(await change(true, "a.*")).toEqual([400, undefined]);
  const { body } = await app.get("/system/audit?only=recordingChange", admin);
  expect(body["entries"]).toMatchObject([
    { result: 404 },
    { result: 0, before: { chan: "a.a.x", record: true }, after: { chan: "a.a.x", record: false } },
    { result: 0, before: { chan: "a.a.x", record: false }, after: { chan: "a.a.x", record: true } },
  ]);
});

it("keeps as much as an administrator chooses, if he was told what goes", async () => {
  const lake = app.context.layout.lake;
  await mkdir(lake, { recursive: true });
  for (const day of ["2026-11-18", "2026-11-19", "2026-11-20"])
    await writeFile(path.join(lake, `${day}.parquet`), Buffer.alloc(8_000_000));
  const save = (body: object) =>
    app
      .post("/recording/keep", body, admin)
      .then(({ body: { code, fields }, status }) => [status, code, fields]);
  const preview = await app.get("/recording/keep/preview?days=100&bytes=17000000", admin);
  expect(preview.body).toMatchObject({
    at_once: { days: 1, bytes: 8_000_000, oldest: "2026-11-18", newest: "2026-11-18" },
  });
  expect(await save({ days: 100, bytes: 17_000_000, deletes: 0 })).toEqual([409, 409, undefined]);
  expect(await save({ days: 0, bytes: 17_000_000, deletes: 1 })).toMatchObject([
    400,
    400,
    [{ field: "days" }],
  ]);
  expect(await save({ days: 100, bytes: 9_999_999_999_999, deletes: 9 })).toMatchObject([
    400,
    400,
    [{ field: "bytes" }],
  ]);
  const before = told;
  expect(await save({ days: 100, bytes: 17_000_000, deletes: 1 })).toEqual([200, 0, undefined]);
  expect(told).toBe(before + 1);
  expect((await app.get("/recording/keep", admin)).body).toMatchObject({
    days: 100,
    bytes: 17_000_000,
    chosen: true,
  });
  expect((await app.get("/resources/lake/files", admin)).body["room"]).toMatchObject({
    days: 100,
    bytes: 17_000_000,
  });
  const { body } = await app.get("/system/audit?only=recordingKeepSave&limit=1", admin);
  expect(body["entries"]).toMatchObject([{ result: 0, after: { days: 100, bytes: 17_000_000, deletes: 1 } }]);
});
