/** The compiler with all pod types as a browser gets it: one script, and a place for it to run in that has nothing of Node. */
import vm from "node:vm";
import type { PodSchema } from "@hubwart/project";
import type * as tables from "@hubwart/project/tables";
import { build } from "esbuild";
import { repoRoot } from "./repo-root.ts";

export type BrowserCompiler = typeof tables & {
  podSchemas: readonly PodSchema[];
  podSource: tables.TypeSource;
};

export interface BrowserScript {
  code: string;
  /** Whatever it would still load, e.g. `node:net`. */
  imports: string[];
}

const SOURCE = `
import * as tables from "@hubwart/project/tables";
import { loadPodSchema, knownTypes } from "@hubwart/pods/schema-loaders";
import { podSchemas } from "@hubwart/pods/schemas";
globalThis.hubwartCompiler = { ...tables, podSchemas, podSource: { ...knownTypes, load: loadPodSchema } };
`;

/** Fails where something is used that a browser has not. */
export async function browserScript(): Promise<BrowserScript> {
  const root = repoRoot();
  const { metafile, outputFiles } = await build({
    stdin: { contents: SOURCE, resolveDir: `${root}/apps/cli`, loader: "ts" },
    absWorkingDir: root,
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2023",
    metafile: true,
    write: false,
    logLevel: "error",
  });
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports.map(({ path }) => path));
  return { code: outputFiles[0]?.text ?? "", imports };
}

/** Globals that every browser's worker has; the rest of JavaScript a new context brings along. */
const WEB = { URL, TextEncoder, TextDecoder, atob, btoa, structuredClone };

/** Loads it into a context without `process`, `Buffer` and `require`. */
export function loadInBrowser({ code }: BrowserScript): BrowserCompiler {
  const context = vm.createContext({ ...WEB }) as { hubwartCompiler?: BrowserCompiler };
  vm.runInContext(code, context);
  if (!context.hubwartCompiler) throw new Error("the script did not hand over the compiler");
  return context.hubwartCompiler;
}
