/**
 * `npm run check`: format, lint, types, import zones, unused code, generated files, documents, words, mutants. Runs all, two side by
 * side, then says which failed. Of the mutants those that the change touches; on CI a thirtieth of all, another one each day; with
 * `--all` every one.
 */
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");
const cache = path.join(root, ".cache");
const all = process.argv.includes("--all");
const share = process.argv.includes("--share") || process.env.CI === "true";
const bin = (name) => path.join(root, "node_modules", ".bin", name);
const tsc = path.join(root, "node_modules/@typescript/native/bin/tsc");
const typesOf = path.join(cache, "types.tsbuildinfo");

/** The longest first. @type {[name: string, command: string, args: string[]][]} */
const checks = [
  ["lint", bin("oxlint"), ["--type-aware", "--deny-warnings"]],
  ["types", tsc, ["-p", ".", "--incremental", "--tsBuildInfoFile", typesOf]],
  ["import zones", process.execPath, ["scripts/check-zones.mjs"]],
  ["unused code", bin("knip"), ["--no-progress"]],
  ["format", bin("biome"), ["check", "."]],
  ["words", process.execPath, ["scripts/check-words.mjs"]],
  ["generated documents", process.execPath, ["scripts/run.mjs", "scripts/generate-docs.ts", "--check"]],
  ["documents", process.execPath, ["scripts/check-documents.mjs"]],
];
// They use both cores by themselves.
const mutants = [
  all ? "mutants" : share ? "mutants of today" : "mutants of what changed",
  process.execPath,
  ["scripts/check-mutants.mjs", ...(all ? [] : [share ? "--share" : "--changed"])],
];

const failed = [];
mkdirSync(cache, { recursive: true });
const waiting = [...checks];
const lane = async () => {
  for (let next = waiting.shift(); next; next = waiting.shift()) await check(next);
};
await Promise.all([lane(), lane()]);
await check(mutants);

if (failed.length > 0) {
  process.stdout.write(`\n${failed.length} of ${checks.length + 1} checks failed: ${failed.join(", ")}\n`);
  process.exit(1);
}
process.stdout.write(`\nall ${checks.length + 1} checks passed\n`);

async function check([name, command, args]) {
  const began = performance.now();
  const { ok, output } = await run(command, args);
  const seconds = Math.round((performance.now() - began) / 1000);
  process.stdout.write(`${ok ? "ok  " : "FAIL"} ${name} (${seconds} s)\n`);
  if (ok) return;
  process.stdout.write(`${output}\n`);
  failed.push(name);
}

function run(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8");
      stream.on("data", (text) => (output += text));
    }
    child.once("error", (error) => resolve({ ok: false, output: error.message }));
    child.once("close", (code) => resolve({ ok: code === 0, output }));
  });
}
