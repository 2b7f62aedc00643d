/**
 * Reads one backup through against its own list, in a process of its own: a hostile file costs at most that process. The password comes by message,
 * never as an argument.
 */
import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { BackupFileError, proveArchive } from "@hubwart/archive";
import { decrypted } from "@hubwart/archive/age";
import { onParentGone } from "@hubwart/core";
import type { ProofTask, ProofTold } from "./prove.ts";
import { texts } from "./texts.ts";

/** Hubs encrypt with 15; a step more is taken on: 64 MB. */
const COSTLIEST = 16;

onParentGone(() => process.exit(1));
process.once("message", (task: ProofTask) => {
  void told(task)
    .then(say)
    .then(
      () => process.exit(0),
      () => process.exit(1),
    );
});

async function told({ file, password }: ProofTask): Promise<ProofTold> {
  try {
    const plain = password === undefined ? createReadStream(file) : await opened(file, password);
    const proof = { pick: () => false, target: "", signal: new AbortController().signal };
    const { about } = await proveArchive(plain, proof);
    return { proved: true, version: about.version, device: about.device?.key ?? "" };
  } catch (error) {
    return { proved: false, why: error instanceof BackupFileError ? error.message : texts.noBackup };
  }
}

async function opened(file: string, password: string): Promise<Readable> {
  const plain = await decrypted(file, password, COSTLIEST);
  if (plain === "costly") throw new BackupFileError(texts.costly);
  if (plain === "password") throw new BackupFileError(texts.wrongPassword);
  return plain;
}

function say(message: ProofTold): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send?.(message, undefined, {}, (error) => (error ? reject(error) : resolve()));
  });
}
