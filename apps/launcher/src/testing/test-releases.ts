/**
 * Releases for tests: what was built, under another version, broken on purpose where wanted; and the repository of the
 * product's embedded vendor service that they are published in.
 */
import { cpSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { systemClock } from "@hubwart/core";
import { packRelease } from "@hubwart/releases/pack";
import { Publisher } from "@hubwart/releases/publish";
import { repoRoot, sayVersion } from "@hubwart/testing";
import { copyModules } from "../../../../scripts/package/modules.mjs";

/** Name of a file in the release, and what it becomes. */
export type Harm = Record<string, (right: string) => string>;

/** @param work a folder for archives @param size small: of the console its first page only @returns the archive */
export async function makeRelease(
  work: string,
  version: string,
  harm: Harm = {},
  size: "whole" | "small" = "whole",
): Promise<string> {
  const folder = path.join(work, `source-${version}`);
  const built = path.join(repoRoot(), "dist");
  linkTree(path.join(built, "server"), path.join(folder, "server"));
  if (size === "whole") linkTree(path.join(built, "console"), path.join(folder, "console"));
  else {
    mkdirSync(path.join(folder, "console"));
    link(path.join(built, "console/index.html"), path.join(folder, "console/index.html"));
  }
  copyModules(repoRoot(), path.join(folder, "node_modules"), process.arch);
  sayVersion(path.join(folder, "server"), version);
  for (const [name, change] of Object.entries(harm)) {
    const file = path.join(folder, name);
    const text = change(readFileSync(file, "utf8"));
    // The file is a link to that of the build.
    rmSync(file);
    writeFileSync(file, text);
  }
  const archive = path.join(work, `hubwart-${version}.tar.br`);
  const arch = process.arch === "arm64" ? "arm64" : "x64";
  await packRelease(folder, archive, {
    version,
    arch,
    notes: `Neu in ${version}: alles besser.`,
    quality: 1,
  });
  await rm(folder, { recursive: true });
  return archive;
}

/** Of the embedded vendor service. */
export const repositoryOf = (dataDir: string): Publisher =>
  new Publisher({ folder: path.join(dataDir, "vendor", "releases"), clock: systemClock });

function linkTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) linkTree(source, target);
    else link(source, target);
  }
}

function link(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    // On another disk.
    cpSync(source, target);
  }
}
