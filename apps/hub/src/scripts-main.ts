/** Entry of the process that runs the project's scripts; started by the hub when there are some, or for a trial. */
import path from "node:path";
import { errorText } from "@hubwart/core";
import { runPodProcess } from "@hubwart/runtime/pod-process";
import { scriptsKind } from "@hubwart/scripts";
import { goBehindTheHub } from "./scripts/behind-the-hub.ts";

try {
  goBehindTheHub();
} catch (error) {
  // Some containers do not allow it; the scripts' own limits hold all the same.
  console.error(`the scripts run at the hub's priority: ${errorText(error)}`);
}
await runPodProcess(async () => scriptsKind(path.join(import.meta.dirname, "script-worker.mjs")));
