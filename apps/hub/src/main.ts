/** Entry of the hub's process. */
import path from "node:path";
import { runHub, startFailure } from "./run-hub.ts";

try {
  const at = (name: string) => path.join(import.meta.dirname, name);
  await runHub({
    podEntry: at("pod.mjs"),
    recorderEntry: at("recorder.mjs"),
    scriptsEntry: at("scripts.mjs"),
    alarmsEntry: at("alarms.mjs"),
    energyEntry: at("energy.mjs"),
  });
} catch (error) {
  process.stderr.write(`${startFailure(error)}\n`);
  process.exit(1);
}
