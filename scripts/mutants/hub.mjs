/** @type {import("./index.mjs").Mutant[]} */
export const hub = [
  {
    breaks: "chains of links of any length",
    file: "apps/hub/src/channels/router.ts",
    search: "|| this.#depth > LONGEST_CHAIN",
    replace: "",
    tests: ["apps/hub/src/channels/router.test.ts"],
  },
];
