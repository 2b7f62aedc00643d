/**
 * Calls of the contract that the appliance does not answer yet, against the committed list in
 * docs/calls-not-built.txt. The list can only shrink.
 *
 *     npm run calls:missing              says what is missing and whether the list is right
 *     npm run calls:missing -- --write   writes the list, if it gets no longer
 */
import { readFileSync, writeFileSync } from "node:fs";
import {
  compareWithList,
  missingCalls,
  NOT_BUILT_LIST,
} from "../apps/appliance/src/testing/missing-calls.ts";

const missing = await missingCalls();
const { added, built } = compareWithList(missing, readFileSync(NOT_BUILT_LIST, "utf8"));
process.stdout.write(`${missing.join("\n")}\n\n${missing.length} calls are not built\n`);
for (const name of added) process.stdout.write(`not in the list, but missing: ${name}\n`);
for (const name of built) process.stdout.write(`in the list, but built: ${name}\n`);
if (process.argv.includes("--write") && added.length === 0) {
  writeFileSync(NOT_BUILT_LIST, `${missing.join("\n")}\n`);
} else if (added.length + built.length > 0) {
  process.exitCode = 1;
}
