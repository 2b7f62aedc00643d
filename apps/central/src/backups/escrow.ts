/**
 * Passwords that sites have left here, sealed (AES-256-GCM, NIST SP 800-38D) with a key that is not in the database. Each is bound to its backup: put beside
 * another one in the database, it opens nothing.
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { BackupRow } from "./row.ts";

const ALGORITHM = "aes-256-gcm";
const NONCE = 12;
const TAG = 16;

type Of = Pick<BackupRow, "hub" | "name">;

export class Escrow {
  readonly #key: Buffer;

  /** @param key 32 bytes */
  constructor(key: Buffer) {
    this.#key = key;
  }

  /** base64url: nonce, tag, what is sealed. */
  seal(of: Of, password: string): string {
    const nonce = randomBytes(NONCE);
    const cipher = createCipheriv(ALGORITHM, this.#key, nonce, { authTagLength: TAG }).setAAD(bound(of));
    const sealed = Buffer.concat([cipher.update(password, "utf8"), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
  }

  /** undefined: it is damaged, of another backup, or of another key. */
  open(of: Of, sealed: string): string | undefined {
    const bytes = Buffer.from(sealed, "base64url");
    if (bytes.length < NONCE + TAG) return undefined;
    const tag = bytes.subarray(NONCE, NONCE + TAG);
    try {
      const cipher = createDecipheriv(ALGORITHM, this.#key, bytes.subarray(0, NONCE), { authTagLength: TAG })
        .setAAD(bound(of))
        .setAuthTag(tag);
      return Buffer.concat([cipher.update(bytes.subarray(NONCE + TAG)), cipher.final()]).toString("utf8");
    } catch {
      return undefined;
    }
  }
}

const bound = ({ hub, name }: Of): Buffer => Buffer.from(`${hub}\n${name}`, "utf8");
