/** What keeps files of sites whole, and sites apart from each other's room. @type {import("./index.mjs").Mutant[]} */
const files = "apps/central/src/files/site-files.ts";
const filesTests = ["apps/central/src/files/site-files.test.ts"];
const history = "apps/central/src/history/site-history.ts";
const historyTests = ["apps/central/src/history/site-history.test.ts"];
const source = "apps/appliance/src/areas/central/history-source.ts";
const sourceTests = ["apps/appliance/src/areas/central/history-source.test.ts"];

export const centralFiles = [
  {
    breaks: "a file of a site is kept although it arrived as another",
    file: files,
    search: "!== offer.sha256",
    replace: '=== ""',
    tests: filesTests,
  },
  {
    breaks: "a piece of a site's file is written beyond its end",
    file: files,
    search: "head.at + bytes.length <= offer.size",
    replace: "head.at >= 0",
    tests: filesTests,
  },
  {
    breaks: "files of sites fill the disk of the central",
    file: "apps/central/src/files/kept-free.ts",
    search: "free - bytes > total * KEPT_FREE",
    replace: "free > 0",
    tests: filesTests,
  },
  {
    breaks: "a hub's messages about files gather without end",
    file: files,
    search: "of.waiting >= MOST_WAITING",
    replace: "of.waiting < 0",
    tests: filesTests,
  },
  {
    breaks: "a site's recorded values may be any file",
    file: history,
    search: 'if ("problem" in told) throw new FileRefused(told.problem);',
    replace: 'if ("problem" in told) return;',
    tests: historyTests,
  },
  {
    breaks: "a day that has lost something takes the place of what is kept of it",
    file: history,
    search: "known.every((part) => comes.has(part))",
    replace: "known.length > 0",
    tests: historyTests,
  },
  {
    breaks: "recorded values of one site have no bound",
    file: history,
    search: "+ size > mostBytes",
    replace: "+ size < 0",
    tests: historyTests,
  },
  {
    breaks: "where the recorded values of a device were begun anew, the central gets none",
    file: source,
    search: "this.#sent = [];",
    replace: "void files;",
    tests: sourceTests,
  },
  {
    breaks: "a device sends recorded values again that the central has",
    file: source,
    search: "this.#sent = withNumbers(this.#sent, numbers);",
    replace: "void numbers;",
    tests: sourceTests,
  },
];
