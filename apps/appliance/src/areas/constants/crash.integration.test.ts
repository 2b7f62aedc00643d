/** Activations killed at random moments: all constants are the old ones or the new ones, saved and active alike. */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { createLogger, dataLayout, MemoryLogSink, systemClock } from "@hubwart/core";
import type { CompiledProject } from "@hubwart/project";
import { expect } from "vitest";
import { itSurvivesKills } from "../../testing/crash-rounds.ts";
import { EditedValues } from "./edited-values.ts";

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

itSurvivesKills("activations", {
  entry: "apps/appliance/src/testing/activate-forever.ts",
  within: 100,
  judge,
});
