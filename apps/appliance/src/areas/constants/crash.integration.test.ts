/** Activations killed at random moments: all constants are the old ones or the new ones, saved and active alike. */
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createLogger, dataLayout, MemoryLogSink, systemClock } from "@hubwart/core";
import type { CompiledProject } from "@hubwart/project";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type BuiltChildren, buildChildren } from "../../testing/children.ts";
import { CRASH_ROUNDS_WITHIN, crashRounds } from "../../testing/crash-rounds.ts";
import { EditedValues } from "./edited-values.ts";

let folder = "";
let children: BuiltChildren;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "activate-"));
  children = await buildChildren({ "activate-forever": "apps/appliance/src/testing/activate-forever.ts" });
});
afterAll(async () => {
  await children.remove();
  await rm(folder, { recursive: true, force: true });
});

/** What a kill left, before anything was tidied. */
async function judge(root: string, acknowledged: number): Promise<number> {
  const layout = dataLayout(root);
  const log = createLogger("system", "test", new MemoryLogSink());
  // What the hub would read right now.
  const { version } = JSON.parse(await readFile(layout.currentProject, "utf8")) as { version: string };
  const place = path.join(layout.projectVersions, version);
  const text = await readFile(path.join(place, "compiled.json"), "utf8");
  const { hash } = JSON.parse(await readFile(path.join(place, "meta.json"), "utf8")) as { hash: string };
  expect(createHash("sha256").update(text).digest("hex")).toBe(hash);
  const project = JSON.parse(text) as CompiledProject;
  const active = new Set(project.constants.map(({ value }) => Number(value)));
  expect(active.size).toBe(1);
  const [number = -1] = active;
  expect(JSON.parse(await readFile(path.join(place, "constants.json"), "utf8"))).toEqual(project.constants);
  const saved = (await EditedValues.open(layout.constants, systemClock, log)).values;
  const numbers = new Set([...saved.values()].map(({ value }) => Number(value)));
  expect(numbers.size).toBeLessThanOrEqual(1);
  expect(number).toBeGreaterThanOrEqual(acknowledged);
  // What is saved may be ahead by activations that were killed.
  for (const one of numbers) expect(one).toBeGreaterThanOrEqual(number);
  return (await readdir(layout.staging)).length;
}

it("survives kills during activations", { timeout: CRASH_ROUNDS_WITHIN }, async () => {
  const roots = ["a", "b"].map((name) => path.join(folder, name));
  for (const root of roots) await mkdir(root);
  const script = path.join(children.folder, "activate-forever.mjs");
  expect(await crashRounds({ script, roots, within: 100, judge })).toBeGreaterThan(0);
});
