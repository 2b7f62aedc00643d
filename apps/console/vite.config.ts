/** Builds the console into dist/console: `vite build apps/console`, or `npm run build` for everything. */
import path from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { chunkOf } from "./build/chunks.ts";
import { COMPILER_PACKAGES, directImports } from "./build/direct-imports.ts";
import { examples } from "./build/examples.ts";
import { firstPage } from "./build/first-page.ts";
import { liveClient } from "./build/live-client.ts";
import { noCircles } from "./build/no-circles.ts";
import { precompress } from "./build/precompress.ts";
import { slimContract } from "./build/slim-contract.ts";
import { workerChunkOf } from "./build/worker-chunks.ts";

const source = path.join(import.meta.dirname, "src");

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    slimContract(source),
    directImports(),
    noCircles(),
    firstPage(),
    examples(path.resolve(import.meta.dirname, "../../examples")),
    liveClient(path.resolve(import.meta.dirname, "../../packages/live-client/src")),
    precompress(),
  ],
  worker: {
    format: "es",
    plugins: () => [slimContract(source), directImports(COMPILER_PACKAGES)],
    rolldownOptions: {
      output: {
        chunkFileNames: "assets/worker-[name]-[hash].js",
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: workerChunkOf(path.join(source, "compiler/worker.ts")), debugName: "chunks" }],
        },
      },
    },
  },
  build: {
    outDir: path.resolve(import.meta.dirname, "../../dist/console"),
    emptyOutDir: true,
    target: "es2023",
    // A chunk is fetched when it is needed, not before: the sign-in page loads nothing of the rest.
    modulePreload: { polyfill: false },
    // Inlined files would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // The groups are closed: what a module imports is in its own group or in an earlier one.
          includeDependenciesRecursively: false,
          groups: [{ name: chunkOf(source), debugName: "chunks" }],
        },
      },
    },
  },
});
