import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";
import { serverBundle } from "../../../scripts/bundle.mjs";
import { repoRoot } from "./repo-root.ts";

export interface Bundled {
  /** Holds `<name>.mjs` for each entry. */
  folder: string;
  remove: () => Promise<void>;
}

/** Bundles scripts that tests start as processes, as the build does. @param entries name → file, relative to the repository */
export async function bundle(entries: Record<string, string>): Promise<Bundled> {
  const root = repoRoot();
  // Inside the repository, so that packages that stay outside of the bundle are found.
  const folder = await mkdtemp(path.join(root, "node_modules", ".bundle-"));
  await build({
    ...serverBundle(root),
    entryPoints: entries,
    outdir: folder,
    splitting: true,
    minify: true,
    keepNames: true,
    logLevel: "error",
  });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
