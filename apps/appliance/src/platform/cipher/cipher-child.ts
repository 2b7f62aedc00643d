/**
 * Encrypts or decrypts one file with a password in the `age` format (`@hubwart/archive/age`).
 * A process of its own: deriving the key takes a whole core and tens of megabytes. The password comes by
 * message, never as an argument. `encrypt` writes a file, the others write to standard output.
 */

import { createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { decrypted, encrypted } from "@hubwart/archive/age";
import { errorText, onParentGone } from "@hubwart/core";
import type { CipherAnswer, CipherTask } from "./cipher.ts";

process.once("message", (task: CipherTask) => {
  run(task).then(
    () => process.exit(0),
    async (error: unknown) => {
      await answer({ t: "failed", message: errorText(error) }).catch(() => undefined);
      process.exit(1);
    },
  );
});
onParentGone(() => process.exit(1));

async function run(task: CipherTask): Promise<void> {
  if (task.mode === "encrypt-stream") {
    await answer({ t: "ready" });
    await pipeline(await encrypted(process.stdin, task.password), process.stdout);
    return;
  }
  if (task.mode === "encrypt") {
    await pipeline(
      await encrypted(createReadStream(task.input), task.password),
      createWriteStream(task.output, { mode: 0o600, flags: "wx", flush: true }),
    );
    await answer({ t: "ready" });
    return;
  }
  const plain = await decrypted(task.input, task.password, task.costliest);
  if (plain === "costly" || plain === "password") {
    await answer({ t: plain });
    return;
  }
  await answer({ t: "ready" });
  await pipeline(plain, process.stdout);
}

function answer(message: CipherAnswer): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send?.(message, undefined, {}, (error) => (error ? reject(error) : resolve()));
  });
}
