/**
 * `npm test` runs every tier but those that start the disk image; `npm test -- unit` (or integration, e2e, containers, appliance, image,
 * power, firmware) runs one.
 * `--changed` behind that: only the files of tests that are changed or import something changed; those of the tiers that start the
 * built product import little of it.
 *
 * The tiers of booted machines and of container engines mostly wait: one after the other they run beside the two that start
 * the product, and are printed when all have ended. What failed is named again at the end.
 *
 * The tiers beyond unit need real peers from Debian's packages. As root on Debian what is missing is
 * installed (no daemon of theirs is started); otherwise the one apt line is printed, the tiers that
 * could not run are named, and the exit code is 3: not a pass.
 */
import { spawn, spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { changeBase } from "./changed-files.mjs";
import { kvmWorks } from "./kvm.mjs";
import { PACKAGES } from "./test-packages.mjs";

const root = path.resolve(import.meta.dirname, "..");
const say = (line) => process.stdout.write(`${line}\n`);

const TIERS = {
  unit: { projects: ["unit", "console"], packages: [], build: false },
  integration: { projects: ["integration"], packages: PACKAGES.integration, build: true },
  e2e: { projects: ["e2e"], packages: PACKAGES.e2e, build: true },
  // Boots a Debian of its own in namespaces, which only root may make.
  appliance: { projects: ["appliance"], packages: PACKAGES.appliance, build: true, root: true, beside: true },
  // Container engines of its own, whose bridges and packet rules stay in a network namespace.
  containers: {
    projects: ["containers"],
    packages: PACKAGES.containers,
    build: true,
    root: true,
    beside: true,
    within: ["unshare", "--net", "--", "sh", "-c", 'ip link set lo up && exec "$@"', "sh"],
  },
  // They make the disk image, which only root may, and start it: by Linux as a process, the second to cut its power again and
  // again; in QEMU by UEFI, which takes longer than all others without KVM (docs/decisions/test-machines.md).
  image: { projects: ["image"], packages: PACKAGES.image, build: true, root: true, named: true },
  power: { projects: ["power"], packages: PACKAGES.power, build: true, root: true, named: true },
  firmware: { projects: ["firmware"], packages: PACKAGES.firmware, build: true, root: true, named: true },
};
const results = path.join(root, "test-results");

const onlyChanged = process.argv.includes("--changed");
const wanted = process.argv.slice(2).filter((arg) => arg !== "--changed");
const leftOut = wanted.length > 0 ? [] : Object.keys(TIERS).filter((name) => TIERS[name].named);
const names = wanted.length > 0 ? wanted : Object.keys(TIERS).filter((name) => !leftOut.includes(name));
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

mkdirSync(results, { recursive: true });
const canRun = (name) => (TIERS[name].packages.length === 0 || installed) && (!TIERS[name].root || isRoot);
const notRun = names.filter((name) => !canRun(name));
const toRun = names.filter(canRun);
// Alone, or with nothing to run beside, it prints as it goes.
const beside = toRun.filter(
  (name) => TIERS[name].beside && toRun.some((n) => TIERS[n].build && !TIERS[n].beside),
);

const outcomes = new Map();
let others = [];
let built = false;
for (const name of toRun.filter((n) => !beside.includes(n))) {
  if (TIERS[name].build && !built) {
    say("\n== build");
    run(process.execPath, ["scripts/build.mjs", "--stale"]);
    built = true;
    let before = Promise.resolve();
    others = beside.map((other) => {
      const end = before.then(() => runTier(other, path.join(results, `${other}.log`)));
      before = end;
      return { name: other, end };
    });
    if (beside.length > 0) say(`\n== ${beside.join(", ")}: beside the next`);
  }
  say(`\n== ${name}`);
  outcomes.set(name, await runTier(name));
}
for (const { name, end } of others) {
  outcomes.set(name, await end);
  say(`\n== ${name}`);
  process.stdout.write(readFileSync(path.join(results, `${name}.log`)));
}

say("");
for (const [name, { counts, seconds, failed }] of outcomes) {
  say(`${name}: ${counts.passed} of ${counts.all} in ${Math.round(seconds)} s`);
  for (const line of failed) say(`  failed: ${line}`);
}
for (const name of leftOut) say(`${name}: only by its name: npm run test:${name}`);
if (notRun.length > 0) say(`Not run: ${notRun.join(", ")}.`);
if (!installed) {
  say(`Packages are missing: sudo apt-get install -y --no-install-recommends ${missing.join(" ")}`);
}
for (const name of notRun) {
  if (TIERS[name].root && !isRoot) say(`The ${name} tier needs root: sudo npm run test:${name}`);
}
const sum = (key) => [...outcomes.values()].reduce((total, { counts }) => total + counts[key], 0);
say(`${sum("passed")} passed, ${sum("failed")} failed`);
const broken = [...outcomes.values()].some((outcome) => outcome.broken);
process.exit(broken ? 1 : notRun.length > 0 ? 3 : 0);

/**
 * Runs one tier. Broken is also a run without a test, or with one skipped.
 * @param log file for what it prints; without one it prints as it goes
 */
async function runTier(name, log) {
  const tier = TIERS[name];
  const report = path.join(results, `${name}.json`);
  const hooks = path.join(results, `${name}-hooks.json`);
  for (const file of [report, hooks]) rmSync(file, { force: true });
  const [command = "", ...args] = [
    ...(tier.within ?? []),
    path.join(root, "node_modules/.bin/vitest"),
    "run",
    ...(onlyChanged ? ["--changed", changeBase(), "--passWithNoTests"] : []),
    ...tier.projects.flatMap((p) => ["--project", p]),
    "--reporter=default",
    "--reporter=json",
    "--reporter=./scripts/failed-hooks.mjs",
    `--outputFile.json=${report}`,
  ];
  const began = performance.now();
  const out = log === undefined ? "inherit" : openSync(log, "w");
  const env = {
    ...process.env,
    HUBWART_FAILED_HOOKS: hooks,
    ...(name === "firmware" && kvmWorks() ? { HUBWART_TEST_ACCELERATOR: "kvm" } : {}),
  };
  const child = spawn(command, args, { cwd: root, env, stdio: ["ignore", out, out] });
  const status = await new Promise((resolve) => {
    child.once("error", () => resolve(-1));
    child.once("exit", resolve);
  });
  if (log !== undefined) closeSync(out);
  const told = readJson(report);
  const counts = {
    all: told?.numTotalTests ?? 0,
    passed: told?.numPassedTests ?? 0,
    failed: told?.numFailedTests ?? 0,
  };
  return {
    counts,
    seconds: (performance.now() - began) / 1000,
    failed: failures(told, readJson(hooks)),
    broken: status !== 0 || (counts.passed === 0 && !onlyChanged) || (told?.numPendingTests ?? 0) > 0,
  };
}

function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

/** A line for each test and each hook that failed, and for each file that did without one of them failing. */
function failures(told, hooks) {
  const first = (text) => (text ?? "").split("\n", 1)[0].slice(0, 300);
  return (told?.testResults ?? []).flatMap((file) => {
    const where = path.relative(root, file.name);
    const around = (hooks ?? []).filter((hook) => hook.file === file.name);
    const tests = file.assertionResults.filter((test) => test.status === "failed");
    const lines = [
      ...around.map((hook) => `${where} > ${first(hook.message)}`),
      ...tests.map((test) => `${where} > ${test.fullName}: ${first(test.failureMessages?.[0])}`),
    ];
    return lines.length === 0 && file.status === "failed" ? [`${where}: ${first(file.message)}`] : lines;
  });
}

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
