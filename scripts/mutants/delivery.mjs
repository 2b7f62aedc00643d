/** Guards of what the delivery of values promises (packages/runtime/src/delivery). */
const file = "packages/runtime/src/delivery/deliveries.ts";
const tests = ["packages/runtime/src/delivery/deliveries.test.ts"];

/** @type {import("./index.mjs").Mutant[]} */
export const delivery = [
  {
    breaks: "a value under way is lost with the link",
    file,
    search: "for (const { item } of this.#underWay.values()) this.#putBack(item);",
    replace: "this.#underWay.clear();",
    tests,
  },
  {
    breaks: "an older value comes back after a newer one was tried",
    file,
    search: "newer || (this.#tried.get(index) ?? 0) > entry.at",
    replace: "newer",
    tests,
  },
  {
    breaks: "an older value that waits takes the place of a newer one",
    file,
    search: "if (other && other.at > entry.at) return;",
    replace: "",
    tests,
  },
  {
    breaks: "an older value in the queue follows a newer one that waited",
    file,
    search: "      this.#dropQueued(index);\n",
    replace: "",
    tests,
  },
  {
    breaks: "a lane that fails goes before the others",
    file,
    search: "if (this.#isSound(entry.item)) yield entry;",
    replace: "if (this.#isSound(entry.item) || true) yield entry;",
    tests,
  },
  {
    breaks: "what waits for a lane that failed stands before others",
    file,
    search: "for (const entry of this.#queue.filter(({ item }) => this.#options.lane(item) === lane)) {",
    replace: "for (const entry of this.#queue.filter(() => false)) {",
    tests,
  },
  {
    breaks: "a value is told twice, its late answer and its repetition",
    file,
    search: "else if (this.#underWay.delete(item)) {",
    replace: "else {\n      this.#underWay.delete(item);",
    tests,
  },
  {
    breaks: "a value for a lane that pauses meanwhile makes an endless round",
    file,
    search: "for (const entry of late) this.#keep(this.#unqueue(entry));",
    replace: "",
    tests,
  },
  {
    breaks: "a value over which the link ended takes others with it",
    file,
    search: "fits?.(batch, item) === true &&\n          !alone &&",
    replace: "fits?.(batch, item) === true &&",
    tests,
  },
  {
    breaks: "a value over which the link ended is tried again without a pause",
    file: "packages/runtime/src/delivery/suspects.ts",
    search: "if (suspect.failures > chance) suspect.pause.grow",
    replace: "if (suspect.failures < chance) suspect.pause.grow",
    tests,
  },
  {
    breaks: "how long the other side asks to wait is not heard",
    file: "packages/runtime/src/delivery/suspects.ts",
    search: "suspect.pause.grow(now, least)",
    replace: "suspect.pause.grow(now)",
    tests,
  },
];
