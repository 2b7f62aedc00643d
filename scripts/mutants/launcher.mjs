/** @type {import("./index.mjs").Mutant[]} */
export const launcher = [
  {
    breaks: "putting back removes what was never moved",
    file: "apps/launcher/src/changeover/swap.ts",
    search: "if (!(await disk.has(old))) continue;",
    replace: "",
    tests: ["apps/launcher/src/changeover/changeovers.test.ts"],
  },
  {
    breaks: "a swap that goes on takes the new things for the old ones",
    file: "apps/launcher/src/changeover/swap.ts",
    search: "const waiting = entry.with === null ? !(await disk.has(old)) : await disk.has(entry.with);",
    replace: "const waiting = !(await disk.has(old));",
    tests: ["apps/launcher/src/changeover/changeovers.test.ts"],
  },
  {
    breaks: "a move is not on disk",
    file: "apps/launcher/src/changeover/swap.ts",
    search: "  await disk.sync(parent(to));\n",
    replace: "",
    tests: ["apps/launcher/src/changeover/changeovers.test.ts"],
  },
  {
    breaks: "a trial that nobody calls good goes on for ever",
    file: "apps/launcher/src/changeover/changeovers.ts",
    search: "this.#parts.clock.after(record.gateMs,",
    replace: "this.#parts.clock.after(record.gateMs * 1e6,",
    tests: ["apps/launcher/src/changeover/changeovers.test.ts"],
  },
  {
    breaks: "settings stay those of a release that root has put back",
    file: "apps/launcher/src/changeover/changeovers.ts",
    search: "if (record.release !== undefined && record.release !== this.#parts.releases.current)",
    replace: "if (record.release === '')",
    tests: ["apps/launcher/src/changeover/of-root.test.ts"],
  },
  {
    breaks: "a program with another content is run",
    file: "apps/launcher/src/changeover/release-check.ts",
    search: "(await hashOf(file)) !== sha256",
    replace: "(await hashOf(file)) === size.toString()",
    tests: ["apps/launcher/src/changeover/releases.test.ts"],
  },
];
