/** Entry of the process that runs the project's scripts; started by the hub when there are some, or for a trial. */
import { readdirSync } from "node:fs";
import { setPriority } from "node:os";
import path from "node:path";
import { runPodProcess } from "@hubwart/pods/run";
import { scriptsKind } from "@hubwart/pods/scripts";

/** Scripts may be busy as long as nobody else wants the processor. */
const BEHIND_THE_HUB = 10;

try {
  // Priority belongs to a thread (setpriority(2)) and passes on to those it starts; V8's own, which compile and collect
  // for the scripts, are there already.
  for (const thread of readdirSync("/proc/self/task")) setPriority(Number(thread), BEHIND_THE_HUB);
} catch {
  // Some containers do not allow it; the limits hold all the same.
}
await runPodProcess(async () => scriptsKind(path.join(import.meta.dirname, "script-worker.mjs")));
