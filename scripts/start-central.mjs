/** `npm run start:central`: builds the central and its page, and starts it. Its data lie in central-data, or where the environment says. */
import path from "node:path";
import { buildCentral, buildFleetPage } from "./build.mjs";

const root = path.resolve(import.meta.dirname, "..");
await buildCentral(path.join(root, "dist", "central"));
await buildFleetPage();
process.env.HUBWART_CENTRAL_DATA_DIR ??= path.join(root, "central-data");
await import("../dist/central/central.mjs");
