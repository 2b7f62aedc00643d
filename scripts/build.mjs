/**
 * Builds everything that runs into dist/: one ESM bundle a process (dist/server), the console (dist/console).
 *
 *     node scripts/build.mjs            builds
 *     node scripts/build.mjs --stale    builds only if a source changed since the last build
 *     node scripts/build.mjs --server   leaves the console out
 *     node scripts/build.mjs --central  the central console with its pages alone, dist/central and dist/fleet
 */
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { build, stop } from "esbuild";
import { bundledTogether, serverBundle } from "./bundle.mjs";

const root = path.resolve(import.meta.dirname, "..");
const stampFile = path.join(root, "dist", "stamp");

/** Process → its entry. Each becomes dist/server/<name>.mjs; what a process loads later becomes chunks. */
export const ENTRIES = {
  launcher: "apps/launcher/src/main.ts",
  guard: "apps/launcher/src/guard-main.ts",
  appliance: "apps/appliance/src/main.ts",
  hub: "apps/hub/src/main.ts",
  pod: "apps/hub/src/pod-main.ts",
  recorder: "apps/hub/src/recorder-main.ts",
  scripts: "apps/hub/src/scripts-main.ts",
  alarms: "apps/hub/src/alarms-main.ts",
  energy: "apps/hub/src/energy-main.ts",
  "script-worker": "packages/scripts/src/worker/main.ts",
  hostd: "apps/hostd/src/main.ts",
  vendor: "apps/vendor/src/main.ts",
  cli: "apps/cli/src/main.ts",
  "check-child": "packages/pods/src/check-child.ts",
  "connection-child": "packages/pods/src/connection-child.ts",
  "ets-child": "packages/knx/src/ets/ets-child.ts",
  "keyring-child": "packages/knx/src/secure/keyring-child.ts",
  "script-check-child": "packages/lua/src/check-child.ts",
  "cipher-child": "apps/appliance/src/platform/cipher/cipher-child.ts",
  "ics-child": "apps/appliance/src/areas/schedules/ics/ics-child.ts",
  "inspect-child": "apps/appliance/src/areas/backup/restore/inspect-child.ts",
  "certificate-child": "apps/appliance/src/platform/tls/certificate-child.ts",
};

/** The central console: a program of its own, which no device has. */
export async function buildCentral(outdir) {
  const entries = {
    central: "apps/central/src/main.ts",
    "check-child": ENTRIES["check-child"],
    "prove-child": "apps/central/src/backups/prove-child.ts",
    "history-child": "apps/central/src/history/history-child.ts",
  };
  await buildServer(outdir, entries, { development: false });
  await stop();
}

/** Its pages, into dist/fleet. */
export async function buildFleetPage() {
  await buildPages("fleet.config.ts", "site.config.ts");
}

/** As they are shipped, also where the environment is that of tests: React has another face there, twice as large. */
async function buildPages(...configs) {
  const { build: viteBuild } = await import("vite");
  const folder = path.join(root, "apps/console");
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = "production";
  try {
    for (const config of configs)
      await viteBuild({ root: folder, configFile: path.join(folder, config), logLevel: "warn" });
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
}

/**
 * @param version of what is built, if not that of package.json
 * @param readable as it is written: for functions that are handed on to a browser, which lack what keeps their names
 */
export async function buildServer(
  outdir,
  entries = ENTRIES,
  { development = true, readable = false, version } = {},
) {
  const bundle = serverBundle(root, version);
  const options = {
    ...bundle,
    outdir,
    splitting: true,
    minify: !readable,
    keepNames: !readable,
    sourcemap: false,
    legalComments: "none",
    // Trust in the embedded vendor's key (packages/license); what is shipped does not even contain the code for it.
    define: { ...bundle.define, __HUBWART_DEVELOPMENT__: String(development) },
    chunkNames: "chunks/[name]-[hash]",
    logLevel: "warning",
  };
  await Promise.all(bundledTogether(entries).map((entryPoints) => build({ ...options, entryPoints })));
}

async function* sourceFiles(folder) {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.name === "node_modules" || entry.name === "dist") continue;
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* sourceFiles(full);
    else if (!/\.test\.tsx?$/.test(entry.name)) yield full;
  }
}

/** A hash over name, size and time of every file that goes into the build. */
async function fingerprint() {
  const hash = createHash("sha256");
  const files = [
    "package.json",
    "package-lock.json",
    "scripts/build.mjs",
    "scripts/bundle.mjs",
    "docs/projektformat.md",
  ].map((name) => path.join(root, name));
  for (const folder of ["apps", "packages", "examples"]) {
    for await (const file of sourceFiles(path.join(root, folder))) files.push(file);
  }
  for (const file of files.toSorted()) {
    const { size, mtimeMs } = await stat(file);
    hash.update(`${path.relative(root, file)}\0${size}\0${mtimeMs}\n`);
  }
  return hash.digest("hex");
}

export async function buildIfStale({ always = false, console: withConsole = true, say = () => {} } = {}) {
  const now = `${await fingerprint()} ${withConsole}`;
  const last = await readFile(stampFile, "utf8").catch(() => "");
  if (!always && (last === now || last === now.replace(/false$/, "true"))) return false;
  say();
  await rm(stampFile, { force: true });
  await rm(path.join(root, "dist", "server"), { recursive: true, force: true });
  await mkdir(path.join(root, "dist"), { recursive: true });
  await buildServer(path.join(root, "dist", "server"));
  // Its process would otherwise stay beside the launcher for as long as that runs.
  await stop();
  if (withConsole) await buildPages("vite.config.ts");
  await writeFile(stampFile, now);
  return true;
}

/** As it goes into an image: nothing of an earlier build is left. */
async function buildCentralAnew() {
  const folder = path.join(root, "dist", "central");
  await rm(folder, { recursive: true, force: true });
  await buildCentral(folder);
  await buildFleetPage();
  return true;
}

if (process.argv[1] === import.meta.filename) {
  const started = performance.now();
  const built = process.argv.includes("--central")
    ? await buildCentralAnew()
    : await buildIfStale({
        always: !process.argv.includes("--stale"),
        console: !process.argv.includes("--server"),
      });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(built ? `built in ${seconds} s\n` : "up to date\n");
}
