/** Releases of other versions out of one build. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/** As the build leaves what `packages/core/src/version.ts` says. */
const STAMP = /(hubwartVersion:")[^"]+"/g;

/** What was built into `server` says that it is of this version. The files may be links to those of the build. */
export function sayVersion(server: string, version: string): void {
  let stamps = 0;
  for (const name of readdirSync(server, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".mjs")) continue;
    const file = path.join(server, name);
    const right = readFileSync(file, "utf8");
    const text = right.replace(STAMP, (_all, before: string) => {
      stamps += 1;
      return `${before}${version}"`;
    });
    if (text === right) continue;
    rmSync(file);
    writeFileSync(file, text);
  }
  if (stamps === 0) throw new Error("the build does not say its version where it should");
}
