/**
 * Import zones. One direction: contract, core, schedule → ipc, project, host, license, containers, releases, archive → runtime → mqtt, knx, scripts, alarms, energy →
 * pods → apps. Apps never import each other; the console sees the contract and the drafts only, and in its
 * worker, which alone imports it, the compiler.
 */
const LAYERS = {
  contract: [],
  core: [],
  schedule: [],
  ipc: ["contract", "core"],
  license: ["contract", "core"],
  host: ["contract", "core"],
  project: ["contract", "core", "lua", "schedule"],
  draft: ["contract"],
  containers: ["contract", "core"],
  lua: ["core"],
  stores: ["core", "ipc"],
  releases: ["core"],
  live: ["contract", "core"],
  fleet: ["contract", "core"],
  archive: ["core"],
  runtime: ["core", "ipc", "project"],
  mqtt: ["core", "ipc", "runtime"],
  knx: ["contract", "core", "ipc", "project", "runtime"],
  alarms: ["core", "ipc", "project", "runtime"],
  energy: ["core", "ipc", "project", "runtime", "schedule"],
  scripts: ["core", "ipc", "lua", "runtime"],
  pods: ["contract", "core", "ipc", "knx", "live", "mqtt", "project", "runtime"],
  testing: ["contract", "core", "ipc", "project", "license", "lua", "containers", "releases"],
};

/** Rooms of the KNX package: the codes of a value, frames, carrying frames, encryption; the others stand beside one another. */
const KNX_ROOMS = {
  dpt: [],
  wire: ["dpt"],
  link: ["wire"],
  secure: ["wire", "link"],
  discovery: ["wire", "link"],
  ets: ["dpt", "wire"],
  trace: ["wire"],
};

/** Rooms of the console. `lib` and `session` know no server; `features` are kept apart by a rule of their own. */
const CONSOLE_ROOMS = {
  texts: ["lib"],
  lib: ["texts"],
  session: ["lib"],
  api: ["lib", "session"],
  overlay: ["api", "lib", "session", "texts"],
  components: ["lib", "texts"],
  rights: ["api", "texts"],
  features: ["api", "compiler", "components", "lib", "overlay", "rights", "session", "texts"],
  compiler: [],
  fleet: ["api", "app", "components", "lib", "overlay", "session", "styles", "texts"],
};

const TESTS = ["\\.test\\.tsx?$", "/testing/"];

/** Each folder of `base` may import from those it names, and the texts of all. */
const roomRules = (name, base, rooms) =>
  Object.entries(rooms).map(([room, allowed]) => ({
    name: `${name}-${room}`,
    severity: "error",
    from: { path: `^${base}/${room}/`, pathNot: TESTS },
    to: {
      path: `^${base}/`,
      pathNot: [`^${base}/(${[room, ...allowed].join("|")})/`, `^${base}/texts\\.ts$`],
    },
  }));

const packageRules = Object.entries(LAYERS).map(([name, allowed]) => ({
  name: `zone-${name}`,
  severity: "error",
  // What tests share is part of the tests.
  from: { path: `^packages/${name}/src`, pathNot: TESTS },
  to: { path: "^(packages|apps)/", pathNot: `^packages/(${[name, ...allowed].join("|")})/` },
}));

