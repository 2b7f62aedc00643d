/** Builds the console of one site, as the central shows it, beside the central's page; that one first. */
import { defineConfig } from "vite";
import { centralPage } from "./build/central-page.ts";

export default defineConfig(centralPage({ page: "at-site.html", assets: "assets/site", first: false }));
