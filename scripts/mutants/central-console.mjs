/** What the console of a site is through a central: what it may, and how much of it there is. @type {import("./index.mjs").Mutant[]} */
const watches = "apps/appliance/src/areas/central/remote-watches.ts";
const watchesTests = ["apps/appliance/src/areas/central/remote-watches.test.ts"];
const fetching = "apps/console/src/fleet/at-site/site-fetch.ts";
const answers = "apps/console/src/fleet/at-site/site-answer.ts";
const fetchTests = ["apps/console/src/fleet/at-site/site-fetch.test.ts"];

export const centralConsole = [
  {
    breaks: "streams that a central opens are without number",
    file: watches,
    search: "this.#watches.size >= MOST",
    replace: "this.#watches.size < 0",
    tests: watchesTests,
  },
  {
    breaks: "a stream that nobody at the central fetches goes on for ever",
    file: watches,
    search: "() => this.#forget(watch));",
    replace: "() => undefined);",
    tests: watchesTests,
  },
  {
    breaks: "streams of a central stay open when the site allows less",
    file: watches,
    search: "for (const watch of this.#watches.values()) this.#forget(watch);",
    replace: "this.#watches.clear();",
    tests: watchesTests,
  },
  {
    breaks: "a stream that has ended takes the next one of its name with it, which nobody ends then",
    file: watches,
    search: "if (this.#watches.get(watch.key) !== watch) return;",
    replace: "",
    tests: watchesTests,
  },
  {
    breaks: "a stream's answer is longer than a message may be",
    file: watches,
    search: "if (text.length <= PIECE) return text;",
    replace: "if (text.length > 0) return text;",
    tests: watchesTests,
  },
  {
    breaks: "files of a device go to its central by any call",
    file: "packages/contract/src/remote-reach.ts",
    search: "(spec.content === undefined || TEXTS.has(spec.path) || DOWN.has(spec.path))",
    replace: "spec.path !== INFO",
    tests: ["apps/appliance/src/http/remote-files.test.ts"],
  },
  {
    breaks: "the console of a site believes whatever a hub answers",
    file: answers,
    search: "if (!told.success) return",
    replace: "if (call === undefined) return",
    tests: fetchTests,
  },
  {
    breaks: "a change made at the central goes the way of questions",
    file: fetching,
    search: "spec.mutates ? centralSiteAct : centralSiteAsk",
    replace: "spec.path ? centralSiteAsk : centralSiteAct",
    tests: fetchTests,
  },
  {
    breaks: "a save at the central goes over what somebody else saved",
    file: fetching,
    search: '.get("if-match") ?? undefined',
    replace: '.get("if-none") ?? undefined',
    tests: fetchTests,
  },
  {
    breaks: "who may not do something at a site is signed out of the central",
    file: fetching,
    search: "if (code === CODES.locked) return",
    replace: "if (code === CODES.ok) return",
    tests: fetchTests,
  },
  {
    breaks: "a stream of a site is asked for though nobody reads it",
    file: "apps/console/src/fleet/at-site/site-stream.ts",
    search: "signal?.throwIfAborted();",
    replace: "signal?.addEventListener;",
    tests: fetchTests,
  },
];