module.exports = {
  forbidden: [
    ...packageRules,
    ...roomRules("knx", "packages/knx/src", KNX_ROOMS),
    ...roomRules("console", "apps/console/src", CONSOLE_ROOMS),
    {
      name: "delivery-above-the-runtime",
      severity: "error",
      from: { path: "^packages/runtime/src/[^/]+\\.ts$", pathNot: TESTS },
      to: { path: "^packages/runtime/src/delivery/" },
    },
    {
      name: "broker-above-mqtt",
      severity: "error",
      from: { path: "^packages/mqtt/src/", pathNot: [...TESTS, "^packages/mqtt/src/broker/"] },
      to: { path: "^packages/mqtt/src/broker/" },
    },
    {
      name: "pod-types-apart",
      comment:
        "a pod type knows itself and what several types share; the lists of types know it, not the reverse",
      severity: "error",
      from: { path: "^packages/pods/src/([^/]+)/", pathNot: [...TESTS, "^packages/pods/src/shared/"] },
      to: { path: "^packages/pods/src/", pathNot: "^packages/pods/src/($1|shared)/" },
    },
    {
      name: "pods-shared-apart",
      severity: "error",
      from: { path: "^packages/pods/src/shared/([^/]+)/", pathNot: TESTS },
      to: { path: "^packages/pods/src/", pathNot: "^packages/pods/src/shared/($1/|texts\\.ts$)" },
    },
    {
      name: "apps-apart",
      severity: "error",
      from: { path: "^apps/([^/]+)/" },
      to: { path: "^apps/", pathNot: "^apps/$1/" },
    },
    {
      name: "console-contract-only",
      severity: "error",
      from: { path: "^apps/console/", pathNot: "^apps/console/src/(compiler|fleet)/" },
      to: { path: "^packages/", pathNot: "^packages/(contract|draft|schedule)/" },
    },
    {
      name: "fleet-page-calls-only",
      comment: "the page of the central: its calls, and those of the hubs",
      severity: "error",
      from: { path: "^apps/console/src/fleet/", pathNot: TESTS },
      to: { path: "^packages/", pathNot: "^packages/contract/|^packages/fleet/src/calls\\.ts$" },
    },
    {
      name: "fleet-page-apart",
      comment: "the console of a hub knows nothing of the page of a central",
      severity: "error",
      from: { path: "^apps/console/src/", pathNot: "^apps/console/src/fleet/" },
      to: { path: "^apps/console/src/fleet/" },
    },
    {
      name: "console-compiler-in-its-worker",
      comment: "the page knows what to say to the compiler, and does not load it",
      severity: "error",
      from: { path: "^apps/console/src/", pathNot: "^apps/console/src/compiler/" },
      to: { path: "^apps/console/src/compiler/", pathNot: "^apps/console/src/compiler/protocol\\.ts$" },
    },
    {
      name: "console-compiler-schemas-only",
      severity: "error",
      from: { path: "^apps/console/src/compiler/", pathNot: TESTS },
      to: {
        path: "^packages/",
        pathNot:
          "^packages/(contract|draft)/|^packages/pods/src/schema-loaders\\.ts$|^packages/project/src/entry/index\\.ts$",
      },
    },
    {
      name: "testing-only-in-tests",
      severity: "error",
      from: { path: "^(packages|apps)/", pathNot: ["^packages/testing/", "\\.test\\.tsx?$", "/testing/"] },
      to: { path: "^packages/testing/" },
    },
    {
      name: "testing-folders-only-in-tests",
      severity: "error",
      from: { path: "^(packages|apps)/", pathNot: ["^packages/testing/", "\\.test\\.tsx?$", "/testing/"] },
      to: { path: "/testing/", pathNot: "^packages/testing/" },
    },
    { name: "no-cycle", severity: "error", from: {}, to: { circular: true } },
    {
      name: "areas-apart",
      comment: "an area of the appliance uses another only through the context (offers.ts)",
      severity: "error",
      from: { path: "^apps/appliance/src/areas/([^/]+)/" },
      to: { path: "^apps/appliance/src/areas/", pathNot: "^apps/appliance/src/areas/$1/" },
    },
    {
      name: "areas-by-composition",
      comment: "only the composition and the entry know the areas; the platform and the edge do not",
      severity: "error",
      from: {
        path: "^apps/appliance/src/",
        pathNot: [
          "^apps/appliance/src/areas/",
          "^apps/appliance/src/app\\.ts$",
          "\\.test\\.ts$",
          "/testing/",
        ],
      },
      to: { path: "^apps/appliance/src/areas/" },
    },
    {
      name: "feature-apart",
      comment: "a feature of the console uses another only through shared code",
      severity: "error",
      from: { path: "^apps/console/src/features/([^/]+)/" },
      to: { path: "^apps/console/src/features/", pathNot: "^apps/console/src/features/$1/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)dist/" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "types", "default"] },
  },
};
