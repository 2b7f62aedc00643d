/**
 * German stays beside the logic, not in it: below `apps` and `packages`, a German literal outside `texts.ts` and the other
 * right places is refused. `check-words.mjs` calls it; `node scripts/check-german.mjs FOLDER` lists those of any folder.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { germanIn, isGermanPlace, isTest } from "./german.mjs";

const root = path.resolve(import.meta.dirname, "..");
const folders = process.argv[2] === undefined ? ["apps", "packages"] : [process.argv[2]];
const patterns = folders.flatMap((folder) => [`${folder}/**/*.ts`, `${folder}/*.ts`, `${folder}/**/*.tsx`]);
const files = new Set(
  execFileSync(
    "git",
    ["ls-files", "-z", "--cached", "--others", "--exclude-standard", ...patterns.map((p) => `:(glob)${p}`)],
    { cwd: root, encoding: "utf8" },
  )
    .split("\0")
    .filter(Boolean),
);
let found = 0;
for (const file of files) {
  if (isTest(file) || isGermanPlace(file)) continue;
  let text;
  try {
    text = readFileSync(path.join(root, file), "utf8");
  } catch {
    continue;
  }
  for (const { line, literal } of germanIn(file, text)) {
    found += 1;
    process.stdout.write(`${file}:${line}: German outside texts.ts: ${JSON.stringify(literal)}\n`);
  }
}
process.stdout.write(`${files.size} files of ${folders.length} folders read for German, ${found} found\n`);
if (found > 0 || files.size === 0) process.exit(1);
