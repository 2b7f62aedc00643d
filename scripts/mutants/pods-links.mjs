/** @type {import("./index.mjs").Mutant[]} */
export const podsLinks = [
  {
    breaks: "a CPU that does not give back what was written loses a connection each time",
    file: "packages/pods/src/s7-client/line.ts",
    search: "if (error instanceof S7Refused) return [];",
    replace: "",
    tests: ["packages/pods/src/s7-client/refusals.test.ts"],
  },
  {
    breaks: "one value that an S7 CPU does not take takes those with it that are written along",
    file: "packages/pods/src/s7-client/line.ts",
    search: "if (batch.length > 1) return await this.#writeOneByOne(link, batch);",
    replace: "",
    tests: ["packages/pods/src/s7-client/refusals.test.ts"],
  },
  {
    breaks: "one variable over which an S7 CPU refuses a request takes its neighbours with it",
    file: "packages/pods/src/s7-client/line.ts",
    search: 'if (concern === "request") {',
    replace: "if (false) {",
    tests: ["packages/pods/src/s7-client/refusals.test.ts"],
  },
  {
    breaks: "a value is lost while an S7 CPU is in a state to take none",
    file: "packages/pods/src/s7-client/line.ts",
    search: 'if (concern !== "state") {',
    replace: "if (true) {",
    tests: ["packages/pods/src/s7-client/refusals.test.ts"],
  },
  {
    breaks: "a KNX interface is not told that its tunnel is given up, and refuses the next one",
    file: "packages/knx/src/link/tunnel.ts",
    search: "    this.#ended ??= reason;\n    this.#leave();",
    replace: "    this.#ended ??= reason;\n    this.#shut();",
    tests: ["packages/knx/src/link/tunnel.test.ts"],
  },
  {
    breaks: "a KNX interface is told once, in the middle of an outage, that its tunnel is given up",
    file: "packages/knx/src/link/tunnel.ts",
    search: "if (await answer) this.#keptUntil",
    replace: "await answer;\n      this.#keptUntil",
    tests: ["packages/knx/src/link/tunnel.test.ts"],
  },
  {
    breaks: "a KNX interface that goes on after lost acknowledgements is not heard any more",
    file: "packages/knx/src/link/tunnel.ts",
    search: "if (behind > 0x7f) this.#isAhead();",
    replace: "",
    tests: ["packages/knx/src/link/tunnel.test.ts"],
  },
  {
    breaks: "a few lost acknowledgements over weeks end a KNX tunnel",
    file: "packages/knx/src/link/tunnel.ts",
    search: "      this.#ahead = 0;",
    replace: "",
    tests: ["packages/knx/src/link/tunnel.test.ts"],
  },
];
