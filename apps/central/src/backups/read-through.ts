/** Reads one backup through against its own list. */
import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { BackupFileError, proveArchive } from "@hubwart/archive";
import { decrypted } from "@hubwart/archive/age";
import type { ProofTask, ProofTold } from "./prove.ts";
import { texts } from "./texts.ts";

/** Hubs encrypt with 15; a step more is taken on: 64 MB. */
const COSTLIEST = 16;

export async function readThrough({ file, password }: ProofTask): Promise<ProofTold> {
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
