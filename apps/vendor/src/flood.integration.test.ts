/** Callers that ask on and on and read nothing: devices are served, also one behind a slow line. */
import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Scope } from "@hubwart/core";
import { REPOSITORY_PATH } from "@hubwart/releases";
import { askGreedily, downloadSlowly, growth } from "@hubwart/testing";
import { useEnds } from "@hubwart/testing/open";
import { expect, it } from "vitest";
import { repositoryFolder } from "./releases/keep-repository.ts";
import { serve } from "./serve.ts";

const ends = useEnds();

const MIB = 1024 * 1024;
const RELEASE = `targets/rc/x64/${"ab".repeat(32)}.hubwart-1.0.0-x64.tar.br`;

async function start() {
  const folder = await mkdtemp(path.join(os.tmpdir(), "vendor-flood-"));
  ends.push(() => rm(folder, { recursive: true }));
  const scope = new Scope();
  ends.push(() => scope.end());
  const url = await serve(
    { folder, bind: "127.0.0.1", port: 0, development: true, logLevel: "error" },
    scope,
  );
  const release = randomBytes(8 * MIB);
  const file = path.join(repositoryFolder(folder), RELEASE);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, release);
  return { url, port: Number(new URL(url).port), release };
}

it.each([
  "/health",
  "/v1/licenses/status",
  `${REPOSITORY_PATH}/metadata/timestamp.json`,
  `${REPOSITORY_PATH}/${RELEASE}`,
])(
  "60 connections with 3,000 requests each for %s cost little; a slow download arrives whole",
  async (target) => {
    const { port, release, url } = await start();
    const grown = growth();
    ends.push(grown.end);
    const slow = downloadSlowly(`${url}${REPOSITORY_PATH}/${RELEASE}`, 128 * 1024);
    const greedy = await askGreedily(port, 60, `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(3_000));
    ends.push(greedy.end);
    const body = JSON.stringify({ fingerprint: "ab".repeat(32) });
    const headers = { "content-type": "application/json" };
    for (let n = 0; n < 10; n += 1) {
      const given = await fetch(`${url}/v1/licenses/trial`, { method: "POST", headers, body });
      expect(given.status).toBe(200);
      await given.text();
    }
    expect((await slow).equals(release)).toBe(true);
    expect(grown.mebibytes()).toBeLessThan(250);
  },
  30_000,
);
