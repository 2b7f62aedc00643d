const SERVICE = "apps/appliance/src/areas/alarms/service.ts";
const OF_SERVICE = ["apps/appliance/src/areas/alarms/alarms.test.ts"];
const WATCH = "apps/appliance/src/areas/alarms/watch.ts";
const OF_WATCH = ["apps/appliance/src/areas/alarms/watch.test.ts"];

/** @type {import("./index.mjs").Mutant[]} */
export const alarmsShown = [
  {
    breaks: "what a filter does not show is acknowledged as well",
    file: SERVICE,
    search: "isShown(alarm, all) && RIGHT_FOR[what](alarm)",
    replace: "RIGHT_FOR[what](alarm)",
    tests: OF_SERVICE,
  },
  {
    breaks: "a history that cannot be read is a file that breaks off",
    file: "apps/appliance/src/areas/alarms/routes.ts",
    search: "const first = await pages.next();",
    replace: "const first = { done: false, value: [] };",
    tests: OF_SERVICE,
  },
  {
    breaks: "trouble with the alarms is kept from the page",
    file: SERVICE,
    search: 'trouble !== undefined ? "unsure"',
    replace: 'trouble === null ? "unsure"',
    tests: OF_SERVICE,
  },
  {
    breaks: "figures over any time are reckoned",
    file: SERVICE,
    search: "if (to - from > LONGEST_FIGURES) throw",
    replace: "if (to < 0) throw",
    tests: OF_SERVICE,
  },
  {
    breaks: "a change after which the counts are the same is not told",
    file: WATCH,
    search: "this.#changes += 1;",
    replace: "",
    tests: OF_WATCH,
  },
  {
    breaks: "suppressed alarms push the worst off the status page",
    file: WATCH,
    search: ".filter((alarm) => isShown(alarm, {}))",
    replace: "",
    tests: OF_WATCH,
  },
  {
    breaks: "the page says that all is well although nobody watches",
    file: "apps/console/src/features/alarms/components/alarm-gaps.tsx",
    search: "return sure ? (",
    replace: "return sure || !sure ? (",
    tests: ["apps/console/src/features/alarms/components/alarm-gaps.test.tsx"],
  },
  {
    breaks: "the header says that nothing is open although nobody knows",
    file: "apps/console/src/features/alarms/components/alarm-bell.tsx",
    search: 'const sure = head.state === "watching";',
    replace: "const sure = head !== undefined;",
    tests: ["apps/console/src/features/alarms/components/alarm-bell.test.tsx"],
  },
  {
    breaks: "a negative number is a text for spreadsheets",
    file: "apps/appliance/src/platform/csv-line.ts",
    search: " && !NEGATIVE.test(text)",
    replace: "",
    tests: OF_SERVICE,
  },
];
