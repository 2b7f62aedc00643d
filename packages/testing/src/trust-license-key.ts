import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { TrustedKey } from "@hubwart/license";

/** As a minified build with kept names has the keys it trusts, with or without those for development. */
const KEYS = /async function ([\w$]+)\(([^)]*)\)\{[^}]*\}(?=[\w$]+\(\1,"trustedKeys"\))/g;

/** Makes a build trust one licence key and no other, as a manufacturer's build trusts his. @param folder of its bundles */
export async function trustLicenseKey(folder: string, key: TrustedKey): Promise<void> {
  let changed = 0;
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !entry.name.endsWith(".mjs")) continue;
    const file = path.join(entry.parentPath, entry.name);
    const text = await readFile(file, "utf8");
    const trusting = text.replace(KEYS, `async function $1($2){return ${JSON.stringify([key])}}`);
    if (trusting === text) continue;
    await writeFile(file, trusting);
    changed += 1;
  }
  if (changed === 0) throw new Error("the build does not name its keys where it should");
}
