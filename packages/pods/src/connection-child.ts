/**
 * The process that tries one connection of a draft. Task and answer go over the fork channel, as passwords may be in the task; whoever
 * started it ends it when its time is over.
 */
import { onParentGone, trustAuthorities } from "@hubwart/core";
import { type ConnectionTask, checkConnection } from "./connection.ts";

const until = new AbortController();
onParentGone(() => {
  until.abort();
  process.exit(1);
});
process.once("message", (task: ConnectionTask) => {
  void run(task).then(
    (answer) => process.send?.(answer, undefined, undefined, () => process.exit(0)),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
      process.exit(1);
    },
  );
});

async function run(task: ConnectionTask) {
  await trustAuthorities(task.authorities);
  return await checkConnection(task, until.signal);
}
