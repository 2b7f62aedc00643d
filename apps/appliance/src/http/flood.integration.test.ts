/** Requests that come in one piece and whose answers nobody reads: the console goes on for everybody else. */
import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { zipOf } from "@hubwart/project/testing/zip";
import { askGreedily, downloadSlowly, growth } from "@hubwart/testing";
import { useEnds } from "@hubwart/testing/open";
import { expect, it } from "vitest";
import { PASSWORD, startTestApp, type TestApp } from "../testing/test-app.ts";

const ends = useEnds();

const MIB = 1024 * 1024;

async function flood(app: TestApp, target: string): Promise<void> {
  const request = `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  const { end } = await askGreedily(Number(new URL(app.origin).port), 60, request.repeat(3_000));
  ends.push(end);
}

it.each(["/assets/index-0.js", "/admin/api/info"])(
  "60 connections with 3,000 requests each for %s cost little, and others are answered",
  async (target) => {
    const app = await startTestApp();
    ends.push(() => app.end());
    const consoleDir = path.join(app.dataDir, "console");
    await mkdir(path.join(consoleDir, "assets"), { recursive: true });
    await writeFile(path.join(consoleDir, "assets", "index-0.js"), Buffer.alloc(MIB, "x"));
    const again = await restarted(app);
    const grown = growth();
    ends.push(grown.end);
    await flood(again, target);
    for (let i = 0; i < 20; i += 1) {
      expect((await again.post("/login", { pwd: PASSWORD })).status).toBe(200);
    }
    expect(grown.mebibytes()).toBeLessThan(250);
    expect(again.context.findings().map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/^Last: Die Adresse 127\.0\.0\.66 fragt mehr, als sie liest; /),
    );
  },
  30_000,
);

/** The console's folder is listed at the start. */
async function restarted(app: TestApp): Promise<TestApp> {
  await app.setUp();
  await app.end(true);
  ends.pop();
  const again = await startTestApp({ dataDir: app.dataDir });
  ends.push(() => again.end());
  return again;
}

it("64 MiB are uploaded, and a slow reader gets all of them, while 60 connections ask and read nothing", async () => {
  const app = await startTestApp();
  ends.push(() => app.end());
  const token = await app.setUp();
  const content = randomBytes(64 * MIB - 256 * 1024);
  const archive = await zipOf([{ name: "gross.bin", content }]);
  await flood(app, "/admin/api/info");
  const uploaded = await app.upload("/resources/htdocs/upload", { name: "a.zip", content: archive }, token);
  expect([uploaded.status, uploaded.body["code"]]).toEqual([200, 0]);
  await flood(app, "/opt/gross.bin");
  const slow = downloadSlowly(`${app.origin}/opt/gross.bin`, MIB);
  const second = await app.upload("/resources/htdocs/upload", { name: "b.zip", content: archive }, token);
  expect([second.status, second.body["code"]]).toEqual([200, 0]);
  expect((await slow).equals(content)).toBe(true);
  expect(app.context.findings().map(({ code }) => code)).toContain("load");
}, 60_000);
