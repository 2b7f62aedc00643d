/**
 * The mutation gate: each guard of `scripts/mutants` is broken once, in memory, and a unit test must notice.
 *
 *     node scripts/check-mutants.mjs            all
 *     node scripts/check-mutants.mjs archive    those whose file or text contains the word
 *     node scripts/check-mutants.mjs --changed  those whose file, tests or entry the change touches
 *     node scripts/check-mutants.mjs --share    a thirtieth of all: another one each day, all of them in thirty
 *
 * The same tests run unbroken as well and must pass. No file is written.
 */
import { fork } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { changeBase, changedFiles, fileAt } from "./changed-files.mjs";
import { MUTANTS } from "./mutants/index.mjs";

/** @typedef {import("./mutants/index.mjs").Mutant} Mutant */

const LANES = 3;
/** Several tests of one file may run out of their time. */
const SILENCE_MS = 300_000;
const root = path.resolve(import.meta.dirname, "..");
const say = (/** @type {string} */ line) => process.stdout.write(`${line}\n`);
const SHARES = 30;
const share = process.argv[2] === "--share";
const changed = process.argv[2] === "--changed";
const word = changed || share ? "" : (process.argv[2] ?? "");
const mutants = changed
  ? touched()
  : share
    ? ofToday()
    : MUTANTS.filter(({ file, breaks }) => `${file} ${breaks}`.includes(word));
/** @type {string[]} */
const problems = [];

if (mutants.length === 0 && !changed) problems.push(`no mutant is called "${word}"`);
// A text that has moved is found here, whatever the change touches.
for (const { file, search, replace, breaks, tests } of MUTANTS) {
  const times = existsSync(path.join(root, file))
    ? readFileSync(path.join(root, file), "utf8").split(search).length - 1
    : 0;
  if (times !== 1) problems.push(`${breaks}: ${file} has its text ${times} times, not once:\n    ${search}`);
  if (search === replace) problems.push(`${breaks}: nothing is replaced`);
  for (const test of tests) if (!existsSync(path.join(root, test))) problems.push(`${breaks}: no ${test}`);
}
if (problems.length === 0 && mutants.length > 0) await run();
if (problems.length > 0) {
  say(problems.join("\n"));
  say(`\n${problems.length} problems with ${mutants.length} mutants`);
  process.exit(1);
}
say(`${mutants.length} mutants, each noticed by a unit test`);
process.exit(0);

/** Whole groups of the same tests, so that these run unbroken once. */
function ofToday() {
  const groups = [...new Set(MUTANTS.map(({ tests }) => tests.join(" ")))];
  const today = Math.floor(Date.now() / 86_400_000) % SHARES;
  return MUTANTS.filter(({ tests }) => groups.indexOf(tests.join(" ")) % SHARES === today);
}

/** An entry is new where its description was in none of the lists before. */
function touched() {
  const base = changeBase();
  const files = changedFiles(base);
  const lists = [...files].filter((file) => file.startsWith("scripts/mutants/"));
  const before = lists.map((file) => fileAt(base, file)).join("\n");
  return MUTANTS.filter(
    ({ file, tests, breaks }) =>
      files.has(file) ||
      tests.some((test) => files.has(test)) ||
      (lists.length > 0 && !before.includes(breaks) && lists.some((list) => has(list, breaks))),
  );
}

function has(/** @type {string} */ list, /** @type {string} */ text) {
  return existsSync(path.join(root, list)) && readFileSync(path.join(root, list), "utf8").includes(text);
}

async function run() {
  /** @type {Map<string, Mutant[]>} */
  const groups = new Map();
  for (const mutant of mutants) {
    const of = mutant.tests.join(" ");
    groups.set(of, [...(groups.get(of) ?? []), mutant]);
  }
  const waiting = [...groups.values()].sort((a, b) => b.length - a.length);
  await Promise.all(Array.from({ length: Math.min(LANES, waiting.length) }, () => lane(waiting)));
  if (waiting.length > 0) problems.push(`${waiting.flat().length} mutants were not tried`);
}

/**
 * A process that takes one group after the other. The worker of a run was seen to wait for ever, before its first test, for a file
 * that was there: a lane that says nothing for long is ended, and another one tries its group again, once.
 *
 * @param {Mutant[][]} waiting
 * @param {Mutant[]} [again]
 * @returns {Promise<void>}
 */
function lane(waiting, again) {
  const child = fork(path.join(root, "scripts/mutants/lane.mjs"), {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    // A group of its own, so that its workers end with it.
    detached: true,
  });
  const end = () => child.pid !== undefined && !child.killed && process.kill(-child.pid, "SIGKILL");
  let group = again;
  let silent = false;
  const late = setTimeout(() => {
    silent = true;
    end();
  }, SILENCE_MS);
  return new Promise((resolve) => {
    child.on("message", (/** @type {import("./mutants/lane.mjs").Message} */ message) => {
      late.refresh();
      if (message === "busy") return;
      if (message === "ready") group ??= waiting.shift();
      else {
        problems.push(...message.problems);
        if (word !== "") for (const line of message.noticed) say(line);
        group = waiting.shift();
      }
      if (group) child.send(group);
      else child.disconnect();
    });
    child.once("exit", () => {
      clearTimeout(late);
      if (!group) return resolve();
      const tests = group[0]?.tests.join(" ");
      if (silent && group !== again) {
        say(`nothing was heard of ${tests} for ${SILENCE_MS / 1000} s; it is tried again`);
        return resolve(lane(waiting, group));
      }
      problems.push(`the lane ended during ${tests}`);
      resolve(waiting.length > 0 ? lane(waiting) : undefined);
    });
  });
}
