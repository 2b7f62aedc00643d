/** A project file as the device keeps it under a password, opened. */
import { createWriteStream } from "node:fs";
import { CODES } from "@hubwart/contract";
import { InvalidInputError, pipe, ResultError } from "@hubwart/core";
import { type Cipher, UnreadableFileError } from "../../platform/cipher/cipher.ts";
import { type Guesses, PasswordTries } from "../../platform/session/tries.ts";
import { texts } from "./texts.ts";

export type OpenFile = (file: string, target: string, password: string, signal: AbortSignal) => Promise<void>;

/** Throws for a wrong password, for too many of them, and for a file that is not encrypted so. */
export function fileOpener(cipher: Pick<Cipher, "decrypt">, guesses: Guesses): OpenFile {
  const tries = new PasswordTries(guesses, "draft-file");
  return (file, target, password, signal) =>
    tries.run(async () => {
      try {
        const plain = await cipher.decrypt(file, password);
        if (!plain) throw new ResultError(CODES.wrongFilePassword, texts.wrongPassword);
        await pipe([plain, createWriteStream(target, { flags: "wx", mode: 0o600 })], signal);
      } catch (error) {
        if (!(error instanceof UnreadableFileError)) throw error;
        throw new InvalidInputError([{ field: "pwd", message: texts.notEncrypted }], { cause: error });
      }
    });
}
