#!/usr/bin/env node
import { existsSync } from "node:fs";

const main = new URL("../../../dist/server/cli.mjs", import.meta.url);
if (!existsSync(main)) {
  process.stderr.write("Hubwart ist noch nicht gebaut. Bitte zuerst „npm run build“ ausführen.\n");
  process.exit(1);
}
await import(main.href);
