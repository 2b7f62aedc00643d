/** Activations killed at random moments: all constants are the old ones or the new ones, saved and active alike. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createLogger, dataLayout, MemoryLogSink, systemClock } from "@hubwart/core";
import type { CompiledProject } from "@hubwart/project";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type BuiltChildren, buildChildren } from "../../testing/children.ts";
import { EditedValues } from "./edited-values.ts";

const DEVICES = 2;
const KILLS = 25;

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

/** Activates until `kill -9` at a random time after its first word; the last number that was acknowledged. */
async function activateAndKill(root: string): Promise<number> {
  const child = spawn(process.execPath, [path.join(children.folder, "activate-forever.mjs"), root], {
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
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 100));
  child.kill("SIGKILL");
  await ended;
  expect(complaints).toBe("");
  // A line that the kill cut is none.
  return Number(printed.slice(0, printed.lastIndexOf("\n")).split("\n").at(-1));
}

async function killed(root: string): Promise<number> {
  const layout = dataLayout(root);
  const log = createLogger("system", "test", new MemoryLogSink());
  let leftovers = 0;
  for (let i = 0; i < KILLS; i += 1) {
    const acknowledged = await activateAndKill(root);
    leftovers += (await readdir(layout.staging)).length;
    // What the hub would read right now, before anything was tidied.
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
  }
  return leftovers;
}

it(`survives ${DEVICES * KILLS} kills during activations`, { timeout: 240_000 }, async () => {
  const roots = await Promise.all(
    Array.from({ length: DEVICES }, async (_, i) => {
      const root = path.join(folder, String(i));
      await mkdir(root);
      return root;
    }),
  );
  const leftovers = await Promise.all(roots.map(killed));
  // The kills did fall into the middle of activations.
  expect(leftovers.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(0);
});
