import { existsSync } from "node:fs";
import path from "node:path";

/** The checkout this code belongs to, also when it runs from a bundle somewhere inside it. */
export function repoRoot(): string {
  for (let folder = import.meta.dirname; ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, "packages/contract")) && existsSync(path.join(folder, "apps/launcher")))
      return folder;
    if (folder === path.dirname(folder)) throw new Error("this code does not run inside a checkout");
  }
}
