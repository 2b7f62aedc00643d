import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { changeBase } from "../changed-files.mjs";
import { kvmWorks } from "../kvm.mjs";
import { TIERS } from "./tiers.mjs";

const root = path.resolve(import.meta.dirname, "../..");
const results = path.join(root, "test-results");

/**
 * @typedef {object} FileOutcome
 * @property {string} file
 * @property {number} all tests in it
 * @property {number} passed
 * @property {string[]} failed a line for each test and hook that failed
 *
 * @typedef {object} TierOutcome
 * @property {number} seconds
 * @property {FileOutcome[]} files
 * @property {string[]} outside what failed in no file; also that there is no report at all
 * @property {string[]} [unsteady] what failed at first and passed when it was tried alone
 */

/**
 * Runs one tier, or some files of it.
 * @param {{ onlyChanged?: boolean, files?: string[], log?: string }} options `log`: file for what it prints, without one as it goes
 * @returns {Promise<TierOutcome>}
 */
export async function runTier(name, { onlyChanged = false, files: only = [], log }) {
  const tier = TIERS[name];
  const report = path.join(results, `${name}.json`);
  const hooks = path.join(results, `${name}-hooks.json`);
  for (const file of [report, hooks]) rmSync(file, { force: true });
  const [command = "", ...args] = [
    ...(tier.within ?? []),
    path.join(root, "node_modules/.bin/vitest"),
    "run",
    ...(onlyChanged ? ["--changed", changeBase(), "--passWithNoTests"] : []),
    ...(only.length > 0 ? only : (tier.files ?? [])),
    ...tier.projects.flatMap((p) => ["--project", p]),
    "--reporter=default",
    "--reporter=json",
    "--reporter=./scripts/tests/failed-hooks.mjs",
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
  const files = filesOf(readJson(report), readJson(hooks)?.hooks ?? []);
  const outside = readJson(hooks)?.outside ?? [`${name} ended without a report (${status})`];
  if (status !== 0 && outside.length === 0 && files.every(sound))
    outside.push(`${name} ended with ${status}`);
  if (files.length === 0 && !onlyChanged) outside.push(`${name} has no tests`);
  return { seconds: (performance.now() - began) / 1000, files, outside };
}

/** Few files that failed in a whole run, once more and alone; the outcome as it is then. @param {TierOutcome} outcome */
export async function secondTry(name, outcome) {
  const failed = outcome.files.filter((file) => !sound(file));
  const again = await runTier(name, { files: failed.map(({ file }) => file) });
  const now = new Map(again.files.map((file) => [file.file, file]));
  const better = failed.filter(({ file, all }) => {
    const tried = now.get(file);
    return tried !== undefined && sound(tried) && tried.all >= all;
  });
  return {
    ...outcome,
    files: outcome.files.map((file) => (better.includes(file) ? (now.get(file.file) ?? file) : file)),
    outside: [...outcome.outside, ...again.outside],
    unsteady: better.flatMap((file) => file.failed),
  };
}

/** All its tests ran and passed. @param {FileOutcome} file */
export const sound = ({ all, failed, passed }) => failed.length === 0 && passed === all;

function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

/** @returns {FileOutcome[]} */
function filesOf(told, hooks) {
  const first = (text) => (text ?? "").split("\n", 1)[0].slice(0, 400);
  return (told?.testResults ?? []).map(({ name, status, message, assertionResults: tests }) => {
    const file = path.relative(root, name);
    const failed = [
      ...hooks.filter((hook) => hook.file === name).map((hook) => `${file} > ${first(hook.message)}`),
      ...tests
        .filter((test) => test.status === "failed")
        .map((test) => `${file} > ${test.fullName}: ${first(test.failureMessages?.[0])}`),
    ];
    if (failed.length === 0 && status === "failed") failed.push(`${file}: ${first(message)}`);
    const passed = tests.filter((test) => test.status === "passed").length;
    return { file, all: tests.length, passed, failed };
  });
}
