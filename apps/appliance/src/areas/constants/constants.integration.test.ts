/** Constants over HTTP: real server, real compiler in its process; only the hub is scripted. */
import { zipOf } from "@hubwart/project/testing/zip";
import { describe, expect, it } from "vitest";
import type { ObedientHub } from "../../testing/obedient-hub.ts";
import { useProjectApp } from "../../testing/project-app.ts";
import type { TestApp } from "../../testing/test-app.ts";

let app: TestApp;
let token = "";
let hub: ObedientHub;
useProjectApp((parts) => {
  ({ app, token, hub } = parts);
});

const FILE = "/resources/baskets/file?file=main.json";
const SAVE = "/resources/baskets/upload?file=main.json";
const GRENZE = "const.main.grenze";

async function upload(constants: string): Promise<Record<string, unknown>> {
  const content = await zipOf([
    { name: "project.csv", content: "key;value\nid;haus\n" },
    { name: "pods.csv", content: "id\nping.a\n" },
    { name: "ping.csv", content: "pod;channel;host\na;da;127.0.0.1\n" },
    { name: "constants.csv", content: constants },
    { name: "lageplan.png", content: "x" },
  ]);
  const form = new FormData();
  form.set("myfile", new Blob([new Uint8Array(content)]), "haus.zip");
  const address = `${app.origin}/admin/api/project/upload?wait=20`;
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(address, { method: "POST", headers, body: form });
  return (await response.json()) as Record<string, unknown>;
}
const GOOD =
  "channel;type;value;min;max;label\ngrenze;float;21,5;5;30;Grenzwert\nhalle.name;string;Halle;;;\n";
const row = async () => {
  const { body } = await app.get(FILE, token);
  return (body.rows as Record<string, unknown>[])[0];
};
const save = (value: unknown, headers?: Record<string, string>) =>
  app.post(SAVE, { rows: [{ channel: GRENZE, value }] }, token, headers);
const activate = () => app.get("/resources/baskets/compile", token);

describe("constants over HTTP", () => {
  it("are taken as a bare list too, and what is wrong in it is named", async () => {
    const { status, body } = await app.post(SAVE, [{ channel: 7, value: 1 }], token);
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining("rows.0.channel")]);
    expect((await app.post(SAVE, [{ channel: GRENZE, value: 1 }], token)).status).toBe(404);
  });

  it("have no collections without a project", async () => {
    expect((await app.get("/resources/baskets/files", token)).body).toEqual({
      code: 0,
      files: [],
      pending: 0,
      spare: 0,
    });
    expect((await app.get(FILE, token)).status).toBe(404);
    expect((await activate()).body).toMatchObject({ code: 1402 });
    expect((await app.get("/resources/baskets/clean", token)).body).toMatchObject({ code: 1402 });
  });

  it("are listed with the project's other files", async () => {
    expect(await upload(GOOD)).toMatchObject({ code: 0, restart: true });
    const { body } = await app.get("/resources/baskets/files", token);
    const files = body.files as { filename: string; type: string }[];
    expect(files.map(({ filename, type }) => `${filename} ${type}`)).toEqual([
      "halle.json json",
      "main.json json",
      "project.csv csv",
      "pods.csv csv",
      "ping.csv csv",
      "constants.csv csv",
      "lageplan.png png",
    ]);
  });

  it("are saved, shown before, activated with reason 1003, and then nothing is left to do", async () => {
    hub.reasons.length = 0;
    expect((await save(22)).body).toEqual({ code: 0, edited: 1 });
    expect((await app.get("/resources/baskets/changes", token)).body).toEqual({
      code: 0,
      changes: [{ channel: GRENZE, label: "Grenzwert", from: 21.5, to: 22 }],
      total: 1,
    });
    expect(hub.reasons).toEqual([]);
    expect((await activate()).body).toEqual({ code: 0, restart: true, errors: [] });
    expect((await activate()).body).toEqual({ code: 0, restart: false, errors: [] });
    expect(hub.reasons).toEqual([1003]);
    expect(await row()).toMatchObject({ value: 22, project: 21.5, active: 22, edited: true });
  });

  it("keep their value over the next upload, which is no new project by itself", async () => {
    expect(await upload(GOOD)).toMatchObject({ code: 0, restart: false });
    expect(await upload(GOOD.replace("21,5", "19"))).toMatchObject({ code: 0, restart: false });
    expect(await row()).toMatchObject({ value: 22, project: 19, active: 22 });
    const narrow = await upload(GOOD.replace("21,5;5;30", "19;5;20"));
    expect(narrow).toMatchObject({ code: 0, errors: [{}, { ErrCode: 1605, Channel: GRENZE }] });
    expect(await row()).toMatchObject({ value: 22, project: 19, active: 19 });
    const refused = await activate();
    expect(refused.body).toMatchObject({ code: 1400, restart: false, errors: [{ ErrCode: 1606 }] });
    expect(await row()).toMatchObject({ active: 19 });
  });

  it("are refused by type and limits, naming the field", async () => {
    for (const value of [31, "22", null, true, [1], Number.MAX_VALUE]) {
      const { status, body } = await save(value);
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining("rows.0.value")]);
    }
    const unknown = await app.post(SAVE, { rows: [{ channel: "const.main.x", value: 1 }] }, token);
    expect(unknown.status).toBe(400);
    expect((await app.post(SAVE, { rows: [{ channel: GRENZE }] }, token)).status).toBe(400);
  });

  it("of two people, the second is told before anything is lost", async () => {
    const { headers } = await app.get(FILE, token);
    const tag = { "if-match": headers.get("etag") ?? "" };
    expect((await save(10, tag)).status).toBe(200);
    const late = await save(11, tag);
    expect(late.status).toBe(409);
    expect(await row()).toMatchObject({ value: 10 });
    // An activation meanwhile changes no value that anybody edits.
    const now = (await app.get(FILE, token)).headers.get("etag");
    expect((await activate()).body).toMatchObject({ code: 0 });
    expect((await app.get(FILE, token)).headers.get("etag")).toBe(now);
  });

  it("are cleaned of what the project does not have", async () => {
    expect((await app.get("/resources/baskets/clean", token)).body).toEqual({ code: 0, removed: 0 });
    await upload("channel;type;value\nandere;int;1\n");
    expect((await app.get("/resources/baskets/files", token)).body).toMatchObject({ spare: 1, pending: 0 });
    expect((await app.get("/resources/baskets/clean", token)).body).toEqual({ code: 0, removed: 1 });
    await upload(GOOD);
    expect(await row()).toMatchObject({ value: 21.5, edited: false });
  });
});
