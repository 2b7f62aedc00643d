/**
 * `npm test` runs every tier but those that start the disk image; `npm test -- unit` (or integration, e2e, containers, appliance, image,
 * power, firmware) runs one.
 * `--changed` behind that: only the files of tests that are changed or import something changed; those of the tiers that start the
 * built product import little of it.
 *
 * What starts the product mostly waits, so these tiers run in lanes side by side (tests/tiers.mjs); the first lane prints as it goes, the
 * others when they end. Few files of a tier that failed are tried once more when all is quiet: what passes then is named as unsteady, not
 * as failed. `--once` tries nothing twice. What failed is named again at the end.
 *
 * The tiers beyond unit need real peers from Debian's packages. As root on Debian what is missing is
 * installed (no daemon of theirs is started); otherwise the one apt line is printed, the tiers that
 * could not run are named, and the exit code is 3: not a pass.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { installPackages, missingPackages } from "./tests/packages.mjs";
import { runTier, secondTry, sound } from "./tests/run-tier.mjs";
import { GROUPS, TIERS } from "./tests/tiers.mjs";

const root = path.resolve(import.meta.dirname, "..");
const say = (line) => process.stdout.write(`${line}\n`);

const results = path.join(root, "test-results");

/** More than these in one tier are no accident. */
const UNSTEADY_AT_MOST = 8;
const flags = ["--changed", "--once"];
const [onlyChanged, once] = flags.map((flag) => process.argv.includes(flag));
const wanted = process.argv
  .slice(2)
  .filter((arg) => !flags.includes(arg))
  .flatMap((name) => GROUPS[name] ?? [name]);
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
const inLanes = toRun.filter((name) => TIERS[name].lane !== undefined);
const lanes = [...new Set(inLanes.map((name) => TIERS[name].lane))].sort((a, b) => a - b);
const outcomes = new Map();

let built = false;
const build = () => {
  if (built) return;
  say("\n== build");
  run(process.execPath, ["scripts/build.mjs", "--stale"]);
  built = true;
};
for (const name of toRun.filter((n) => !inLanes.includes(n))) {
  if (TIERS[name].build) build();
  say(`\n== ${name}`);
  outcomes.set(name, await runTier(name, { onlyChanged }));
}
if (inLanes.length > 0) build();
await Promise.all(lanes.map(runLane));
if (!once) await tryTwice();

async function runLane(lane, index) {
  for (const name of inLanes.filter((n) => TIERS[n].lane === lane)) {
    say(`\n== ${name}${index === 0 ? "" : ": beside, printed when it has ended"}`);
    const log = index === 0 ? undefined : path.join(results, `${name}.log`);
    outcomes.set(name, await runTier(name, { onlyChanged, log }));
    if (log !== undefined) process.stdout.write(`\n== ${name}\n${readFileSync(log, "utf8")}`);
  }
}

/** What fails among others and passes alone is a defect of its own, but not of what is tested. */
async function tryTwice() {
  for (const [name, outcome] of outcomes) {
    const failed = outcome.files.filter((file) => !sound(file)).length;
    if (failed === 0 || failed > UNSTEADY_AT_MOST) continue;
    say(`\n== ${name}: what failed, once more`);
    outcomes.set(name, await secondTry(name, outcome));
  }
}

say("");
const sum = (files, count) => files.reduce((total, file) => total + count(file), 0);
for (const name of toRun) {
  const { files, outside, seconds, unsteady = [] } = outcomes.get(name);
  const [passed, all] = [sum(files, (file) => file.passed), sum(files, (file) => file.all)];
  say(`${name}: ${passed} of ${all} in ${Math.round(seconds)} s`);
  for (const line of unsteady) say(`  only at the second try: ${line}`);
  for (const line of [...files.flatMap((file) => file.failed), ...outside]) say(`  failed: ${line}`);
}
for (const name of leftOut) say(`${name}: only by its name: npm run test:${name}`);
if (notRun.length > 0) say(`Not run: ${notRun.join(", ")}.`);
if (!installed) {
  say(`Packages are missing: sudo apt-get install -y --no-install-recommends ${missing.join(" ")}`);
}
for (const name of notRun) {
  if (TIERS[name].root && !isRoot) say(`The ${name} tier needs root: sudo npm run test:${name}`);
}
const told = [...outcomes.values()];
const files = told.flatMap((outcome) => outcome.files);
say(`${sum(files, ({ passed }) => passed)} passed, ${sum(files, ({ failed }) => failed.length)} failed`);
const broken = told.some(({ files: of, outside }) => outside.length > 0 || !of.every(sound));
process.exit(broken ? 1 : notRun.length > 0 ? 3 : 0);

function run(command, args) {
  const result = spawnSync(command, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
  if (result.status !== 0) {
    say(`${command} ${args.join(" ")} failed`);
    process.exit(1);
  }
}
