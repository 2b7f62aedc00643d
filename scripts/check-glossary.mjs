/**
 * One word per thing. Reads the glossary of CONTRIBUTING.md and refuses
 * - a synonym (third column) in the name of a file or of anything in the code; addresses of the specifications stay,
 * - an area whose folder or file has a name that is in no glossary.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");
const read = (file) => readFileSync(path.join(root, file), "utf8");
const section = read("CONTRIBUTING.md").split("## Glossary")[1]?.split("\n## ")[0] ?? "";
const rows = section
  .split("\n")
  .filter((line) => line.startsWith("| `") || line.startsWith("|`"))
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
const quoted = (cell) => [...(cell ?? "").matchAll(/`([^`]+)`/g)].map((match) => match[1]);

const words = new Set(rows.flatMap(([word]) => quoted(word)));
const never = rows.flatMap(([word, , synonyms]) => quoted(synonyms).map((synonym) => ({ word, synonym })));
if (words.size < 10 || never.length < 5) {
  process.stdout.write("the glossary of CONTRIBUTING.md was not read\n");
  process.exit(1);
}

/** `infotohub` as a part of a name: infotohubTexts, InfotohubPage, info-to-hub is another word. */
const pattern = (synonym) =>
  new RegExp(
    `(?<![a-z])${synonym}(?![a-z])|(?<=[a-z0-9])${synonym[0].toUpperCase()}${synonym.slice(1)}(?![a-z])|(?<![A-Za-z])${synonym[0].toUpperCase()}${synonym.slice(1)}(?=[A-Z])`,
    "g",
  );
const rules = never.map((rule) => ({ ...rule, pattern: pattern(rule.synonym) }));

/** What people read and what goes over the wire: strings, comments, addresses. */
const names = (line) =>
  line
    .replace(/\/\/.*$/, "")
    .replace(/^\s*(\/?\*).*$/, "")
    .replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`?/g, "")
    .replace(/\/(?:[^/\\\n]|\\.)+\/[a-z]*/g, "")
    .replace(/>[^<>{}]*</g, "><");

/** Names of other products, which are theirs to choose. */
const FOREIGN = [/^packages\/containers\/src\/catalogue\//];

const problems = [];
const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\0")
  .filter((file) => /^(apps|packages)\/.*\.(ts|tsx)$/.test(file));
for (const file of files) {
  let text;
  try {
    text = read(file);
  } catch {
    continue;
  }
  if (FOREIGN.some((place) => place.test(file))) continue;
  for (const { word, synonym, pattern: banned } of rules) {
    if (file.match(banned)) problems.push(`${file}: the file's name says "${synonym}"; the word is ${word}`);
  }
  text.split("\n").forEach((line, index) => {
    const code = names(line);
    for (const { word, synonym, pattern: banned } of rules) {
      if (code.match(banned)) problems.push(`${file}:${index + 1}: "${synonym}"; the word is ${word}`);
    }
  });
}

/** Where areas stand: their names are words of the glossary. */
const AREAS = [
  [/^packages\/contract\/src\/routes\/([a-z0-9-]+)\.ts$/, "contract"],
  [/^apps\/appliance\/src\/areas\/([a-z0-9-]+)\//, "appliance"],
  [/^apps\/appliance\/src\/platform\/([a-z0-9-]+)\//, "platform"],
  [/^apps\/console\/src\/features\/([a-z0-9-]+)\//, "console"],
  [/^apps\/console\/src\/texts\/de\/([a-z0-9-]+)\.ts$/, "texts"],
];
const unknown = new Set();
for (const file of files) {
  for (const [place, name] of AREAS) {
    const area = place.exec(file)?.[1];
    if (area !== undefined && !words.has(area))
      unknown.add(`${name}: "${area}" is an area without a word in the glossary`);
  }
}
problems.push(...unknown);
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(
  `${words.size} words, ${never.length} synonyms, ${files.length} files, ${problems.length} found\n`,
);
process.exit(problems.length > 0 || files.length === 0 ? 1 : 0);
