/** The process that reads the files of sites: one task after the other, until its parent has gone. */
import { errorText, onParentGone } from "@hubwart/core";
import { doTask } from "./do-task.ts";
import type { Asked, Told } from "./tasks.ts";

onParentGone(() => process.exit(0));
process.on("message", ({ id, task }: Asked) => {
  const say = (told: Told) => process.send?.(told);
  doTask(task).then(
    (answer) => say({ id, answer }),
    (error: unknown) => say({ id, error: errorText(error) }),
  );
});
