/** @type {import("./index.mjs").Mutant[]} */
export const stores = [
  {
    breaks: "an append is acknowledged before it is on disk",
    file: "packages/stores/src/frames.ts",
    search: "await this.#handle.datasync();",
    replace: "",
    tests: ["packages/stores/src/frames.test.ts"],
  },
  {
    breaks: "a damaged frame counts",
    file: "packages/stores/src/frames.ts",
    search: "if (crc32(content) === log.readUInt32LE(at + 4)) {",
    replace: "if (length > 0) {",
    tests: ["packages/stores/src/frames.test.ts"],
  },
  {
    breaks: "a failed append leaves half a frame",
    file: "packages/stores/src/frames.ts",
    search: "await this.#handle.truncate(this.#length).catch(() => undefined);",
    replace: "",
    tests: ["packages/stores/src/frames.test.ts"],
  },
  {
    breaks: "a damaged checkpoint counts",
    file: "packages/stores/src/pool/files.ts",
    search: 'if (sumOf(state.entries) !== state.sum) throw new TypeError("the sum does not fit");',
    replace: "",
    tests: ["packages/stores/src/pool/checkpoint.test.ts"],
  },
  {
    breaks: "the old log goes before the checkpoint that replaces it",
    file: "packages/stores/src/pool/pool.ts",
    search: "    try {\n      await writeState(folder, generation, entries);",
    replace:
      "    try {\n      await removeOtherLogs(folder, generation);\n      await writeState(folder, generation, entries);",
    tests: ["packages/stores/src/pool/checkpoint.test.ts"],
  },
  {
    breaks: "values that wait for a database take any room",
    file: "packages/stores/src/export/outbox.ts",
    search: "while (this.#segments.length > 1 && this.bytes > this.#options.most())",
    replace: "while (this.#segments.length < 0)",
    tests: ["packages/stores/src/export/outbox.test.ts"],
  },
  {
    breaks: "what a database took is not noted, and sent again after a start",
    file: "packages/stores/src/export/outbox.ts",
    search: "      progress.lastSuccess = now;\n      await this.#save();",
    replace: "      progress.lastSuccess = now;",
    tests: ["packages/stores/src/export/outbox.test.ts"],
  },
  {
    breaks: "values are given up where a database takes nothing at all",
    file: "packages/stores/src/export/narrow.ts",
    search: "if (!(await anyTaken(lines, write))) throw new TargetError(verdict.reason);",
    replace: "",
    tests: ["packages/stores/src/export/narrow.test.ts"],
  },
  {
    breaks: "a flipped bit in a log costs all that stands behind it",
    file: "packages/stores/src/frames.ts",
    search: "} else unsure += 1;",
    replace: "} else break;",
    tests: ["packages/stores/src/frames.test.ts"],
  },
];
