/**
 * Documents against what is there: files and folders they name in backticks, links between them, and the folders of
 * ARCHITECTURE.md against the workspaces. README's variables are held by a unit test, counts are not typed at all.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");
const read = (file) => readFileSync(path.join(root, file), "utf8");
const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\0")
  .filter(Boolean);
const known = new Set(files);
for (const file of files) {
  for (let folder = path.dirname(file); folder !== "."; folder = path.dirname(folder)) known.add(folder);
}

const problems = [];
/** The change log names what was there at the time. */
const documents = files.filter((file) => file.endsWith(".md") && file !== "CHANGELOG.md");
const PLACE = /`((?:apps|packages|docs|scripts|e2e|bench|examples|packaging|appliance-tests)\/[^`\s(),;]+)`/g;
/** A pattern, or a place that the reader is about to make. */
const isPattern = (place) => /[*<>{}…]|udp[_-]in|^packaging\/trust\/root\.json$/.test(place);
for (const document of documents) {
  const text = read(document);
  for (const [, place] of text.matchAll(PLACE)) {
    const named = place.replace(/:\d[\d-]*$/, "").replace(/[/.:]+$/, "");
    if (!isPattern(place) && !known.has(named)) problems.push(`${document}: there is no ${place}`);
  }
  for (const [, link] of text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)) {
    if (/^[a-z]+:/.test(link)) continue;
    const target = path.normalize(path.join(path.dirname(document), link)).replace(/\/$/, "");
    if (!known.has(target)) problems.push(`${document}: the link ${link} leads nowhere`);
  }
}

const folders = new Set([...read("ARCHITECTURE.md").matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name));
const workspaces = files.flatMap(
  (file) => /^((?:apps|packages)\/[^/]+)\/package\.json$/.exec(file)?.[1] ?? [],
);
for (const name of workspaces) if (!folders.has(name)) problems.push(`ARCHITECTURE.md: ${name} is missing`);

/** A figure is worth what one knows of its making. */
for (const section of read("docs/performance.md")
  .split(/^(?=##)/m)
  .slice(1)) {
  if (/\d/.test(section) && !/^Recorded \d{4}-\d{2}-\d{2}/m.test(section))
    problems.push(`docs/performance.md: no "Recorded DATE" in ${section.split("\n")[0]}`);
}

/** What `docs/security.md` holds against a standard: each "yes" names a test, and whatever is named is there. */
const rows = read("docs/security.md").match(/^\| \d\.\d.*$/gm) ?? [];
if (rows.length < 40) problems.push("docs/security.md: the table of requirements is not found");
for (const row of rows) {
  const [, what = "", state, shown = ""] = row.split("|").map((cell) => cell.trim());
  const named = [...shown.matchAll(/`([\w./-]+\.(?:tsx?|mjs|md))`/g)].map(([, name]) => name);
  const found = named.flatMap((name) => files.filter((file) => `/${file}`.endsWith(`/${name}`)));
  const missing = named.filter((name) => !found.some((file) => `/${file}`.endsWith(`/${name}`)));
  for (const name of missing) problems.push(`docs/security.md, ${what}: there is no ${name}`);
  if (state === "yes" && !found.some((file) => /\.(?:test|spec)\.tsx?$/.test(file)))
    problems.push(`docs/security.md, ${what}: no test is named`);
  const mutants = /mutant/.test(shown) ? files.filter((file) => file.startsWith("scripts/mutants/")) : [];
  const texts = [...found, ...mutants].map(read);
  for (const [, name] of shown.matchAll(/"([^"]+)"/g))
    if (!texts.some((text) => text.includes(name)))
      problems.push(`docs/security.md, ${what}: no test says "${name}"`);
}

for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(
  `${documents.length} documents, ${workspaces.length} workspaces, ${problems.length} problems\n`,
);
const nothing = documents.length < 10 || workspaces.length < 10;
process.exit(problems.length > 0 || nothing ? 1 : 0);
