/** How a page of the central console is built into dist/fleet, each with its own scripts: who looks at sites loads no console. */
import path from "node:path";
import react from "@vitejs/plugin-react";
import type { UserConfig } from "vite";
import { directImports } from "./direct-imports.ts";
import { precompress } from "./precompress.ts";

const root = path.resolve(import.meta.dirname, "..");

/** @param page name of its HTML file  @param assets folder of its scripts, below dist/fleet  @param first of all pages: begins the folder anew */
export const centralPage = ({
  assets,
  first,
  page,
}: {
  page: string;
  assets: string;
  first: boolean;
}): UserConfig => ({
  root,
  plugins: [react(), directImports(), precompress(first ? "" : assets)],
  worker: { format: "es" },
  build: {
    outDir: path.resolve(root, "../../dist/fleet"),
    assetsDir: assets,
    emptyOutDir: first,
    copyPublicDir: first,
    target: "es2023",
    modulePreload: { polyfill: false },
    // Inlined files would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 900,
    rolldownOptions: { input: path.join(root, page) },
  },
});
