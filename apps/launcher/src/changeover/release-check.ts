/**
 * Whether a loaded release can be run: all files that its manifest lists are there with their size, and the programs
 * have the content they were signed with. A few hundred looks at the disk and some 15 MB of hashing.
 */
import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { errorText, isMissing } from "@hubwart/core";
import * as z from "zod/mini";
import { texts } from "../texts.ts";

/** Made when the release was unpacked. */
export const MANIFEST = "manifest.json";
/** Without these nothing runs, whatever the manifest says. */
const NEEDED = ["server/appliance.mjs", "server/hub.mjs", "server/pod.mjs", "console/index.html"];
const PROGRAMS = /^server\//;

const manifest = z.object({
  files: z.array(z.object({ name: z.string(), size: z.number(), sha256: z.string() })),
});

/** German; undefined if nothing is wrong. */
export async function releaseFault(folder: string): Promise<string | undefined> {
  try {
    const { files } = manifest.parse(JSON.parse(await readFile(path.join(folder, MANIFEST), "utf8")));
    const missing = NEEDED.find((name) => !files.some((file) => file.name === name));
    if (missing !== undefined) return texts.isMissing(missing);
    for (const { name, size, sha256 } of files) {
      const file = path.join(folder, name);
      const facts = await stat(file);
      if (!facts.isFile() || facts.size !== size) return texts.damaged(name);
      if (PROGRAMS.test(name) && (await hashOf(file)) !== sha256) return texts.damaged(name);
    }
    return undefined;
  } catch (error) {
    if (!isMissing(error)) return errorText(error);
    const name =
      error instanceof Error && "path" in error ? path.relative(folder, String(error.path)) : "etwas";
    return texts.isMissing(name);
  }
}

async function hashOf(file: string): Promise<string> {
  return createHash("sha256")
    .update(await readFile(file))
    .digest("hex");
}
