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
export function cachedModule(name: string, version: string): Promise<string> {
  return installed({ name, version, suffix: process.arch, options: ["--ignore-scripts"], env: process.env });
}

/** Folder of the installed package, which is compiled by its install script (g++, make; about 20 s once per machine). */
export function compiledModule(name: string, version: string): Promise<string> {
  const headers = path.resolve(path.dirname(process.execPath), "..");
  const env = {
    ...process.env,
    // Compiled once and used for moments: what the optimiser takes is longer than what it wins.
    CFLAGS: "-O0",
    CXXFLAGS: "-O0",
    // Node's own headers, where they are installed beside it, spare a download.
    ...(existsSync(path.join(headers, "include/node/node.h")) ? { npm_config_nodedir: headers } : {}),
  };
  return installed({ name, version, suffix: process.versions.modules, options: [], env });
}

interface Wanted {
  name: string;
  version: string;
  suffix: string;
  options: readonly string[];
  env: NodeJS.ProcessEnv;
}

async function installed({ env, name, options, suffix, version }: Wanted): Promise<string> {
  const cache = process.env["HUBWART_TEST_CACHE"] ?? path.join(os.homedir(), ".cache/hubwart-tests");
  const folder = path.join(cache, `${name.replaceAll(/[@/]/g, "-")}-${version}-${suffix}`);
  const found = path.join(folder, "node_modules", name);
  if (existsSync(found)) return found;
  await mkdir(cache, { recursive: true });
  const fresh = await mkdtemp(path.join(cache, "install-"));
  try {
    await writeFile(path.join(fresh, "package.json"), '{"private":true}');
    const wanted = [...options, "--no-audit", "--no-fund", "-E", `${name}@${version}`];
    await run("npm", ["install", ...wanted], { cwd: fresh, env, timeout: 180_000 });
    await rename(fresh, folder);
  } catch (error) {
    // Another test process may have been faster.
    if (!existsSync(found)) throw error;
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  return found;
}
