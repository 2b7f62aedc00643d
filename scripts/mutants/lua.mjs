/** @type {import("./index.mjs").Mutant[]} */
export const lua = [
  {
    breaks: "Lua's memory has no end",
    file: "packages/lua/src/state.ts",
    search: "this.#used + after - before > this.#limit",
    replace: "this.#used + after - before > this.#limit * 1e6",
    tests: ["packages/lua/src/lua.test.ts"],
  },
  {
    breaks: "scripts may be bytecode",
    file: "packages/lua/src/state.ts",
    search: '`=${name}`, "t")',
    replace: '`=${name}`, "bt")',
    tests: ["packages/lua/src/lua.test.ts"],
  },
  {
    breaks: "scripts load code",
    file: "packages/lua/src/state.ts",
    search: "for (const name of REMOVED)",
    replace: "for (const name of REMOVED.slice(9))",
    tests: ["packages/lua/src/lua.test.ts"],
  },
  {
    breaks: "what is no text is run as a script",
    file: "packages/lua/src/store.ts",
    search: "if (!areTexts(hosts) || !areTexts(Object.values(scripts)))",
    replace: "if (!areTexts(hosts))",
    tests: ["packages/lua/src/store.test.ts"],
  },
];
