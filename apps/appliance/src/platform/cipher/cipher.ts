/**
 * Password protection of stored files, in a short-lived process.
 *
 *     const cipher = createCipher(entry);
 *     await cipher.encrypt(file, target, password);
 *     const plain = await cipher.decrypt(target, password);   // undefined: wrong password
 *
 * The password never appears in an argument, an environment variable or a file. A stream of `decrypt` owns
 * its process: destroying it ends the process.
 */

import { type ChildProcess, fork } from "node:child_process";
import { PassThrough, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { errorText } from "@hubwart/core";

export type CipherTask =
  | { mode: "encrypt"; input: string; output: string; password: string }
  /** From standard input to standard output. */
  | { mode: "encrypt-stream"; password: string }
  /** `costliest`: the highest work factor that is taken on, as a power of two. */
  | { mode: "decrypt"; input: string; password: string; costliest: number };

export type CipherAnswer =
  | { t: "ready" }
  | { t: "password" }
  /** Its work factor is above `costliest`. */
  | { t: "costly" }
  | { t: "failed"; message: string };

export interface Cipher {
  encrypt(input: string, output: string, password: string): Promise<void>;
  /** The content as it is decrypted; the stream fails if the file turns out to be damaged. */
  decrypt(input: string, password: string, costliest?: number): Promise<Readable | undefined>;
}

export interface StreamCipher extends Cipher {
  /** `plain` as it is encrypted; the stream fails if `plain` does. */
  encryptStream(plain: Readable, password: string): Promise<Readable>;
}

/** The file is none of ours, damaged, or gone. */
export class UnreadableFileError extends Error {}

/** Whoever encrypted the file asks for more work than is taken on here. */
export class CostlyFileError extends UnreadableFileError {}

interface CipherProcess {
  child: ChildProcess;
  /** Whether it ended well. */
  ended: Promise<boolean>;
  /** It may take as long as it likes from now on. */
  unlimited: () => void;
}

/** Until a key is derived or a stored file is encrypted, ms; both take a few seconds on a small device. */
const LIMIT = 120_000;
/** Somebody's `age` writes 18. */
const COSTLIEST = 18;

/** `entry` is the absolute path of the built `cipher-child`. */
export function createCipher(entry: string): StreamCipher {
  const start = (stdin: "ignore" | "pipe" = "ignore"): CipherProcess => {
    const child = fork(entry, [], { stdio: [stdin, "pipe", "ignore", "ipc"], env: {}, execArgv: [] });
    // A stream lasts as long as whoever reads it; it ends its process when it is closed.
    const timer = stdin === "pipe" ? undefined : setTimeout(() => child.kill("SIGKILL"), LIMIT);
    const ended = new Promise<boolean>((resolve) => {
      child.once("exit", (code) => {
        clearTimeout(timer);
        resolve(code === 0);
      });
    });
    return { child, ended, unlimited: () => clearTimeout(timer) };
  };
  return {
    async encrypt(input, output, password) {
      const { child, ended } = start();
      const answer = await ask(child, { mode: "encrypt", input, output, password });
      await ended;
      if (answer.t !== "ready") throw new Error(`encryption failed: ${answer.t}`);
    },
    async encryptStream(plain, password) {
      const { child, ended } = start("pipe");
      const answer = await ask(child, { mode: "encrypt-stream", password });
      if (answer.t !== "ready" || !child.stdin || !child.stdout) {
        child.kill("SIGKILL");
        plain.destroy();
        throw new Error(`encryption failed: ${answer.t}`);
      }
      // An end of the input that is none must not look like the end of the file.
      pipeline(plain, child.stdin).catch(() => child.kill("SIGKILL"));
      return outputOf(child, child.stdout, ended);
    },
    async decrypt(input, password, costliest = COSTLIEST) {
      const { child, ended, unlimited } = start();
      const answer = await ask(child, { mode: "decrypt", input, password, costliest });
      // Like the other stream: as long as somebody reads it.
      unlimited();
      if (answer.t === "password") return undefined;
      if (answer.t === "costly") throw new CostlyFileError("more work than is taken on");
      if (answer.t === "failed" || !child.stdout) {
        child.kill("SIGKILL");
        throw new UnreadableFileError(
          `decryption failed: ${answer.t === "failed" ? answer.message : "no output"}`,
        );
      }
      return outputOf(child, child.stdout, ended);
    },
  };
}

function ask(child: ChildProcess, task: CipherTask): Promise<CipherAnswer> {
  return new Promise((resolve, reject) => {
    child.once("message", (answer: CipherAnswer) => resolve(answer));
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      reject(new Error(`the cipher process ended early (${signal ?? code ?? "unknown"})`));
    });
    child.send(task, (error) => {
      if (error) reject(error);
    });
  });
}

/** Ends only after the process has: an early end of the output must not look like the end of the file. */
function outputOf(child: ChildProcess, stdout: Readable, ended: Promise<boolean>): Readable {
  const plain = new PassThrough();
  plain.once("close", () => child.kill("SIGKILL"));
  pipeline(stdout, plain, { end: false })
    .then(() => ended)
    .then(
      (whole) => (whole ? plain.end() : plain.destroy(new Error("the stored file is damaged"))),
      (error: unknown) => plain.destroy(new Error(errorText(error))),
    );
  return plain;
}
