/**
 * Writes the documents that derive from code: `npm run docs:generate`. With `--check` it writes nothing
 * and fails when one is stale.
 */
import { readFile, writeFile } from "node:fs/promises";
import { rightsDocument } from "@hubwart/contract/rights-document";
import { FORMAT_NOTES } from "@hubwart/pods/format-notes";
import { podSchemas } from "@hubwart/pods/schemas";
import { documentFormat } from "@hubwart/project/document";
import { fillIn } from "../bench/support/results.ts";
import { everyType } from "./examples/every-type.ts";
import { firstSteps } from "./examples/first-steps.ts";

const PERFORMANCE = "docs/performance.md";
const parts = { schemas: podSchemas, notes: FORMAT_NOTES, example: firstSteps, everyType };
const documents = [
  { file: "docs/project-format.md", text: documentFormat(parts, "en") },
  { file: "docs/projektformat.md", text: documentFormat(parts, "de") },
  { file: "docs/rights.md", text: rightsDocument() },
  { file: PERFORMANCE, text: await fillIn(await readFile(PERFORMANCE, "utf8")) },
];
const check = process.argv.includes("--check");

for (const { file, text } of documents) {
  const stored = await readFile(file, "utf8").catch(() => "");
  if (stored === text) continue;
  if (check) {
    process.stderr.write(`${file} is stale: run npm run docs:generate\n`);
    process.exitCode = 1;
  } else {
    await writeFile(file, text);
    process.stdout.write(`${file} written\n`);
  }
}
