/** Uploads killed at random moments: what is there afterwards is always a whole project, the old one or the new one. */

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createLogger, dataLayout, MemoryLogSink } from "@hubwart/core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type BuiltChildren, buildChildren } from "../../testing/children.ts";
import { VersionStore } from "./versions.ts";

const KILLS = 50;

let folder = "";
let children: BuiltChildren;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "crash-"));
  children = await buildChildren({ "upload-forever": "apps/appliance/src/testing/upload-forever.ts" });
});
afterAll(async () => {
  await children.remove();
  await rm(folder, { recursive: true, force: true });
});

/** Uploads until `kill -9` after a random time; the last version that was acknowledged. */
async function uploadAndKill(): Promise<number> {
  const child = spawn(process.execPath, [path.join(children.folder, "upload-forever.mjs"), folder], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  let complaints = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaints += text;
  });
  const first = new Promise<void>((resolve) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
      resolve();
    });
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  await Promise.race([first, ended]);
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 120));
  child.kill("SIGKILL");
  await ended;
  expect(complaints).toBe("");
  return Number(printed.trim().split("\n").at(-1));
}

it(`survives ${KILLS} kills during uploads`, { timeout: 240_000 }, async () => {
  const layout = dataLayout(folder);
  let acknowledged = 0;
  let leftovers = 0;
  for (let i = 0; i < KILLS; i += 1) {
    acknowledged = await uploadAndKill();
    leftovers += (await readdir(layout.staging)).length;
    // What the hub would read right now, before anything was tidied.
    const raw = JSON.parse(await readFile(layout.currentProject, "utf8")) as { version: string };
    const compiled = path.join(layout.projectVersions, raw.version, "compiled.json");
    const hash = createHash("sha256")
      .update(await readFile(compiled))
      .digest("hex");

    const store = await VersionStore.open(layout, 10, createLogger("system", "test", new MemoryLogSink()));
    const current = store.current();
    expect(current?.version).toBe(raw.version);
    expect(current?.meta.hash).toBe(hash);
    expect(Number(raw.version)).toBeGreaterThanOrEqual(acknowledged);
    expect(await readdir(layout.staging)).toEqual([]);
    expect(await readdir(path.dirname(layout.currentProject))).toEqual([
      "current.json",
      "staging",
      "versions",
    ]);
    for (const { version, meta } of store.list()) {
      const files = await readdir(path.join(layout.projectVersions, version));
      expect(files).toEqual(["compiled.json", "meta.json", "upload.enc"]);
      expect((await stat(store.file(version, "upload.enc"))).size).toBe(meta.storedSize);
    }
  }
  // The kills did fall into the middle of uploads.
  expect(leftovers).toBeGreaterThan(0);
});
