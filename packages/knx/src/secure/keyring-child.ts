/** The process that reads one keyring. Started by `keyringFactsInChild`; it also ends when its parent is gone. */
import { onParentGone } from "@hubwart/core";
import { KeyringError } from "./keyring.ts";
import { type KeyringAnswer, type KeyringTask, keyringFacts } from "./keyring-facts.ts";

async function answerTo({ base64, ...question }: KeyringTask): Promise<KeyringAnswer> {
  try {
    return { facts: await keyringFacts({ bytes: Buffer.from(base64, "base64"), ...question }) };
  } catch (error) {
    if (error instanceof KeyringError) return { fault: error.fault };
    throw error;
  }
}

onParentGone(() => process.exit(1));
process.once("message", (task: KeyringTask) => {
  void answerTo(task).then(
    (answer) => process.send?.(answer, undefined, {}, () => process.exit(0)),
    () => process.exit(1),
  );
});
