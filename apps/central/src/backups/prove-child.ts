/**
 * A process of its own for reading one backup through: a hostile file costs at most that process. The password comes by message, never as
 * an argument.
 */
import { onParentGone } from "@hubwart/core";
import type { ProofTask, ProofTold } from "./prove.ts";
import { readThrough } from "./read-through.ts";

onParentGone(() => process.exit(1));
process.once("message", (task: ProofTask) => {
  void readThrough(task)
    .then(say)
    .then(
      () => process.exit(0),
      () => process.exit(1),
    );
});

function say(message: ProofTold): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send?.(message, undefined, {}, (error) => (error ? reject(error) : resolve()));
  });
}
