/** Scripts over HTTP: real server, real compilers in their processes; only the hub is scripted. */
import { ScriptStore } from "@hubwart/lua";
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

async function send(path: string, field: string, name: string, content: BlobPart) {
  const form = new FormData();
  form.set(field, new Blob([content]), name);
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${app.origin}/admin/api${path}`, { method: "POST", headers, body: form });
  return (await response.json()) as Record<string, unknown>;
}

async function project(script: string) {
  const content = await zipOf([
    { name: "project.csv", content: "key;value\nid;haus\n" },
    { name: "pods.csv", content: "id\nping.a\n" },
    { name: "ping.csv", content: "pod;channel;host\na;da;127.0.0.1\n" },
    {
      name: "alarms.csv",
      content: "id;source;kind\nstumm;ping.a.da;bad\nfilter;ping.a.da;script\n",
    },
    { name: "haus.lua", content: script },
  ]);
  return await send("/project/upload?wait=20", "myfile", "haus.zip", new Uint8Array(content));
}
const get = async (path: string) => (await app.get(`/resources/lua${path}`, token)).body;
const upload = (name: string, source: BlobPart) => send("/resources/lua/upload", "newfile", name, source);
const save = (file: string, source: string) => app.post("/resources/lua/save", { file, source }, token);

describe("scripts over HTTP", () => {
  it("of a project are compiled with it, and an error names file and line", async () => {
    const refused = await project("local x = 1\nif x then\n");
    expect(refused).toMatchObject({ code: 1400 });
    expect(refused["errors"]).toMatchObject([{ ErrCode: 1651, Ref: "haus.lua||3" }]);
    expect(await project("on_change('ping.a.da', log)")).toMatchObject({ code: 0, errors: [] });
    expect(await get("/files")).toMatchObject({
      files: [{ filename: "haus.lua", uploaded: false, in_project: true, changed: false }],
      pending: false,
    });
    expect(await get("/file?file=haus.lua")).toMatchObject({ source: "on_change('ping.a.da', log)" });
  });

  it("uploaded win over the project's once they are activated, with reason 1002", async () => {
    hub.reasons.length = 0;
    expect(await upload("haus.lua", "log('neu')")).toEqual({ code: 0 });
    expect((await save("zwei.lua", "log(2)")).body).toEqual({ code: 0 });
    expect(await get("/files")).toMatchObject({ pending: true });
    const store = new ScriptStore(app.context.layout.scripts);
    expect((await store.active()).scripts).toEqual({});
    expect(await get("/compile")).toEqual({ code: 0, restart: true, errors: [] });
    expect(hub.reasons).toEqual([1002]);
    expect((await store.active()).scripts).toEqual({ "haus.lua": "log('neu')", "zwei.lua": "log(2)" });
    expect(await get("/compile")).toEqual({ code: 0, restart: false, errors: [] });
    expect(await get("/files")).toMatchObject({ pending: false });
  });

  it("that do not compile are saved, and activate nothing", async () => {
    hub.reasons.length = 0;
    await save("zwei.lua", "x = = 1");
    expect(await get("/compile")).toMatchObject({
      code: 1400,
      restart: false,
      errors: [{ Ref: "zwei.lua||1", ErrText: "Unerwartetes Zeichen bei „=“" }],
    });
    expect(hub.reasons).toEqual([]);
    expect(await get("/delete?file=zwei.lua")).toEqual({ code: 0 });
    expect(await get("/delete?file=zwei.lua")).toMatchObject({ code: 404 });
    // The project's own counts again.
    expect(await get("/delete?file=haus.lua")).toEqual({ code: 0 });
    expect(await get("/file?file=haus.lua")).toMatchObject({ uploaded: false });
    expect(await get("/delete?file=haus.lua")).toMatchObject({ code: 1600 });
  });

  it("are checked with the channels they name", async () => {
    const source = "read('ping.a.da')\nread('ping.a.nein')\nfor";
    const { body } = await app.post("/resources/lua/check", { file: "a.lua", source }, token);
    expect(body).toEqual({
      code: 0,
      problems: [{ line: 3, text: "Ein Name wird erwartet am Ende des Skripts" }],
      warnings: [{ line: 2, text: "Das Projekt hat keinen Channel „ping.a.nein“" }],
      channels: [{ chan: "ping.a.da", line: 1 }],
    });
    const near = await app.post(
      "/resources/lua/check",
      { file: "a.lua", source: "read('ping.a.dda')" },
      token,
    );
    expect(near.body).toMatchObject({
      problems: [],
      warnings: [{ line: 1, text: "Das Projekt hat keinen Channel „ping.a.dda“; meinten Sie „ping.a.da“?" }],
    });
  });

  it("are checked for alarms that there are not, and for such as no script raises", async () => {
    const source =
      'alarm.raise("filter")\nalarm.clear("filtr")\nalarm.raise("stumm")\nif alarm.active("stumm") then alarm.active("x") end';
    const { body } = await app.post("/resources/lua/check", { file: "a.lua", source }, token);
    expect(body).toMatchObject({
      problems: [],
      warnings: [
        { line: 2, text: "Das Projekt hat keine Meldung „filtr“; meinten Sie „filter“?" },
        {
          line: 3,
          text: "Die Meldung „stumm“ ist nicht von der Art „script“; sie kommt und geht von selbst",
        },
        { line: 4, text: "Das Projekt hat keine Meldung „x“" },
      ],
    });
  });

  it("of another project are checked without the channels of the one that runs", async () => {
    const source = 'read("ping.a.da")\nread("ping.a.nein")\ncron("morgens", f)\nfor';
    const asked = { file: "a.lua", source, alone: true };
    const { body } = await app.post("/resources/lua/check", asked, token);
    expect(body).toMatchObject({ problems: [{ line: 4 }], warnings: [{ line: 3 }], channels: [] });
  });

  it("are checked for times that never come, and for what is no time", async () => {
    const source = 'cron("0 0 31 2 *", f)\ncron("0 7 * * *", f)\nread("ping.a.nein")\ncron("morgens", f)';
    const { body } = await app.post("/resources/lua/check", { file: "a.lua", source }, token);
    expect(body).toMatchObject({
      problems: [],
      warnings: [
        { line: 1, text: "cron: Den Zeitpunkt „0 0 31 2 *“ gibt es nie" },
        { line: 3, text: expect.stringContaining("ping.a.nein") },
        { line: 4, text: expect.stringContaining("„morgens“ ist kein Muster") },
      ],
    });
  });

  it("refuses other names, bytes that are no text, and what is too large", async () => {
    for (const name of ["../x.lua", "x.txt", ".lua", "a/b.lua", "ü.lua", "a\u0000.lua"]) {
      const { body } = await save(name, "");
      expect(body, name).toMatchObject({ code: 400 });
    }
    // A browser sends a path at most by mistake: only its last part counts.
    expect(await upload("../../active.json", "{}")).toMatchObject({ code: 400 });
    expect(await upload("a.lua", new Uint8Array([0xff, 0xfe, 0x00]))).toMatchObject({ code: 1400 });
    expect(await upload("a.lua", "x".repeat(600_000))).toMatchObject({ code: 400 });
    expect(await get("/file?file=a.lua")).toMatchObject({ code: 404 });
  });

  it("keeps allowed servers, and refuses what is none", async () => {
    const settings = (hosts: string[]) => app.post("/resources/lua/settings", { hosts }, token);
    expect((await settings(["api.example.org", "[::1]:80"])).body).toEqual({ code: 0 });
    expect(await get("/settings")).toEqual({ code: 0, hosts: ["api.example.org", "[::1]:80"] });
    for (const host of ["*", "http://a", "a b", ""])
      expect((await settings([host])).body, host).toMatchObject({ code: 400 });
  });
});
