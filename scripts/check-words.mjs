/**
 * Small rules no other tool holds: no skipped tests, no work left over in comments, nothing about package registries, one word
 * per thing, no file of code past 400 lines, no German in the logic.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");
const RULES = [
  [/\b(it|test|describe)\.(skip|todo|only|fails)\b/, "a skipped or exclusive test"],
  [/\b(TODO|FIXME|XXX|HACK)\b/, "work left over"],
  [/@ts-(ignore|nocheck|expect-error)/, "a silenced type error"],
  [/(biome-ignore|oxlint-disable|eslint-disable)/, "a silenced rule"],
  [/registry\.npmjs\.org|registry\.yarnpkg/, "a package registry's host"],
];
/** What people never read; the glossary has the word. `(Bucket)` names what people know by another word. */
const WORDS = [
  [/["'`][^"'`\n]*\bLogging\b/, 'a text that says "Logging" instead of "Protokoll"'],
  [/["'`][^"'`\n]*(?<!\()\bBucket\b/, 'a text that says "Bucket" instead of "Datenbank (Bucket)"'],
  [
    /["'`][^"'`\n]*(?<!\()\bMeasurement\b/,
    'a text that says "Measurement" instead of "Messreihe (Measurement)"',
  ],
  [
    /\b(Daten|Liste|Seite)\b[^"'`\n]* aktualisier|\bNicht aktualisiert/,
    'a text that says "aktualisieren" instead of "neu laden"',
  ],
  [
    /["'`](Filter|Änderungen|Eingaben)[^"'`\n]* zurücksetzen/,
    'a text that says "zurücksetzen" where nothing stored is deleted',
  ],
];
const TEXTS =
  /^(apps\/console\/src\/texts\/de|apps\/appliance\/src\/areas|packages\/stores\/src\/export)\/.*(?<!\.test)\.ts$/;
const CODE = /\.(ts|tsx|mjs|cjs|css)$/;
const MOST_LINES = 400;
const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
}).split("\0");
let found = 0;
let read = 0;
for (const file of files) {
  if (!/\.(ts|tsx|mjs|cjs|json|md|css|html|py|sh)$/.test(file) || file === "scripts/check-words.mjs")
    continue;
  let text;
  try {
    text = readFileSync(path.join(root, file), "utf8");
  } catch {
    continue;
  }
  read += 1;
  if (CODE.test(file) && text.split("\n").length - 1 > MOST_LINES) {
    found += 1;
    process.stdout.write(`${file}: more than ${MOST_LINES} lines\n`);
  }
  for (const [pattern, what] of TEXTS.test(file) ? [...RULES, ...WORDS] : RULES) {
    const at = text.search(pattern);
    if (at < 0) continue;
    found += 1;
    process.stdout.write(`${file}:${text.slice(0, at).split("\n").length}: ${what}\n`);
  }
}
process.stdout.write(`${read} files read, ${found} found\n`);
if (found > 0 || read === 0) process.exit(1);
await import("./check-german.mjs");
await import("./check-glossary.mjs");
