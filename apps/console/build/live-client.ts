/** Ships the client of the live channel API for pages of others: `/ws/hubwart-live.js`, and its types beside it. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import type { Plugin } from "vite";

/** @param source folder of the client */
export function liveClient(source: string): Plugin {
  return {
    name: "hubwart-live-client",
    apply: "build",
    async generateBundle() {
      const { outputFiles } = await build({
        entryPoints: [path.join(source, "index.ts")],
        bundle: true,
        minify: true,
        format: "esm",
        target: "es2022",
        write: false,
      });
      this.emitFile({ type: "asset", fileName: "ws/hubwart-live.js", source: outputFiles[0]?.text ?? "" });
      const types = readFileSync(path.join(source, "types.ts"), "utf8");
      this.emitFile({ type: "asset", fileName: "ws/hubwart-live.d.ts", source: types });
    },
  };
}
