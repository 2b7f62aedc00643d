/** Once a run of the tier: makes the package, and the roots that the devices are copied from. */
import path from "node:path";
import { repoRoot } from "@hubwart/testing";
import type { TestProject } from "vitest/node";
import { chronyRoot, debianRoot, installedRoot } from "./base-root.ts";
import { must } from "./run.ts";

export interface Roots {
  /** Folder: Debian without our package. */
  debian: string;
  /** Folder: the same with it. */
  installed: string;
  /** Folder: the unpacked NTP server. */
  chrony: string;
  /** The package. */
  deb: string;
}
declare module "vitest" {
  interface ProvidedContext {
    roots: Roots;
  }
}

export default async function prepare(project: TestProject): Promise<void> {
  const deb = await makePackage([]);
  project.provide("roots", {
    deb,
    chrony: await chronyRoot(),
    debian: await debianRoot(),
    installed: await installedRoot(deb),
  });
}

/** Runs scripts/package.mjs. @returns the file */
export async function makePackage(args: readonly string[]): Promise<string> {
  const root = repoRoot();
  const script = path.join(root, "scripts/package.mjs");
  const said = await must(process.execPath, [script, ...args], { cwd: root, timeout: 300_000 });
  const file = /^(\S+\.deb):/m.exec(said)?.[1];
  if (file === undefined) throw new Error(`no package:\n${said}`);
  return path.join(root, file);
}
