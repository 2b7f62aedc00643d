/** How code of ours becomes a file that Node runs: the same for what is shipped and for what tests start. */
import { createRequire } from "node:module";
import path from "node:path";
import { productVersion } from "./version.mjs";

/** Packages with native parts, or that load files of their own: they stay in node_modules. */
const EXTERNAL = ["@photostructure/sqlite", "@node-rs/argon2", "wasmoon", "playwright-core", "esbuild"];

/**
 * Of those the CommonJS ones. An `import` of such a package has Node look for the names that it exports, with a program of its own that stays: 0.3 MB
 * for SQLite, 2.5 MB for Argon2, 1.5 MB for each worker of a script (wasmoon). A `require` does without.
 */
const REQUIRED = ["@photostructure/sqlite", "@node-rs/argon2", "wasmoon"];
const require = createRequire(import.meta.url);
const required = {
  name: "required",
  setup({ onLoad, onResolve }) {
    const filter = new RegExp(`^(${REQUIRED.join("|")})$`);
    onResolve({ filter }, ({ kind, path: name }) =>
      kind === "require-call" ? { path: name, external: true } : { path: name, namespace: "required" },
    );
    onLoad({ filter, namespace: "required" }, ({ path: name }) => ({
      contents: `const all = require(${JSON.stringify(name)}); export default all; export const { ${namesOf(name).join(", ")} } = all;`,
      resolveDir: import.meta.dirname,
    }));
  },
};

const namesOf = (/** @type {string} */ name) => Object.keys(require(name)).filter((key) => key !== "default");

/**
 * What dockerode loads for ways we do not go: engines over ssh, contexts of builds, and builds by BuildKit. Left out they spare a process that
 * imports it two thirds of the memory (docs/decisions/container-engine.md).
 */
const LEFT_OUT = ["ssh2", "tar-fs", "@grpc/grpc-js", "@grpc/proto-loader", "protobufjs"];
/** What Fastify loads to check requests and to write answers by JSON schemas, of which our routes have none: a tenth of the appliance's programs. */
const NO_SCHEMAS = ["@fastify/ajv-compiler", "@fastify/fast-json-stringify-compiler"];

/**
 * What NATS' client loads for ways we do not go: keys by another implementation than Node's, measuring itself, WebSocket; and the lists by which its
 * packages pass all their names on, where a few are used. A hub that has joined would keep it for as long as it runs (docs/decisions/central.md).
 */
const LEANER = [
  [/[\\/]@nats-io[\\/]nats-core[\\/]lib[\\/](bench|nkeys|ws_transport)\.js$/, ""],
  [
    /[\\/]@nats-io[\\/]nats-core[\\/]lib[\\/]internal_mod\.js$/,
    `module.exports = Object.assign({}, ${["core", "databuffer", "errors", "headers", "nats", "options", "protocol", "transport", "util"].map((name) => `require("./${name}")`).join(", ")});`,
  ],
  [
    /[\\/]@nats-io[\\/]transport-node[\\/]lib[\\/]nats-base-client\.js$/,
    'module.exports = require("@nats-io/nats-core/internal");',
  ],
  [
    /[\\/]@nats-io[\\/]transport-node[\\/]lib[\\/]mod\.js$/,
    'const { createInbox, errors, headers } = require("./nats-base-client"); module.exports = { ...require("./connect"), createInbox, errors, headers };',
  ],
];
/** Says so where another version of the client has its files elsewhere: all of it would be back in silence. */
const leaner = {
  name: "leaner",
  setup({ onEnd, onLoad }) {
    const met = new Set();
    let client = false;
    onLoad({ filter: /[\\/]@nats-io[\\/]transport-node[\\/]/ }, () => void (client = true));
    for (const [filter, contents] of LEANER)
      onLoad({ filter }, () => {
        met.add(filter);
        return { contents };
      });
    onEnd(() => ({
      errors: LEANER.filter(([filter]) => client && !met.has(filter)).map(([filter]) => ({
        text: `NATS' client has no file ${filter} any more (scripts/bundle.mjs)`,
      })),
    }));
  },
};

const OF_HUB = ["hub", "pod", "recorder", "scripts", "script-worker", "alarms", "energy"];
/** Processes that run for as long as the device does. */
const LASTING = new Set(["launcher", "guard", "appliance", ...OF_HUB, "hostd", "vendor", "central"]);

/**
 * What is bundled together: each process that stays alone, all others as one. Code that several share is a chunk of all that any of them uses, and
 * who loads it keeps all of it: of the 250 kB that the process of the alarms had, it uses 100 (docs/decisions/bundles.md).
 *
 * @param {Record<string, string>} entries name → file
 * @returns {Record<string, string>[]}
 */
export function bundledTogether(entries) {
  const [lasting, others] = [[], []];
  for (const entry of Object.entries(entries)) (LASTING.has(entry[0]) ? lasting : others).push(entry);
  return [...lasting.map((entry) => [entry]), others]
    .filter(({ length }) => length > 0)
    .map((group) => Object.fromEntries(group));
}

const standingIn = (/** @type {string[]} */ names, /** @type {string} */ file) =>
  Object.fromEntries(names.map((name) => [name, file]));

/** Options of esbuild. @param root the checkout @param version that what is built says of itself */
export function serverBundle(root, version = productVersion(root)) {
  return {
    absWorkingDir: root,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    external: EXTERNAL,
    define: { __HUBWART_VERSION__: JSON.stringify(version) },
    alias: {
      ...standingIn(LEFT_OUT, path.join(root, "scripts/empty.cjs")),
      ...standingIn(NO_SCHEMAS, path.join(root, "scripts/no-json-schemas.cjs")),
    },
    plugins: [required, leaner],
    // Bundled CommonJS packages call require for Node's own modules, and for those that are required.
    banner: { js: 'import{createRequire as __r}from"node:module";const require=__r(import.meta.url);' },
  };
}
