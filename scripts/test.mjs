/**
 * `npm test` runs every tier; `npm test -- unit` (or integration, e2e, containers, appliance) runs one.
 *
 * The tiers beyond unit need real peers from Debian's packages. As root on Debian what is missing is
 * installed (no daemon of theirs is started); otherwise the one apt line is printed, the tiers that
 * could not run are named, and the exit code is 3: not a pass.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { PACKAGES } from "./test-packages.mjs";

const root = path.resolve(import.meta.dirname, "..");
const say = (line) => process.stdout.write(`${line}\n`);

const TIERS = {
  unit: { projects: ["unit", "console"], packages: [], build: false },
  integration: { projects: ["integration"], packages: PACKAGES.integration, build: true },
  e2e: { projects: ["e2e"], packages: PACKAGES.e2e, build: true },
  // Container engines of its own, whose bridges and packet rules stay in a network namespace.
  containers: {
    projects: ["containers"],
    packages: PACKAGES.containers,
    build: true,
    root: true,
    within: ["unshare", "--net", "--", "sh", "-c", 'ip link set lo up && exec "$@"', "sh"],
  },
  // Boots a Debian of its own in namespaces, which only root may make.
  appliance: { projects: ["appliance"], packages: PACKAGES.appliance, build: true, root: true },
};

const wanted = process.argv.slice(2);
const names = wanted.length > 0 ? wanted : Object.keys(TIERS);
for (const name of names) {
  if (!(name in TIERS)) {
    say(`no tier "${name}"; there are: ${Object.keys(TIERS).join(", ")}`);
    process.exit(2);
  }
}

if (!existsSync(path.join(root, "node_modules", "vitest"))) {
  run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
}

const isRoot = process.getuid?.() === 0;
const missing = missingPackages([...new Set(names.flatMap((name) => TIERS[name].packages))]);
let installed = missing.length === 0;
if (!installed && isRoot && existsSync("/usr/bin/apt-get")) {
  say(`Installing Debian packages for the tests (none of their daemons is started): ${missing.join(" ")}`);
  installed = installPackages(missing);
}

const totals = { passed: 0, failed: 0 };
const notRun = [];
let broken = false;
let built = false;
for (const name of names) {
  const tier = TIERS[name];
  if ((tier.packages.length > 0 && !installed) || (tier.root && !isRoot)) {
    notRun.push(name);
    continue;
  }
  if (tier.build && !built) {
    say("\n== build");
    run(process.execPath, ["scripts/build.mjs", "--stale"]);
    built = true;
  }
  say(`\n== ${name}`);
  const report = path.join(root, "test-results", `${name}.json`);
  mkdirSync(path.dirname(report), { recursive: true });
  rmSync(report, { force: true });
  const [command = "", ...args] = [...(tier.within ?? []), path.join(root, "node_modules/.bin/vitest")];
  const result = spawnSync(
    command,
    [
      ...args,
      "run",
      ...tier.projects.flatMap((p) => ["--project", p]),
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
    ],
    { cwd: root, stdio: ["ignore", "inherit", "inherit"] },
  );
  const counts = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : undefined;
  totals.passed += counts?.numPassedTests ?? 0;
  totals.failed += counts?.numFailedTests ?? 0;
  if (result.status !== 0 || !counts?.numPassedTests || counts.numPendingTests > 0) broken = true;
}

say("");
if (notRun.length > 0) say(`Not run: ${notRun.join(", ")}.`);
if (!installed) {
  say(`Packages are missing: sudo apt-get install -y --no-install-recommends ${missing.join(" ")}`);
}
for (const name of ["containers", "appliance"]) {
  if (notRun.includes(name) && !isRoot) say(`The ${name} tier makes namespaces: sudo npm run test:${name}`);
}
say(`${totals.passed} passed, ${totals.failed} failed`);
process.exit(broken ? 1 : notRun.length > 0 ? 3 : 0);

function run(command, args) {
  const result = spawnSync(command, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
  if (result.status !== 0) {
    say(`${command} ${args.join(" ")} failed`);
    process.exit(1);
  }
}

function missingPackages(packages) {
  return packages.filter((name) => {
    const { status, stdout } = spawnSync("dpkg-query", ["-W", "-f=${Status}", name], { encoding: "utf8" });
    return status !== 0 || !stdout.includes("install ok installed");
  });
}

/** While installing, policy-rc.d refuses every start of a service (invoke-rc.d(8)). */
function installPackages(packages) {
  const policy = "/usr/sbin/policy-rc.d";
  const ours = !existsSync(policy);
  if (ours) writeFileSync(policy, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  try {
    spawnSync("apt-get", ["update", "-qq"], { env, stdio: ["ignore", "ignore", "inherit"] });
    const result = spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], {
      env,
      stdio: ["ignore", "ignore", "inherit"],
    });
    return result.status === 0 && missingPackages(packages).length === 0;
  } finally {
    if (ours) rmSync(policy, { force: true });
  }
}
