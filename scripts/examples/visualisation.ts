/** A page for `/opt/` that shows all that its user may read, live: no project, but what is uploaded under "Öffentliche Dateien". */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { repoRoot } from "@hubwart/testing";
import { zipOf } from "../../packages/project/src/testing/zip.ts";

const FOLDER = path.join(repoRoot(), "scripts/examples/visualisation");
const FILES = ["index.html", "visu.js", "visu.css"];

export async function visualisation(): Promise<Buffer> {
  return await zipOf(
    await Promise.all(
      FILES.map(async (name) => ({ name, content: await readFile(path.join(FOLDER, name), "utf8") })),
    ),
  );
}
