/** A release of which only a launcher is there: it comes up as the product does, or fails as a bad one would. */
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";

export interface StandIn {
  /** That it says of itself. */
  version: string;
  /** Instead of coming up. */
  instead?: "ends" | "crashes" | "has no hub";
}

/** Writes the tree of the release into `folder`. */
export async function standInRelease(folder: string, { version, instead }: StandIn): Promise<void> {
  await mkdir(path.join(folder, "server"), { recursive: true });
  await writeFile(
    path.join(folder, "server/launcher.mjs"),
    `import { createServer } from "node:http";
import { mkdirSync, writeFileSync } from "node:fs";
const [version, instead] = ${JSON.stringify([version, instead ?? null])};
if (process.argv[2] === "--version") {
  console.log(version);
} else if (instead === "ends") {
  console.error("it does not work");
  process.exit(1);
} else {
  const run = process.env.HUBWART_DATA_DIR + "/run";
  mkdirSync(run, { recursive: true });
  const server = createServer((_request, response) => response.end(JSON.stringify({ code: 0, version: { Main: version } })));
  server.listen(Number(process.env.HUBWART_HTTP_PORT), "127.0.0.1", () => {
    if (instead === "crashes") console.log("hub ist unerwartet beendet (code 3) und wird neu gestartet.");
    else if (instead !== "has no hub") writeFileSync(run + "/hub.sock", "");
    console.log("Hubwart ist bereit: http://127.0.0.1:" + server.address().port);
    if (instead === "has no hub") setTimeout(() => process.exit(0), 500);
  });
}
`,
  );
}
