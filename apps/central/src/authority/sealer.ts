/**
 * Secrets that have to lie in the database, sealed (AES-256-GCM, NIST SP 800-38D) with a key that is not in it. Each is bound to what it is of: put
 * beside another one in the database, it opens nothing.
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const ALGORITHM = "aes-256-gcm";
const NONCE = 12;
const TAG = 16;

export class Sealer {
  readonly #key: Buffer;

  /** @param key 32 bytes, for one purpose alone */
  constructor(key: Buffer) {
    this.#key = key;
  }

  /** base64url: nonce, tag, what is sealed. */
  seal(of: string, secret: string): string {
    const nonce = randomBytes(NONCE);
    const cipher = createCipheriv(ALGORITHM, this.#key, nonce, { authTagLength: TAG }).setAAD(bytesOf(of));
    const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
  }

  /** undefined: it is damaged, of something else, or of another key. */
  open(of: string, sealed: string): string | undefined {
    const bytes = Buffer.from(sealed, "base64url");
    if (bytes.length < NONCE + TAG) return undefined;
    const tag = bytes.subarray(NONCE, NONCE + TAG);
    try {
      const cipher = createDecipheriv(ALGORITHM, this.#key, bytes.subarray(0, NONCE), { authTagLength: TAG })
        .setAAD(bytesOf(of))
        .setAuthTag(tag);
      return Buffer.concat([cipher.update(bytes.subarray(NONCE + TAG)), cipher.final()]).toString("utf8");
    } catch {
      return undefined;
    }
  }
}

const bytesOf = (of: string): Buffer => Buffer.from(of, "utf8");
