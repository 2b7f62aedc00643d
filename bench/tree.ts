/**
 * What the tree is made of: lines of code and of tests by package, long functions and files, German literals outside catalogues.
 *
 *     npm run bench -- tree                  this checkout
 *     npm run bench -- tree --of=/other/one  another, e.g. of an earlier version
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type TypeScript from "typescript";
import { germanOf, isGermanPlace, isTest } from "../scripts/german.mjs";

// Not into the bundle, in which it does not run.
const ts = createRequire(import.meta.url)("typescript") as typeof TypeScript;

const LONG_FUNCTION = 60;
const LONG_FILE = 300;

interface Counts {
  code: number;
  tests: number;
  files: number;
  longFiles: number;
  longFunctions: number;
  literals: number;
  stray: number;
}

const root = path.resolve(process.argv.find((arg) => arg.startsWith("--of="))?.slice("--of=".length) ?? ".");
const listed = spawnSync("git", ["ls-files", "*.ts", "*.tsx"], { cwd: root, encoding: "utf8" });
if (listed.status !== 0) throw new Error(listed.stderr);
const rooms = new Map<string, Counts>();
for (const file of listed.stdout.trim().split("\n")) count(file);

const columns = ["code", "tests", "files", "longFiles", "longFunctions", "literals", "stray"] as const;
const rows = [...rooms].sort(([a], [b]) => a.localeCompare(b));
const all = empty();
for (const [, counts] of rows) for (const column of columns) all[column] += counts[column];
const line = (name: string, cells: readonly (string | number)[]) =>
  process.stdout.write(`${name.padEnd(24)}${cells.map((cell) => String(cell).padStart(15)).join("")}\n`);
line("", [
  "code",
  "tests",
  "files",
  `> ${LONG_FILE} lines`,
  `fn > ${LONG_FUNCTION}`,
  "German",
  "of it astray",
]);
for (const [name, counts] of [...rows, ["all", all] as const])
  line(
    name,
    columns.map((c) => counts[c]),
  );

function count(file: string): void {
  const text = readFileSync(path.join(root, file), "utf8");
  const room = /^((packages|apps)\/[^/]+|[^/]+)/.exec(file)?.[1] ?? file;
  const counts = rooms.get(room) ?? empty();
  rooms.set(room, counts);
  const lines = text.split("\n").length - 1;
  if (lines > LONG_FILE) counts.longFiles += 1;
  counts.files += 1;
  if (isTest(file)) {
    counts.tests += lines;
    return;
  }
  counts.code += lines;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const place = isGermanPlace(file);
  const visit = (node: TypeScript.Node): void => {
    if (ts.isFunctionLike(node) && linesOf(source, node) > LONG_FUNCTION) counts.longFunctions += 1;
    if (germanOf(node) !== undefined) {
      counts.literals += 1;
      if (!place) counts.stray += 1;
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}

function linesOf(source: TypeScript.SourceFile, node: TypeScript.Node): number {
  const at = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  return at(node.end) - at(node.getStart(source)) + 1;
}

function empty(): Counts {
  return { code: 0, tests: 0, files: 0, longFiles: 0, longFunctions: 0, literals: 0, stray: 0 };
}
