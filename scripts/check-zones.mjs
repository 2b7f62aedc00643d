/** Runs dependency-cruiser over the sources, and refuses a run that saw nothing (a false pass). */
import { spawnSync } from "node:child_process";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");
const cruise = path.join(root, "node_modules/.bin/depcruise");
const result = spawnSync(
  cruise,
  ["--config", ".dependency-cruiser.cjs", "--output-type", "json", "apps", "packages"],
  { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 },
);
let report;
try {
  report = JSON.parse(result.stdout);
} catch {
  process.stdout.write(result.stdout + result.stderr);
  process.exit(1);
}
const { violations, totalCruised } = report.summary;
const own = report.modules.filter((m) => /^(apps|packages)\//.test(m.source)).length;
if (own < 50) {
  process.stdout.write(`only ${own} modules of ours were seen: the check itself is broken\n`);
  process.exit(1);
}
for (const v of violations) {
  const cycle = v.cycle ? ` (${v.cycle.map((c) => c.name).join(" → ")})` : "";
  process.stdout.write(`${v.rule.name}: ${v.from} → ${v.to}${cycle}\n`);
}
process.stdout.write(`${own} modules of ours, ${totalCruised} in all, ${violations.length} violations\n`);
process.exit(violations.length > 0 ? 1 : 0);
