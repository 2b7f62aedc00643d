/** @type {import("./index.mjs").Mutant[]} */
export const contract = [
  {
    breaks: "a constant takes values above its limit",
    file: "packages/contract/src/constants.ts",
    search: "value > max",
    replace: "value > max + 1",
    tests: ["packages/contract/src/constants.test.ts"],
  },
  {
    breaks: "a constant takes JSON of any depth",
    file: "packages/contract/src/constants.ts",
    search: "return levels <= 0 ||",
    replace: "return",
    tests: ["packages/contract/src/constants.test.ts"],
  },
];
