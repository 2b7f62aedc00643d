/** Uploads of public files killed at random moments: all files are the old ones or the new ones. */
import { mkdir, mkdtemp, readdir, readFile, realpath, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { dataLayout, systemClock } from "@hubwart/core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type BuiltChildren, buildChildren } from "../../testing/children.ts";
import { CRASH_ROUNDS_WITHIN, crashRounds } from "../../testing/crash-rounds.ts";
import { PublicTree } from "./tree.ts";

let folder = "";
let children: BuiltChildren;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "replace-"));
  children = await buildChildren({ "replace-forever": "apps/appliance/src/testing/replace-forever.ts" });
});
afterAll(async () => {
  await children.remove();
  await rm(folder, { recursive: true, force: true });
});

async function judge(root: string, acknowledged: number): Promise<number> {
  const layout = dataLayout(root);
  const tree = await realpath(layout.htdocs);
  const found = await readdir(tree, { recursive: true, withFileTypes: true });
  const files = found.filter((one) => one.isFile());
  const contents = await Promise.all(
    files.map((file) => readFile(path.join(file.parentPath, file.name), "utf8")),
  );
  expect(new Set(contents).size).toBeLessThanOrEqual(1);
  const number = Number(contents[0] ?? 0);
  expect(files.length).toBe(number === 0 ? 0 : 12);
  expect(number).toBeGreaterThanOrEqual(acknowledged);
  const left = await readdir(layout.htdocsTrees);
  // What the next start does: the same files, and nothing else.
  await PublicTree.open(layout, systemClock);
  expect(await realpath(layout.htdocs)).toBe(tree);
  expect(await readdir(layout.htdocsTrees)).toEqual([path.basename(tree)]);
  return left.filter((name) => name.endsWith(".zip")).length;
}

it("survives kills while they are replaced", { timeout: CRASH_ROUNDS_WITHIN }, async () => {
  const roots = ["a", "b"].map((name) => path.join(folder, name));
  for (const root of roots) await mkdir(root);
  const script = path.join(children.folder, "replace-forever.mjs");
  expect(await crashRounds({ script, roots, within: 100, judge })).toBeGreaterThan(0);
});
