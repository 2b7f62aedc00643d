const PATIENCE = "packages/containers/src/docker/patience.ts";
const PATIENCE_TESTS = ["packages/containers/src/docker/patience.test.ts"];
const ENGINE_TESTS = ["packages/containers/src/docker/engine.test.ts"];
const LINK = "apps/appliance/src/areas/containers/link.ts";
const LINK_TESTS = ["apps/appliance/src/areas/containers/link.test.ts"];
const RECONCILER = "apps/appliance/src/areas/containers/reconciler.ts";
const RECONCILER_TESTS = ["apps/appliance/src/areas/containers/reconciler.test.ts"];
const JOBS = "apps/appliance/src/areas/containers/jobs.ts";
const JOBS_TESTS = ["apps/appliance/src/areas/containers/jobs.test.ts"];

/** @type {import("./index.mjs").Mutant[]} */
export const engineLost = [
  {
    breaks: "whoever asks an engine that hangs waits for ever",
    file: PATIENCE,
    search: "reject(new UnavailableError(said));",
    replace: "",
    tests: PATIENCE_TESTS,
  },
  {
    breaks: "an engine that hangs does what it was asked once it goes on, though that was told as failed",
    file: PATIENCE,
    search: "controller.abort();",
    replace: "",
    tests: PATIENCE_TESTS,
  },
  {
    breaks: "a pull that stands still keeps its add-on for ever",
    file: PATIENCE,
    search: "source.destroy(new UnavailableError(said))",
    replace: "undefined",
    tests: PATIENCE_TESTS,
  },
  {
    breaks: "an engine that takes no more of an archive is waited for",
    file: PATIENCE,
    search: "late(new UnavailableError(texts.engineSilent))",
    replace: "undefined",
    tests: PATIENCE_TESTS,
  },
  {
    breaks:
      "two add-ons that start at the same moment have two networks of one name, and no add-on starts again",
    file: "packages/containers/src/docker/networks.ts",
    search: "return this.#queue.run(async () => {",
    replace: "return Promise.resolve().then(async () => {",
    tests: ENGINE_TESTS,
  },
  {
    breaks: "no add-on starts while there are two networks of one name",
    file: "packages/containers/src/docker/networks.ts",
    search: "if (left.length < 2) break;",
    replace: "break;",
    tests: ENGINE_TESTS,
  },
  {
    breaks: "an update that is undone starts the new container again",
    file: JOBS,
    search: "await start(id, undefined, true);",
    replace: "await start(id);",
    tests: JOBS_TESTS,
  },
  {
    breaks: "an add-on that is there waits for a registry after a power cut",
    file: RECONCILER,
    search: "const there = state.exists || (await",
    replace: "const there = (await",
    tests: RECONCILER_TESTS,
  },
  {
    breaks: "an engine that hangs counts as one that is there",
    file: LINK,
    search: "if (failures === LOST_AFTER) lost.abort(error);",
    replace: "",
    tests: LINK_TESTS,
  },
  {
    breaks: "an engine that is late once is lost to all jobs",
    file: LINK,
    search: "const LOST_AFTER = 2;",
    replace: "const LOST_AFTER = 1;",
    tests: LINK_TESTS,
  },
  {
    breaks: "all add-ons wait for the image of one",
    file: RECONCILER,
    search: "if (!there) return this.#pull(id);",
    replace: "if (!there) await link.get().pull(id, () => undefined);",
    tests: RECONCILER_TESTS,
  },
  {
    breaks: "who stops an add-on waits until its image is loaded",
    file: RECONCILER,
    search: "|| !this.#parts.wanted.active(id)) this.#pulls.get(id)?.abort();",
    replace: ") this.#pulls.get(id);",
    tests: RECONCILER_TESTS,
  },
  {
    breaks: "an add-on whose data is copied counts as ended",
    file: RECONCILER,
    search: "if (lanes.working(id)) return this.#soon(WORKED_ON_MS);",
    replace: "",
    tests: RECONCILER_TESTS,
  },
  {
    breaks: "add-ons that nobody wants are told of as failing",
    file: RECONCILER,
    search: "if (!wanted.active(id)) return;\n    crashes",
    replace: "crashes",
    tests: RECONCILER_TESTS,
  },
  {
    breaks: "nobody hears that the engine is there again",
    file: LINK,
    search: "const found = addOns !== undefined && !this.available;",
    replace: "const found = false;",
    tests: LINK_TESTS,
  },
];
