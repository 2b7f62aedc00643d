/** `npm run check`: format, lint, types, import zones, unused code, generated files, documents, words, mutants. Runs all, then says which failed. */
import { spawnSync } from "node:child_process";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");
const bin = (name) => path.join(root, "node_modules", ".bin", name);

/** @type {[name: string, command: string, args: string[]][]} */
const checks = [
  ["format", bin("biome"), ["check", "."]],
  ["lint", bin("oxlint"), ["--type-aware", "--deny-warnings"]],
  ["types", path.join(root, "node_modules/@typescript/native/bin/tsc"), ["-p", "."]],
  ["import zones", process.execPath, ["scripts/check-zones.mjs"]],
  ["unused code", bin("knip"), ["--no-progress"]],
  ["generated documents", process.execPath, ["scripts/run.mjs", "scripts/generate-docs.ts", "--check"]],
  ["documents", process.execPath, ["scripts/check-documents.mjs"]],
  ["words", process.execPath, ["scripts/check-words.mjs"]],
  ["mutants", process.execPath, ["scripts/check-mutants.mjs"]],
];

const failed = [];
for (const [name, command, args] of checks) {
  const result = spawnSync(command, args, { cwd: root, encoding: "utf8" });
  const ok = result.status === 0;
  process.stdout.write(`${ok ? "ok  " : "FAIL"} ${name}\n`);
  if (!ok) {
    process.stdout.write(
      `${[result.stdout, result.stderr, result.error?.message].filter(Boolean).join("\n")}\n`,
    );
    failed.push(name);
  }
}
if (failed.length > 0) {
  process.stdout.write(`\n${failed.length} of ${checks.length} checks failed: ${failed.join(", ")}\n`);
  process.exit(1);
}
process.stdout.write(`\nall ${checks.length} checks passed\n`);
