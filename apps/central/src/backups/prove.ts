/** What a backup holds is what its own list says; found out in a process with bounded memory and time. */
import path from "node:path";
import { workFactorOf } from "@hubwart/archive/age";
import { runChild } from "@hubwart/project/run-child";
import * as z from "zod/mini";
import { texts } from "./texts.ts";

export interface ProofTask {
  /** Absolute path. */
  file: string;
  password?: string;
}

/** What a child says that a file may have taken over is held against this. */
const proofTold = z.union([
  z.object({
    proved: z.literal(true),
    version: z.string().check(z.maxLength(300)),
    device: z.string().check(z.maxLength(300)),
  }),
  z.object({ proved: z.literal(false), why: z.string().check(z.maxLength(10_000)) }),
]);
export type ProofTold = z.output<typeof proofTold>;

/** `undefined`: it could not be found out. @param size bytes */
export type Prove = (
  task: ProofTask & { size: number },
  signal: AbortSignal,
) => Promise<ProofTold | undefined>;

/** MiB of resident memory; the longest list that is read takes half of it. */
const MEMORY = 512;
const WITHIN_MS = 60_000;
/** Bytes in a ms; a slow disk, decrypted on a core that others want as well. */
const SLOWEST = 2_000;

/** @param childrenDir folder of the built `prove-child.mjs` */
export const proverIn =
  (childrenDir: string): Prove =>
  async ({ size, ...task }, signal) => {
    let told: ProofTold | undefined;
    const failure = await runChild({
      entry: path.join(childrenDir, "prove-child.mjs"),
      task,
      signal,
      memoryLimit: MEMORY,
      timeLimit: WITHIN_MS + size / SLOWEST,
      onMessage: (message) => {
        told ??= z.safeParse(proofTold, message).data;
      },
    });
    return failure === undefined && !signal.aborted ? told : undefined;
  };

/** Whether a file is one under a password in the age format, by its beginning. */
export async function beginsEncrypted(file: string): Promise<boolean> {
  return (await workFactorOf(file)) !== undefined;
}

/** Of a file that could not be read through, twice. */
export const TOO_HEAVY: ProofTold = { proved: false, why: texts.tooHeavy };
