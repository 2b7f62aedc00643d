/** Entry of the hub's process. */
import path from "node:path";
import { runHub, startFailure } from "./run-hub.ts";

try {
  await runHub({ podEntry: path.join(import.meta.dirname, "pod.mjs") });
} catch (error) {
  process.stderr.write(`${startFailure(error)}\n`);
  process.exit(1);
}
