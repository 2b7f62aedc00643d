/** Public files over the real server: swapped while they are read, found again after an end at any moment. */
import { mkdir, readdir, readlink, realpath, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { CODES } from "@hubwart/contract";
import { dataLayout } from "@hubwart/core";
import { zipOf } from "@hubwart/project/testing/zip";
import { afterEach, beforeEach, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../testing/test-app.ts";

let app: TestApp;
let token = "";
beforeEach(async () => {
  app = await startTestApp();
  token = await app.setUp();
});
afterEach(() => app.end());

async function upload(content: string, name = "plan.html"): Promise<Record<string, unknown>> {
  return await send(await zipOf([{ name, content }]));
}
async function send(bytes: Uint8Array): Promise<Record<string, unknown>> {
  return (await app.upload("/resources/htdocs/upload", { name: "seiten.zip", content: bytes }, token)).body;
}
/** With a cache-control of its own: fetch adds "no-cache" beside a validator otherwise. */
const read = (name: string, headers: Record<string, string> = {}) =>
  fetch(`${app.origin}/opt/${name}`, { headers: { "cache-control": "max-age=0", ...headers } });

it("serves what was uploaded, lists it, replaces and deletes it", async () => {
  expect((await app.get("/resources/htdocs/files", token)).body).toMatchObject({ files: [] });
  expect(await upload("<h1>eins</h1>")).toMatchObject({ code: 0, files: 1 });
  const first = await read("plan.html");
  expect(first.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(first.headers.get("content-security-policy")).toContain("sandbox");
  expect(await first.text()).toBe("<h1>eins</h1>");
  const etag = first.headers.get("etag") ?? "";
  expect((await read("plan.html", { "if-none-match": etag })).status).toBe(304);

  const { body } = await app.get("/resources/htdocs/files", token);
  expect(body).toMatchObject({ files: [{ name: "plan.html", size: 13, type: "text/html" }] });
  expect(body["free"]).toBeGreaterThan(0);

  expect(await upload("<h1>zwei</h1>")).toMatchObject({ code: 0 });
  const second = await read("plan.html", { "if-none-match": etag });
  expect([second.status, await second.text()]).toEqual([200, "<h1>zwei</h1>"]);
  const range = await read("plan.html", { range: "bytes=4-7" });
  expect([range.status, await range.text()]).toEqual([206, "zwei"]);
  const beyond = await read("plan.html", { range: "bytes=13-" });
  expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, "bytes */13"]);
  expect((await read("fehlt.html", { range: "bytes=13-" })).status).toBe(404);

  expect((await app.get("/resources/htdocs/clean", token)).body).toMatchObject({ code: 0 });
  expect((await read("plan.html")).status).toBe(404);
  expect((await app.get("/resources/htdocs/files", token)).body).toMatchObject({ files: [] });
});

it("refuses a hostile archive by the entry's name and keeps the files", async () => {
  await upload("eins", "a.txt");
  const bytes = await zipOf([
    { name: "neu.txt", content: "1" },
    { name: "NEU.txt", content: "2" },
  ]);
  const answer = await send(bytes);
  expect(answer).toMatchObject({ code: CODES.archiveRefused });
  expect(JSON.stringify(answer)).toContain("NEU.txt");
  expect(await (await read("a.txt")).text()).toBe("eins");
  const { htdocs, htdocsTrees } = app.context.layout;
  const left = await readdir(htdocsTrees);
  expect(left).toEqual([path.basename(await readlink(htdocs))]);
});

it("never answers without a file while it is replaced", async () => {
  await upload("anfang", "a.txt");
  let busy = true;
  const seen = new Set<string>();
  const reader = async () => {
    while (busy) {
      const answer = await read("a.txt");
      seen.add(`${answer.status} ${await answer.text()}`);
    }
  };
  const readers = [reader(), reader(), reader()];
  for (const content of ["eins", "zwei", "drei", "vier", "fünf"]) await upload(content, "a.txt");
  busy = false;
  await Promise.all(readers);
  expect([...seen].filter((answer) => !/^200 (anfang|eins|zwei|drei|vier|fünf)$/.test(answer))).toEqual([]);
});

it("takes over a plain folder, and what a power cut left at each moment", async () => {
  await upload("eins", "a.txt");
  const { dataDir } = app;
  const layout = dataLayout(dataDir);
  const restart = async () => {
    await app.end(true);
    return async () => {
      app = await startTestApp({ dataDir });
      expect(await (await read("a.txt")).text()).toBe("eins");
      expect(await readdir(layout.htdocsTrees)).toEqual([path.basename(await realpath(layout.htdocs))]);
    };
  };

  // Half unpacked.
  let start = await restart();
  await mkdir(path.join(layout.htdocsTrees, "new-halb"));
  await writeFile(path.join(layout.htdocsTrees, "new-halb", "a.txt"), "halb");
  await writeFile(path.join(layout.htdocsTrees, "new-halb.zip"), "x");
  await start();

  // Put back from a backup, or made by hand.
  start = await restart();
  const tree = await realpath(layout.htdocs);
  await rm(layout.htdocs);
  await rename(tree, layout.htdocs);
  await start();

  // Taken over, not linked yet.
  start = await restart();
  await rm(layout.htdocs);
  await start();
});

it("goes into backups as files", async () => {
  await upload("eins", "a.txt");
  const part = app.context.backupParts().find(({ name }) => name === "public-files");
  const target = path.join(app.dataDir, "kopie");
  await part?.copy?.(app.context.layout.htdocs, target, false);
  expect(await readdir(target)).toEqual(["a.txt"]);
});
