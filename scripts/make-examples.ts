/** Writes the files in `examples/`: `node scripts/run.mjs scripts/make-examples.ts`. */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { exampleFiles, pageFiles } from "./examples/files.ts";

for (const { name, make } of [...exampleFiles, ...pageFiles]) {
  const file = path.join("examples", name);
  await writeFile(file, await make());
  process.stdout.write(`${file} written\n`);
}
