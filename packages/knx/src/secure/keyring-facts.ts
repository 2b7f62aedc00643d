/**
 * What the appliance tells of a keyring, read in a process of its own: whoever made the file decides how long it takes.
 *
 *     const { project, lacks } = await keyringFactsInChild({ entry, bytes, passwords, use });   // throws KeyringError
 */
import { type ChildRun, runChild } from "@hubwart/project/run-child";
import { KeyringError, type KeyringFault } from "./keyring.ts";
import { type KeyringUse, keyringLacks } from "./keyring-use.ts";
import { openKeyring } from "./stored.ts";

/** ms; a keyring of 20,000 keys takes four seconds on a fast machine. */
const LIMIT = 60_000;
const MOST_MIB = 384;

export interface KeyringQuestion {
  bytes: Buffer;
  /** The first that opens it counts. */
  passwords: readonly string[];
  /** What the project says of the interface. */
  use?: KeyringUse | undefined;
}

export interface KeyringFacts {
  project: string;
  createdBy: string;
  created: string;
  /** What the interface needs and the keyring does not have, German. */
  lacks?: string | undefined;
}

/** Answers of the process. */
export type KeyringAnswer = { facts: KeyringFacts } | { fault: KeyringFault };
export type KeyringTask = Omit<KeyringQuestion, "bytes"> & { base64: string };

/** @throws KeyringError */
export async function keyringFacts({ bytes, passwords, use }: KeyringQuestion): Promise<KeyringFacts> {
  const keyring = await openKeyring(bytes, passwords);
  const { project, createdBy, created } = keyring;
  return { project, createdBy, created, lacks: keyringLacks(keyring, use) };
}

/** @throws KeyringError */
export async function keyringFactsInChild({
  bytes,
  passwords,
  use,
  ...run
}: KeyringQuestion & Omit<ChildRun, "task" | "onMessage">): Promise<KeyringFacts> {
  const task: KeyringTask = { base64: bytes.toString("base64"), passwords, use };
  let answer: KeyringAnswer = { fault: "unread" };
  await runChild({
    timeLimit: LIMIT,
    memoryLimit: MOST_MIB,
    ...run,
    task,
    onMessage: (said) => {
      answer = said as KeyringAnswer;
    },
  });
  return factsOf(answer);
}

function factsOf(answer: KeyringAnswer): KeyringFacts {
  if ("fault" in answer) throw new KeyringError(answer.fault);
  return answer.facts;
}
