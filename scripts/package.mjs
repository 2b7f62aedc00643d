/**
 * `npm run package`: dist/package/hubwart_<version>_amd64.deb for Debian 12.
 *
 *     node scripts/package.mjs [--version V] [--out FOLDER] [--fast]      --fast: hardly compressed, for tests
 *
 * The server is built anew, without the embedded vendor and without trust in its key; the console is taken as it is
 * built for `npm start`. Dates in the package are those of the last commit, or of SOURCE_DATE_EPOCH.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { stop } from "esbuild";
import { buildIfStale, buildServer, ENTRIES } from "./build.mjs";
import { nodeRuntime } from "./package/node-runtime.mjs";
import { stagePackage } from "./package/stage.mjs";
import { productVersion } from "./version.mjs";

const root = path.resolve(import.meta.dirname, "..");
const { values } = parseArgs({
  options: { version: { type: "string" }, out: { type: "string" }, fast: { type: "boolean" } },
});
const ours = values.version ?? productVersion(root);
// A pre-release comes before its release (deb-version(7)).
const version = ours.replace("-", "~");
const out = path.resolve(values.out ?? path.join(root, "dist/package"));
const file = path.join(out, `hubwart_${version}_amd64.deb`);
const started = performance.now();

if (process.platform !== "linux" || process.arch !== "x64") {
  process.stderr.write("The package is made on Linux with x64 only: it contains native parts for it.\n");
  process.exit(1);
}
const scratch = mkdtempSync(path.join(os.tmpdir(), "hubwart-package-"));
try {
  await buildIfStale();
  const server = path.join(scratch, "server");
  const { guard: _guard, vendor: _vendor, ...entries } = ENTRIES;
  await buildServer(server, entries, { development: false, version: ours });
  await stop();
  const stage = path.join(scratch, "stage");
  stagePackage(root, stage, version, {
    server,
    console: path.join(root, "dist/console"),
    node: nodeRuntime(path.join(root, ".cache"), "x64"),
  });
  mkdirSync(out, { recursive: true });
  const level = values.fast ? "1" : "12";
  execFileSync("dpkg-deb", ["--root-owner-group", "-Zzstd", `-z${level}`, "--build", stage, file], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, SOURCE_DATE_EPOCH: process.env.SOURCE_DATE_EPOCH ?? lastCommit() },
  });
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
const megabytes = (statSync(file).size / 1e6).toFixed(1);
const seconds = ((performance.now() - started) / 1000).toFixed(1);
process.stdout.write(`${path.relative(process.cwd(), file)}: ${megabytes} MB in ${seconds} s\n`);

/** Unix seconds, as text. */
function lastCommit() {
  return execFileSync("git", ["log", "-1", "--format=%ct"], { cwd: root, encoding: "utf8" }).trim();
}
