/** `npm start`: installs what is missing, builds what is stale, starts the launcher with the
 * embedded vendor service, and watches over it. */
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");
const say = (line) => process.stdout.write(`${line}\n`);

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  say(`Hubwart braucht Node 20.19 oder neuer; hier läuft ${process.versions.node}.`);
  process.exit(1);
}

if (!installed()) {
  say("Pakete werden installiert …");
  const npm = process.env.npm_execpath;
  const args = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
  const result = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: "inherit" })
    : spawnSync("npm", args, { cwd: root, stdio: "inherit" });
  if (result.status !== 0) {
    say("Die Pakete konnten nicht installiert werden (siehe oben).");
    process.exit(1);
  }
}

const { buildIfStale } = await import("./build.mjs");
await buildIfStale({ say: () => say("Hubwart wird gebaut …") });

process.env.HUBWART_EMBEDDED_VENDOR ??= "on";
process.env.HUBWART_DATA_DIR ??= path.join(root, "data");
await import("../dist/server/guard.mjs");

/** npm writes its own copy of the lock file last, so it is as new as the lock file only after a whole install. */
function installed() {
  const own = path.join(root, "node_modules", ".package-lock.json");
  if (!existsSync(own)) return false;
  return statSync(own).mtimeMs >= statSync(path.join(root, "package-lock.json")).mtimeMs;
}
