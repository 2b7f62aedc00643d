/**
 * A lane of the mutation gate: a process that is handed mutants of the same tests at a time. It runs the tests unbroken, then once for
 * each mutant, with the broken text in the file's place. One vitest for all, so that what is not broken is compiled once.
 *
 * @typedef {import("./index.mjs").Mutant} Mutant
 * @typedef {{ problems: string[], noticed: string[] }} Outcome
 * @typedef {"ready" | "busy" | Outcome} Message what it says: that it takes a group, that a run is over, and what came of a group
 */
import path from "node:path";
import { createVitest } from "vitest/node";
import { productVersion } from "../version.mjs";

const root = path.resolve(import.meta.dirname, "../..");
/** @type {Mutant | undefined} */
let mutant;
let loaded = false;

const vitest = await createVitest(
  "test",
  {
    root,
    config: false,
    watch: false,
    reporters: [{}],
    // One test that fails is enough.
    bail: 1,
    maxWorkers: 1,
    projects: [
      project("node", { setupFiles: ["scripts/mutants/same-cases.mjs"] }),
      project("console", {
        environment: "jsdom",
        setupFiles: ["scripts/mutants/same-cases.mjs", "apps/console/src/testing/setup.ts"],
      }),
    ],
  },
  { logLevel: "silent" },
);
await vitest.standalone();

process.on("message", (/** @type {Mutant[]} */ mutants) => {
  void judge(mutants).then((outcome) => process.send?.(outcome));
});
process.on("disconnect", () => {
  setTimeout(() => process.exit(1), 10_000).unref();
  void vitest.close().finally(() => process.exit(0));
});
process.send?.("ready");

/** @param {Mutant[]} mutants @returns {Promise<Outcome>} */
async function judge(mutants) {
  /** @type {Outcome} */
  const outcome = { problems: [], noticed: [] };
  const { broken, failed } = await run(mutants[0]?.tests ?? []);
  for (const what of [...broken, ...failed]) outcome.problems.push(`fails unbroken: ${what}`);
  for (const one of mutants) {
    const { breaks, file, replace, search } = one;
    const results = await run(one.tests, one);
    for (const what of results.broken) outcome.problems.push(`${breaks}: ${what}`);
    if (!loaded) outcome.problems.push(`${breaks}: no test loads ${file}`);
    else if (results.failed.length > 0) outcome.noticed.push(`${breaks}: noticed by "${results.failed[0]}"`);
    else if (results.broken.length === 0)
      outcome.problems.push(`${breaks}: nobody notices. ${file}: ${search}  →  ${replace}`);
  }
  return outcome;
}

/**
 * @param {string[]} tests
 * @param {Mutant} [broken] in whose place the file is broken meanwhile
 */
async function run(tests, broken) {
  mutant = broken;
  loaded = false;
  const file = broken && path.join(root, broken.file);
  if (file) vitest.invalidateFile(file);
  const specifications = tests.map((test) => {
    const name = test.startsWith("apps/console/") ? "console" : "node";
    return vitest.getProjectByName(name).createSpecification(path.join(root, test));
  });
  const { testModules: all } = await vitest.runTestSpecifications(specifications);
  process.send?.("busy");
  // It remembers those of earlier runs too.
  const testModules = all.filter(({ moduleId }) => specifications.some((one) => one.moduleId === moduleId));
  mutant = undefined;
  if (file) vitest.invalidateFile(file);
  const failed = testModules.flatMap((module) =>
    [...module.children.allTests("failed")].map((test) => test.fullName),
  );
  // Behind one that failed the others need not run.
  const unheard = failed.length === 0 && testModules.length < tests.length;
  return {
    broken: [
      ...testModules.flatMap((module) =>
        module.errors().map(({ message }) => `${module.relativeModuleId}: ${message}`),
      ),
      ...(unheard ? [`${tests.join(", ")} did not run`] : []),
    ],
    failed,
  };
}

/**
 * @param {string} name
 * @param {import("vitest/node").ProjectConfig} test
 */
function project(name, test) {
  return {
    plugins: [
      {
        name: "mutant",
        enforce: /** @type {const} */ ("pre"),
        transform(/** @type {string} */ code, /** @type {string} */ id) {
          if (!mutant || id.split("?")[0] !== path.join(root, mutant.file)) return;
          loaded = true;
          const { replace, search } = mutant;
          return { code: code.replace(search, () => replace), map: null };
        },
      },
    ],
    // As vitest.config.ts has it; an object of its own, since vitest takes what it needs out of it.
    define: { __HUBWART_VERSION__: JSON.stringify(productVersion(root)) },
    test: {
      name,
      include: ["**/*.test.{ts,tsx}"],
      exclude: ["**/node_modules/**"],
      testTimeout: 20_000,
      ...test,
    },
  };
}
