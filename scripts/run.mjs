/** Runs a TypeScript file of this repository: `node scripts/run.mjs scripts/x.ts [arguments]`. */

import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { buildServer } from "./build.mjs";

const [, , file, ...args] = process.argv;
if (!file) {
  process.stderr.write("usage: node scripts/run.mjs FILE.ts [arguments]\n");
  process.exit(2);
}
const root = path.resolve(import.meta.dirname, "..");
// Inside the repository, so that the packages that stay outside of the bundle are found.
const folder = await mkdtemp(path.join(root, "node_modules", ".run-"));
try {
  await buildServer(folder, { main: path.resolve(file) }, { readable: true });
  const child = spawn(process.execPath, ["--enable-source-maps", path.join(folder, "main.mjs"), ...args], {
    cwd: root,
    stdio: "inherit",
  });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  process.exitCode = await new Promise((resolve) => child.on("exit", (code) => resolve(code ?? 1)));
} finally {
  await rm(folder, { recursive: true, force: true });
}
