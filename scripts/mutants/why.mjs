const OF_WHY = ["apps/hub/src/why/why.test.ts"];
const WALK = "apps/hub/src/why/walk.ts";
const WHY = "apps/hub/src/why/why.ts";
const CAUSES = "apps/hub/src/why/causes.ts";

/** @type {import("./index.mjs").Mutant[]} */
export const why = [
  {
    breaks: "a circle of links is not told",
    file: WALK,
    search: "circle ??= node;",
    replace: "circle = undefined;",
    tests: OF_WHY,
  },
  {
    breaks: "a cause to which several ways lead is told several times",
    file: WHY,
    search: "if (!other || other.node.depth > each.node.depth) byId.set(key, each);",
    replace: "byId.set(`${key} ${each.node.channel}`, each);",
    tests: OF_WHY,
  },
  {
    breaks: "the latest cause is told in place of the earliest",
    file: WHY,
    search: "Math.floor(when(a) / TOGETHER) - Math.floor(when(b) / TOGETHER)",
    replace: "Math.floor(when(b) / TOGETHER) - Math.floor(when(a) / TOGETHER)",
    tests: OF_WHY,
  },
  {
    breaks: "of a long way all steps are told",
    file: WHY,
    search: "const skipped = Math.max(0, steps.length - 2 * SHOWN);",
    replace: "const skipped = 0;",
    tests: OF_WHY,
  },
  {
    breaks: "a link that let nothing pass is blamed after it did",
    file: "apps/hub/src/channels/router.ts",
    search: "    route.stopped = undefined;\n",
    replace: "",
    tests: OF_WHY,
  },
  {
    breaks: "a value that did not fit is blamed after one that does",
    file: "apps/hub/src/channels/router.ts",
    search: "} else if (table.misfits.size > 0) table.misfits.delete(channel);",
    replace: "}",
    tests: OF_WHY,
  },
  {
    breaks: "an external pod that was never there is told to be starting",
    file: CAUSES,
    search: `(error === "" && !internal)`,
    replace: "false",
    tests: OF_WHY,
  },
  {
    breaks: "a write is told to wait before anybody can have confirmed it",
    file: WALK,
    search: "if (at === undefined || world.now - at < LONG) return [];",
    replace: "if (at === undefined) return [];",
    tests: OF_WHY,
  },
  {
    breaks: "an answer to an earlier value settles the newest",
    file: "apps/hub/src/pods/unsettled.ts",
    search: "(seq[i] ?? 0) >= waiting.seq",
    replace: "true",
    tests: ["apps/hub/src/pods/unsettled.test.ts"],
  },
  {
    breaks: "what one type of pod says is a reason at every other",
    file: "packages/pods/src/reasons.ts",
    search: `type.startsWith("modb_") ? "modb" : type`,
    replace: `"modb"`,
    tests: ["packages/pods/src/reasons.test.ts"],
  },
];
