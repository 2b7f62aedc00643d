/** Builds the console into dist/console: `vite build apps/console`, or `npm run build` for everything. */
import path from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { precompress } from "./build/precompress.ts";
import { themeScript } from "./build/theme-script.ts";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), themeScript(), precompress()],
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
  },
});
