/**
 * Node as devices get it, in the Debian package and in releases: one pinned version of the current LTS line, from the package registry.
 * Kept in .cache/, so that it is fetched once; what was fetched must be what is pinned here.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";

export const NODE_VERSION = "24.21.0";
/** Architecture → what was pinned for it. */
const INTEGRITY = {
  x64: "sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
  arm64: "sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==",
};
const WANTED = ["package/bin/node", "package/LICENSE"];

/** @returns the folder with `bin/node` and `LICENSE` */
export function nodeRuntime(cache, arch) {
  const name = `node-linux-${arch}@${NODE_VERSION}`;
  const folder = path.join(cache, `node-${NODE_VERSION}-linux-${arch}`);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const scratch = mkdtempSync(path.join(cache, "fetching-"));
  try {
    execFileSync("npm", ["pack", name, "--silent", "--pack-destination", scratch], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    const archive = path.join(scratch, `node-linux-${arch}-${NODE_VERSION}.tgz`);
    const found = `sha512-${createHash("sha512").update(readFileSync(archive)).digest("base64")}`;
    if (found !== INTEGRITY[arch]) throw new Error(`${name} is not what is pinned: ${found}`);
    execFileSync("tar", ["--extract", "--gzip", "--file", archive, "--directory", scratch, ...WANTED]);
    renameSync(path.join(scratch, "package"), folder);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return folder;
}
