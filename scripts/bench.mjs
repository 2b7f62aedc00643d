/**
 * `npm run bench` runs every measurement; `npm run bench -- mqtt --quick` runs one.
 * What each measures and how stands at the head of bench/<name>.
 */
import { spawnSync } from "node:child_process";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");
const BENCHES = {
  mqtt: "bench/mqtt/main.ts",
  compile: "bench/compile.ts",
  editor: "bench/editor/main.ts",
  start: "bench/start.ts",
  mcp: "bench/mcp.ts",
  memory: "bench/memory.ts",
  load: "bench/first-load.ts",
  live: "bench/live.ts",
  ws: "bench/ws.ts",
  log: "bench/log.ts",
  backup: "bench/backup.ts",
  history: "bench/history.ts",
  record: "bench/record.ts",
  schedules: "bench/schedules.ts",
  why: "bench/why.ts",
  energy: "bench/energy.ts",
  scripts: "bench/scripts.ts",
  pods: "bench/pods/main.ts",
  knx: "bench/knx/main.ts",
  debugger: "bench/debugger.ts",
  update: "bench/update.ts",
  containers: "bench/containers.ts",
  tree: "bench/tree.ts",
  alarms: "bench/alarms/main.ts",
  "alarms-outage": "bench/alarms/outage.ts",
  overview: "bench/overview.ts",
  fleet: "bench/fleet/main.ts",
  "fleet-outage": "bench/fleet/outage.ts",
  "fleet-replicas": "bench/fleet/replicas.ts",
};
/** Container engines make bridges and rules for packets: in a network namespace they trouble nobody. */
const WITHIN = { containers: ["unshare", "--net", "--", "sh", "-c", 'ip link set lo up && exec "$@"', "sh"] };
const flags = process.argv.slice(2).filter((a) => a.startsWith("--"));
const wanted = process.argv.slice(2).filter((a) => !a.startsWith("--"));
const names = wanted.length > 0 ? wanted : Object.keys(BENCHES);

const unknown = names.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  process.stdout.write(
    `no measurement "${unknown.join(", ")}"; there are: ${Object.keys(BENCHES).join(", ")}\n`,
  );
  process.exit(2);
}
function node(args, within = []) {
  const [command, ...rest] = [...within, process.execPath, ...args];
  return spawnSync(command, rest, { cwd: root, stdio: "inherit" }).status === 0;
}

if (!node(["scripts/build.mjs", "--stale"])) process.exit(1);
let failed = false;
for (const name of names) {
  process.stdout.write(`\n== ${name}\n`);
  if (!node(["scripts/run.mjs", BENCHES[name], ...flags], WITHIN[name])) failed = true;
}
process.exit(failed ? 1 : 0);
