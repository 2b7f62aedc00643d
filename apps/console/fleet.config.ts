/** Builds the page of the central console into dist/fleet: `vite build apps/console -c apps/console/fleet.config.ts`. */
import { defineConfig } from "vite";
import { centralPage } from "./build/central-page.ts";

export default defineConfig(centralPage({ page: "fleet.html", assets: "assets", first: true }));
