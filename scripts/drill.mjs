/** `npm run test:drill`, see `drill/main.ts`: builds what is stale, then runs it. */
import { spawnSync } from "node:child_process";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");
const node = (/** @type {string[]} */ args) =>
  spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" }).status === 0;

if (!node(["scripts/build.mjs", "--stale"])) process.exit(1);
process.exit(node(["scripts/run.mjs", "drill/main.ts", ...process.argv.slice(2)]) ? 0 : 1);
