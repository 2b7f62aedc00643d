/** @type {import("./index.mjs").Mutant[]} */
export const hostd = [
  {
    breaks: "a request fills the journal",
    file: "apps/hostd/src/audit.ts",
    search: "if (line.length <= LIMIT) return line;",
    replace: "if (line.length > 0) return line;",
    tests: ["apps/hostd/src/audit.test.ts"],
  },
  {
    breaks: "root switches to an older release",
    file: "apps/hostd/src/releases/moves.ts",
    search: "if (compareVersions(version, current ?? base) <= 0)",
    replace: "if (compareVersions(version, base) < 0)",
    tests: ["apps/hostd/src/releases/moves.test.ts"],
  },
  {
    breaks: "root goes back from a release that was confirmed",
    file: "apps/hostd/src/releases/moves.ts",
    search: "if (current === version) throw new DeniedError(`Version ${version} wird nicht",
    replace: "if (current === base) throw new DeniedError(`Version ${version} wird nicht",
    tests: ["apps/hostd/src/releases/moves.test.ts"],
  },
  {
    breaks: "a trial outlives any number of restarts of the device",
    file: "apps/hostd/src/releases/moves.ts",
    search: "if (boots > MOST_BOOTS)",
    replace: "if (boots > MOST_BOOTS + 1)",
    tests: ["apps/hostd/src/releases/moves.test.ts"],
  },
  {
    breaks: "root puts nothing back that the launcher says nothing about",
    file: "apps/hostd/src/releases/service.ts",
    search: "this.#cancelDeadline = clock.after(ms,",
    replace: "this.#cancelDeadline = clock.after(ms * 1e6,",
    tests: ["apps/hostd/src/releases/service.test.ts"],
  },
  {
    breaks: "root takes releases without a licence",
    file: "apps/hostd/src/releases/take.ts",
    search: "if (!verdict.valid)",
    replace: "if (verdict.reason === '')",
    tests: ["apps/hostd/src/releases/take.test.ts"],
  },
  {
    breaks: "root takes releases of a channel that was not bought",
    file: "apps/hostd/src/releases/take.ts",
    search: "if (!licensedChannels(verdict.meta).has(wanted.channel))",
    replace: "if (licensedChannels(verdict.meta).size === 0)",
    tests: ["apps/hostd/src/releases/take.test.ts"],
  },
  {
    breaks: "an archive for an add-on that was cut off counts as whole",
    file: "apps/hostd/src/containers/given.ts",
    search: 'if (this.#state === "open") this.#state = "cut";',
    replace: 'if (this.#state === "open") this.#state = "whole";',
    tests: ["apps/hostd/src/containers/given.test.ts"],
  },
];
