import os from "node:os";
import { VERSION } from "@hubwart/core";

/** Component → version, for the status page and the diagnostics file. */
export function componentVersions(): { Main: string; [component: string]: string } {
  return { Main: VERSION, Node: process.versions.node, System: `${os.type()} ${os.release()}` };
}
