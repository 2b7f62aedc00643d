import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { type BuildOptions, build } from "esbuild";
import { bundledTogether, serverBundle } from "../../../scripts/bundle.mjs";
import { repoRoot } from "./repo-root.ts";

export interface Bundled {
  /** Holds `<name>.mjs` for each entry. */
  folder: string;
  remove: () => Promise<void>;
}

/** What a program of these lines prints, bundled as ours are. @param define what the build says of itself */
export async function printedByBundle(
  contents: string,
  options: { resolveDir: string; outfile: string; define: Record<string, string>; args: readonly string[] },
): Promise<string> {
  const { args, define, outfile, resolveDir } = options;
  await build({
    stdin: { contents, resolveDir },
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    minify: true,
    external: ["@photostructure/sqlite", "@node-rs/argon2"],
    define,
    logLevel: "error",
  });
  const env = { ...process.env, HUBWART_EMBEDDED_VENDOR: "on" };
  return (await promisify(execFile)(process.execPath, [outfile, ...args], { env })).stdout;
}

export interface BundleOptions {
  /** In one go, which takes half as long; then each process carries programs of others, and more memory. */
  together?: boolean;
}

/** Bundles scripts that tests start as processes, as the build does. @param entries name → file, relative to the repository */
export async function bundle(
  entries: Record<string, string>,
  { together = false }: BundleOptions = {},
): Promise<Bundled> {
  const root = repoRoot();
  // Inside the repository, so that packages that stay outside of the bundle are found.
  const folder = await mkdtemp(path.join(root, "node_modules", ".bundle-"));
  const options: BuildOptions = {
    ...serverBundle(root),
    outdir: folder,
    splitting: true,
    minify: true,
    keepNames: true,
    logLevel: "error",
  };
  const groups = together ? [entries] : bundledTogether(entries);
  await Promise.all(groups.map((entryPoints) => build({ ...options, entryPoints })));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
