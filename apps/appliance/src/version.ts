import os from "node:os";
import packageFile from "../package.json" with { type: "json" };

/** Version of the release; all parts of it carry the same. */
export const VERSION: string = packageFile.version;

/** Component → version, for the status page and the diagnostics file. */
export function componentVersions(): { Main: string; [component: string]: string } {
  return { Main: VERSION, Node: process.versions.node, System: `${os.type()} ${os.release()}` };
}
