/** Uploads killed at random moments: what is there afterwards is always a whole project, the old one or the new one. */
import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { createLogger, dataLayout, MemoryLogSink } from "@hubwart/core";
import { expect } from "vitest";
import { itSurvivesKills } from "../../testing/crash-rounds.ts";
import { VersionStore } from "./versions.ts";

/** What a kill left. */
async function judge(root: string, acknowledged: number): Promise<number> {
  const layout = dataLayout(root);
  const leftovers = (await readdir(layout.staging)).length;
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
  expect(await readdir(path.dirname(layout.currentProject))).toEqual(["current.json", "staging", "versions"]);
  for (const { version, meta } of store.list()) {
    const files = await readdir(path.join(layout.projectVersions, version));
    expect(files).toEqual(["compiled.json", "meta.json", "upload.enc"]);
    expect((await stat(store.file(version, "upload.enc"))).size).toBe(meta.storedSize);
  }
  return leftovers;
}

itSurvivesKills("uploads", { entry: "apps/appliance/src/testing/upload-forever.ts", within: 120, judge });
