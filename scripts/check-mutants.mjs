/**
 * The mutation gate: each guard of `scripts/mutants` is broken once, in memory, and a unit test must notice.
 *
 *     node scripts/check-mutants.mjs            all
 *     node scripts/check-mutants.mjs archive    those whose file or text contains the word
 *     node scripts/check-mutants.mjs --changed  those whose file, tests or entry the change touches
 *
 * One run of vitest, one project for each mutant: its plugin puts the broken text in the file's place. The same tests run
 * unbroken beside them and must pass. No file is written.
 */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { createVitest } from "vitest/node";
import { changeBase, changedFiles, fileAt } from "./changed-files.mjs";
import { MUTANTS } from "./mutants/index.mjs";
import { productVersion } from "./version.mjs";

const root = path.resolve(import.meta.dirname, "..");
/** As vitest.config.ts has it. */
const VERSIONS = { __HUBWART_VERSION__: JSON.stringify(productVersion(root)) };
const say = (/** @type {string} */ line) => process.stdout.write(`${line}\n`);
const changed = process.argv[2] === "--changed";
const word = changed ? "" : (process.argv[2] ?? "");
const mutants = changed
  ? touched()
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
  /** @type {Set<number>} */
  const loaded = new Set();
  const all = [...new Set(mutants.flatMap(({ tests }) => tests))];
  const ofConsole = (/** @type {string} */ test) => test.startsWith("apps/console/");
  const projects = [
    project(
      "unbroken",
      all.filter((test) => !ofConsole(test)),
    ),
    project("unbroken console", all.filter(ofConsole)),
    ...mutants.map(({ tests, file, search, replace }, index) =>
      project(String(index), tests, {
        name: "mutant",
        enforce: "pre",
        transform(/** @type {string} */ code, /** @type {string} */ id) {
          if (id.split("?")[0] !== path.join(root, file)) return;
          loaded.add(index);
          return { code: code.replace(search, () => replace), map: null };
        },
      }),
    ),
  ].filter(({ test }) => test.include.length > 0);

  const vitest = await createVitest(
    "test",
    { root, config: false, watch: false, reporters: [{}], maxWorkers: 2, projects },
    { logLevel: "silent" },
  );
  try {
    const { testModules } = await vitest.start();
    for (const module of testModules) {
      const broken = module.errors().map(({ message }) => message);
      const failed = [...module.children.allTests("failed")].map((test) => test.fullName);
      const name = module.project.name;
      if (name.startsWith("unbroken")) {
        if (!module.ok())
          problems.push(`${module.relativeModuleId} fails unbroken: ${[...broken, ...failed].join("; ")}`);
        continue;
      }
      const mutant = mutants[Number(name)];
      if (!mutant) continue;
      if (broken.length > 0)
        problems.push(`${mutant.breaks}: ${module.relativeModuleId}: ${broken.join("; ")}`);
      else if (!loaded.has(Number(name))) problems.push(`${mutant.breaks}: no test loads ${mutant.file}`);
      else if (failed.length === 0) {
        problems.push(
          `${mutant.breaks}: nobody notices. ${mutant.file}: ${mutant.search}  →  ${mutant.replace}`,
        );
      } else if (word !== "") say(`${mutant.breaks}: noticed by "${failed[0]}"`);
    }
    const ran = new Set(testModules.map((module) => module.project.name));
    for (const { test } of projects) if (!ran.has(test.name)) problems.push(`${test.name} did not run`);
  } finally {
    await vitest.close();
  }
}

/**
 * @param {string} name
 * @param {string[]} include
 * @param {import("vitest/node").Plugin} [plugin]
 */
function project(name, include, plugin) {
  const console = include.some((test) => test.startsWith("apps/console/"));
  return {
    plugins: plugin ? [plugin] : [],
    // vitest takes them out of the object that it is given.
    define: { ...VERSIONS },
    test: {
      name,
      include,
      exclude: ["**/node_modules/**"],
      testTimeout: 60_000,
      ...(console ? { environment: "jsdom", setupFiles: ["apps/console/src/testing/setup.ts"] } : {}),
    },
  };
}
