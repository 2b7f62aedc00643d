/** How code of ours becomes a file that Node runs: the same for what is shipped and for what tests start. */
import path from "node:path";
import { productVersion } from "./version.mjs";

/** Packages with native parts, or that load files of their own: they stay in node_modules. */
const EXTERNAL = ["@photostructure/sqlite", "@node-rs/argon2", "wasmoon", "playwright-core", "esbuild"];

/**
 * What dockerode loads for ways we do not go: engines over ssh, contexts of builds, and builds by BuildKit. Left out they spare a process that
 * imports it two thirds of the memory (docs/decisions/container-engine.md).
 */
const LEFT_OUT = ["ssh2", "tar-fs", "@grpc/grpc-js", "@grpc/proto-loader", "protobufjs"];

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
    alias: Object.fromEntries(LEFT_OUT.map((name) => [name, path.join(root, "scripts/empty.cjs")])),
    // Bundled CommonJS packages call require for Node's own modules.
    banner: { js: 'import{createRequire as __r}from"node:module";const require=__r(import.meta.url);' },
  };
}
