const FILES = "apps/appliance/src/areas/drafts";
const worked = [`${FILES}/work.test.ts`];
const kept = [`${FILES}/shelf.test.ts`];

/** @type {import("./index.mjs").Mutant[]} */
export const draftWork = [
  {
    breaks: "one call about a draft keeps the device busy for minutes",
    file: `${FILES}/work.ts`,
    search: "if (this.done > this.#most) throw refused(texts.tooMuchAtOnce);",
    replace: "",
    tests: worked,
  },
  {
    breaks: "nobody else is served while a draft is changed",
    file: `${FILES}/work.ts`,
    search: "if (performance.now() - this.#since < TURN) return;",
    replace: "return;",
    tests: worked,
  },
  {
    breaks: "a table of a draft takes thousands of columns",
    file: `${FILES}/work.ts`,
    search: "if (columns > LIMITS.projectColumns) throw refused(texts.tooWide);",
    replace: "",
    tests: worked,
  },
  {
    breaks: "the console never comes up again after much work on a draft",
    file: `${FILES}/draft-file.ts`,
    search: " || made > LOG_MOST.work",
    replace: "",
    tests: kept,
  },
  {
    breaks: "a draft grows by steps until it cannot be read any more",
    file: `${FILES}/keep.ts`,
    search: "if (file.full && !steps.every(({ ops }) => ops.every(lessens))) throw tooLarge();",
    replace: "",
    tests: worked,
  },
  {
    breaks: "rows that come back to many places of a table are too much for a call",
    file: "packages/draft/src/row-order.ts",
    search: "next && isOfRows(next) && next.table === first.table;",
    replace: "next && isOfRows(next) && next.table === '';",
    tests: worked,
  },
  {
    breaks: "rows that come back stand behind other rows than before",
    file: "packages/draft/src/row-order.ts",
    search: "if (!before || places.has(before)) continue;",
    replace: "if (!before) continue;",
    tests: ["packages/draft/src/apply.test.ts"],
  },
];
