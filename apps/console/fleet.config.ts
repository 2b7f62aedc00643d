/** Builds the pages of the central console, its own and the console of a site, into dist/fleet: `vite build apps/console -c apps/console/fleet.config.ts`. */
import path from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { directImports } from "./build/direct-imports.ts";
import { precompress } from "./build/precompress.ts";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), directImports(), precompress()],
  worker: { format: "es" },
  build: {
    outDir: path.resolve(import.meta.dirname, "../../dist/fleet"),
    emptyOutDir: true,
    target: "es2023",
    modulePreload: { polyfill: false },
    // Inlined files would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      input: ["fleet", "at-site"].map((page) => path.join(import.meta.dirname, `${page}.html`)),
    },
  },
});
