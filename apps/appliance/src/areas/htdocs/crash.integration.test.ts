/** Uploads of public files killed at random moments: all files are the old ones or the new ones. */
import { readdir, readFile, realpath } from "node:fs/promises";
import path from "node:path";
import { dataLayout, systemClock } from "@hubwart/core";
import { expect } from "vitest";
import { itSurvivesKills } from "../../testing/crash-rounds.ts";
import { PublicTree } from "./tree.ts";

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

itSurvivesKills("replacements of all files", {
  entry: "apps/appliance/src/testing/replace-forever.ts",
  within: 100,
  judge,
});
