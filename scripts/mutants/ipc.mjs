/** @type {import("./index.mjs").Mutant[]} */
export const ipc = [
  {
    breaks: "takes messages of a connection that is being closed",
    file: "packages/ipc/src/carriers/socket.ts",
    search: "if (socket.destroyed || closing) return;\n    if (budget",
    replace: "if (socket.destroyed) return;\n    if (budget",
    tests: ["packages/ipc/src/carriers/socket.test.ts"],
  },
  {
    breaks: "a channel that never had a value counts as one that came",
    file: "packages/ipc/src/no-value.ts",
    search: "quality === 2 && value === null",
    replace: "quality === 1 && value === null",
    tests: ["packages/ipc/src/no-value.test.ts"],
  },
];
