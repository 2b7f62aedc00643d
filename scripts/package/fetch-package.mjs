/** A package of the registry for another machine than this one, kept in .cache: what was fetched must be what is pinned. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";

/**
 * @param integrity as package-lock.json has it
 * @param wanted files of it; all without them
 * @returns a folder below `cache`
 */
export function fetchPackage(cache, { name, version, integrity, wanted = [] }) {
  const folder = path.join(cache, `${name.replace(/^@/, "").replace("/", "-")}-${version}`);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const scratch = mkdtempSync(path.join(cache, "fetching-"));
  try {
    execFileSync("npm", ["pack", `${name}@${version}`, "--silent", "--pack-destination", scratch], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    const archive = path.join(scratch, readdirSync(scratch).find((file) => file.endsWith(".tgz")) ?? "");
    const found = `sha512-${createHash("sha512").update(readFileSync(archive)).digest("base64")}`;
    if (found !== integrity) throw new Error(`${name}@${version} is not what is pinned: ${found}`);
    const files = wanted.map((file) => `package/${file}`);
    execFileSync("tar", ["--extract", "--gzip", "--file", archive, "--directory", scratch, ...files]);
    renameSync(path.join(scratch, "package"), folder);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return folder;
}
