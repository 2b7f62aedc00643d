/**
 * Files under a password in the age format (age-encryption.org/v1, scrypt recipient), as streams. Deriving the key takes a whole core
 * and the memory that the file asks for, so this belongs into a process that ends afterwards.
 */
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { webStreamOf } from "@hubwart/core";
import { Decrypter, Encrypter } from "age-encryption";

/** 2^15: about 0.2 s and 32 MB; the library's default of 2^18 takes eight times as much. */
const WORK_FACTOR = 15;
/** Bytes in which the first stanza of a file with a password ends. */
const HEAD = 200;

/** `plain` as it is encrypted. */
export async function encrypted(plain: Readable, password: string): Promise<Readable> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(password);
  encrypter.setScryptWorkFactor(WORK_FACTOR);
  return fromWeb(await encrypter.encrypt(webStreamOf(plain)));
}

/**
 * The content of a file as it is decrypted; the stream fails where the file turns out to be damaged.
 *
 * @param costliest the highest work factor that is taken on, as a power of two
 * @throws Error for what is no such file
 */
export async function decrypted(
  file: string,
  password: string,
  costliest: number,
): Promise<Readable | "costly" | "password"> {
  const factor = await workFactorOf(file);
  if (factor === undefined) throw new Error("not a file of ours");
  if (factor > costliest) return "costly";
  const decrypter = new Decrypter();
  decrypter.addPassphrase(password);
  const input = createReadStream(file);
  try {
    return fromWeb(await decrypter.decrypt(webStreamOf(input)));
  } catch (error) {
    input.destroy();
    if (error instanceof Error && /no identity matched/.test(error.message)) return "password";
    throw error;
  }
}

/**
 * Each step of the work factor doubles time and memory, and the file names its own. Ours have 15; somebody's `age`
 * may have written 18. The stanza is the second line: `-> scrypt SALT FACTOR`. undefined: it does not begin as such a file does.
 */
export async function workFactorOf(file: string): Promise<number | undefined> {
  const handle = await open(file, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    const head = buffer.toString("latin1", 0, bytesRead);
    const factor = /^age-encryption\.org\/v1\n-> scrypt \S+ (\d+)\n/.exec(head)?.[1];
    return factor === undefined ? undefined : Number(factor);
  } finally {
    await handle.close();
  }
}

function fromWeb(stream: globalThis.ReadableStream<Uint8Array>): Readable {
  return Readable.fromWeb(stream as ReadableStream<Uint8Array>);
}
