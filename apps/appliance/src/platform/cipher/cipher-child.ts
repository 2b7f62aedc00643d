/**
 * Encrypts or decrypts one file with a password in the `age` format (age-encryption.org/v1, scrypt recipient).
 * A process of its own: deriving the key takes a whole core and tens of megabytes. The password comes by
 * message, never as an argument. `encrypt` writes a file, the others write to standard output.
 */

import { createReadStream, createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { errorText, onParentGone, webStreamOf } from "@hubwart/core";
import { Decrypter, Encrypter } from "age-encryption";
import type { CipherAnswer, CipherTask } from "./cipher.ts";

/** 2^15: about 0.2 s and 32 MB; the library's default of 2^18 takes eight times as much. */
const WORK_FACTOR = 15;

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
    await pipeline(
      fromWeb(await encrypterOf(task.password).encrypt(webStreamOf(process.stdin))),
      process.stdout,
    );
    return;
  }
  const input = webStreamOf(createReadStream(task.input));
  if (task.mode === "encrypt") {
    const output = await encrypterOf(task.password).encrypt(input);
    await pipeline(
      fromWeb(output),
      createWriteStream(task.output, { mode: 0o600, flags: "wx", flush: true }),
    );
    await answer({ t: "ready" });
    return;
  }
  if ((await workOf(task.input)) > task.costliest) {
    await answer({ t: "costly" });
    return;
  }
  const decrypter = new Decrypter();
  decrypter.addPassphrase(task.password);
  let output: globalThis.ReadableStream<Uint8Array>;
  try {
    output = await decrypter.decrypt(input);
  } catch (error) {
    const wrong = error instanceof Error && /no identity matched/.test(error.message);
    await answer(wrong ? { t: "password" } : { t: "failed", message: errorText(error) });
    return;
  }
  await answer({ t: "ready" });
  await pipeline(fromWeb(output), process.stdout);
}

/**
 * Each step of the work factor doubles time and memory, and the file names its own. Ours have 15; somebody's `age`
 * may have written 18. The stanza is the second line: `-> scrypt SALT FACTOR`.
 */
async function workOf(file: string): Promise<number> {
  const handle = await open(file, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(200), 0, 200, 0);
    const head = buffer.toString("latin1", 0, bytesRead);
    const factor = /^[^\n]*\n-> scrypt \S+ (\d+)\n/.exec(head)?.[1];
    if (factor === undefined) throw new Error("not a file of ours");
    return Number(factor);
  } finally {
    await handle.close();
  }
}

function encrypterOf(password: string): Encrypter {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(password);
  encrypter.setScryptWorkFactor(WORK_FACTOR);
  return encrypter;
}

function fromWeb(stream: globalThis.ReadableStream<Uint8Array>): Readable {
  return Readable.fromWeb(stream as ReadableStream<Uint8Array>);
}

function answer(message: CipherAnswer): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send?.(message, undefined, {}, (error) => (error ? reject(error) : resolve()));
  });
}
