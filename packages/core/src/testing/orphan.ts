/** A child for tests: one of its threads hangs in open(2), and its own end takes its way or does not come. */
import { open } from "node:fs/promises";
import { onParentGone, sayAlive } from "../parent-channel.ts";

const [, , pipe = "", how] = process.argv;
onParentGone(() => {
  if (how === "ends") process.exit(0);
});
void open(pipe, "r");
setInterval(() => undefined, 1_000);
setTimeout(sayAlive, 200);
