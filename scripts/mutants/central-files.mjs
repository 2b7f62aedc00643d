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
    breaks:
      "a lake that was put back is noticed only once somebody asks, when its numbers may be as high again",
    file: source,
    search: "source.#looked = source.#look().then(",
    replace: "source.#looked = Promise.resolve().then(",
    tests: sourceTests,
  },
  {
    breaks: "a device sends recorded values again that the central has",
    file: source,
    search: "this.#sent = withNumbers(this.#sent, under.numbers);",
    replace: "void under;",
    tests: sourceTests,
  },
  {
    breaks: "a correction that a site took back goes on counting at the central",
    file: "apps/central/src/history/site-corrections.ts",
    search: "if (await ifThere(stat(active))) await this.#rename(active, undone);",
    replace: "",
    tests: ["apps/central/src/history/site-history.test.ts"],
  },
  {
    breaks: "what was recorded counts beside its correction",
    file: "apps/central/src/history/chart.ts",
    search: ".filter(layer.leaves)",
    replace: "",
    tests: ["apps/central/src/history/site-history.test.ts"],
  },
  {
    breaks: "a correction by a number that another one had is taken for that",
    file: "apps/central/src/history/site-corrections.ts",
    search: "if ((await ifThere(hashFile(undone))) !== sha256) return false;",
    replace: "if (!(await ifThere(stat(undone)))) return false;",
    tests: ["apps/central/src/history/site-history.test.ts"],
  },
  {
    breaks: "corrections from before a site shared its history are sent",
    file: "apps/appliance/src/areas/central/history-source.ts",
    search: "[[0, before]], corrections);",
    replace: "[[0, before]], []);",
    tests: ["apps/appliance/src/areas/central/history-source.test.ts"],
  },
];
