/**
 * `npm run release`: dist/release/hubwart-<version>-<arch>.tar.br, the archive that devices update from.
 *
 *     node scripts/release.mjs [--version V] [--notes FILE] [--out FOLDER] [--arch ARCH] [--development] [--fast]
 *
 * --arch: x64 or arm64, any of them on either machine; without it this machine's. The server is built anew, without the embedded vendor and without trust in its
 * keys; with --development as it is for `npm start`, to try an update on a workbench. Without --notes the notes are
 * empty. --fast: hardly compressed, for tests. Made twice of the same files it is the same to the bit.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { stop } from "esbuild";
import { buildIfStale, buildServer, ENTRIES } from "./build.mjs";
import { nodeRuntime } from "./package/node-runtime.mjs";
import { stageRelease } from "./package/stage-release.mjs";
import { productVersion } from "./version.mjs";

const root = path.resolve(import.meta.dirname, "..");
const { values } = parseArgs({
  options: {
    version: { type: "string" },
    notes: { type: "string" },
    out: { type: "string" },
    arch: { type: "string", default: process.arch },
    development: { type: "boolean" },
    fast: { type: "boolean" },
  },
});
const version = values.version ?? productVersion(root);
const { arch } = values;
const started = performance.now();

if (process.platform !== "linux" || (arch !== "x64" && arch !== "arm64")) {
  process.stderr.write("Releases are made on Linux, for x64 or arm64: they contain native parts for it.\n");
  process.exit(1);
}
const scratch = mkdtempSync(path.join(os.tmpdir(), "hubwart-release-"));
const out = path.resolve(values.out ?? path.join(root, "dist/release"));
const file = path.join(out, `hubwart-${version}-${arch}.tar.br`);
try {
  await buildIfStale();
  const server = path.join(scratch, "server");
  const { guard: _guard, vendor, ...shipped } = ENTRIES;
  const entries = values.development ? { ...shipped, vendor } : shipped;
  await buildServer(server, entries, { development: values.development === true, version });
  const { packRelease } = await toolOf("packages/releases/src/archive/pack.ts");
  await stop();
  const stage = path.join(scratch, "stage");
  stageRelease(root, stage, arch, {
    server,
    console: path.join(root, "dist/console"),
    node: nodeRuntime(path.join(root, ".cache"), arch),
  });
  mkdirSync(out, { recursive: true });
  const notes = values.notes === undefined ? "" : readFileSync(values.notes, "utf8").trim();
  await packRelease(stage, file, { version, arch, notes, quality: values.fast ? 1 : 5 });
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
const megabytes = (statSync(file).size / 1e6).toFixed(1);
const seconds = ((performance.now() - started) / 1000).toFixed(1);
process.stdout.write(`${path.relative(process.cwd(), file)}: ${megabytes} MB in ${seconds} s\n`);

/** A module of the product, for use here. */
async function toolOf(source) {
  const folder = path.join(root, "node_modules", `.release-${process.pid}`);
  try {
    await buildServer(folder, { tool: source });
    return await import(path.join(folder, "tool.mjs"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
