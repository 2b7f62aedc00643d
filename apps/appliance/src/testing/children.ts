/** Bundles scripts that tests start as processes, as the build does. */

import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { repoRoot } from "@hubwart/testing";
import { build } from "esbuild";

export interface BuiltChildren {
  /** Holds `<name>.mjs` for each entry. */
  folder: string;
  remove(): Promise<void>;
}

/** As in scripts/build.mjs: what the engine's client loads for carriers that are not used. */
const LEFT_OUT = ["ssh2", "@grpc/grpc-js", "@grpc/proto-loader", "protobufjs"];

/** Name → entry, relative to the repository. */
export async function buildChildren(entries: Record<string, string>): Promise<BuiltChildren> {
  const root = repoRoot();
  // Inside the repository, so that packages that stay outside of the bundle are found.
  const folder = await mkdtemp(path.join(root, "node_modules", ".children-"));
  await build({
    absWorkingDir: root,
    entryPoints: entries,
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    external: ["@photostructure/sqlite", "@node-rs/argon2", "wasmoon"],
    alias: Object.fromEntries(LEFT_OUT.map((name) => [name, path.join(root, "scripts/empty.cjs")])),
    banner: { js: 'import{createRequire as __r}from"node:module";const require=__r(import.meta.url);' },
    logLevel: "error",
  });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

export const PROJECT_CHILDREN = {
  "check-child": "packages/pods/src/check-child.ts",
  "script-check-child": "packages/lua/src/check-child.ts",
  "cipher-child": "apps/appliance/src/platform/cipher/cipher-child.ts",
};
