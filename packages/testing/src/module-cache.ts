/**
 * npm packages that some test talks to and that must stay out of `npm ci` (native code, or a lock file that npm cannot
 * write): installed once per machine into `~/.cache/hubwart-tests`. HUBWART_TEST_CACHE names another folder.
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Folder of the installed package. Its install scripts are not run. */
export async function cachedModule(name: string, version: string): Promise<string> {
  const cache = process.env["HUBWART_TEST_CACHE"] ?? path.join(os.homedir(), ".cache/hubwart-tests");
  const folder = path.join(cache, `${name.replaceAll(/[@/]/g, "-")}-${version}-${process.arch}`);
  const found = path.join(folder, "node_modules", name);
  if (existsSync(found)) return found;
  await mkdir(cache, { recursive: true });
  const fresh = await mkdtemp(path.join(cache, "install-"));
  try {
    await writeFile(path.join(fresh, "package.json"), '{"private":true}');
    const wanted = ["--ignore-scripts", "--no-audit", "--no-fund", "-E", `${name}@${version}`];
    await run("npm", ["install", ...wanted], { cwd: fresh, timeout: 180_000 });
    await rename(fresh, folder);
  } catch (error) {
    // Another test process may have been faster.
    if (!existsSync(found)) throw error;
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  return found;
}
