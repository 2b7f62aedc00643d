/**
 * Sign-in by SCRAM (RFC 5802, 7677): the password never leaves the pod, and the server shows that it knows it too.
 *
 *     const scram = chooseScram(["PLAIN", "SCRAM-SHA-256"], { user, password });
 *     scram.first; await scram.answer(challenge); scram.verify(success);      // both throw ScramFault
 */
import { createHash, createHmac, pbkdf2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { texts } from "./texts.ts";

/** What the server does, after its name. */
export class ScramFault extends Error {}

/** The strongest first. */
const MECHANISMS = [
  { name: "SCRAM-SHA-512", hash: "sha512", length: 64 },
  { name: "SCRAM-SHA-256", hash: "sha256", length: 32 },
  { name: "SCRAM-SHA-1", hash: "sha1", length: 20 },
] as const;
const FEWEST_ROUNDS = 4096;
/** A server could keep the processor busy without end. */
const MOST_ROUNDS = 1_000_000;
const LONGEST_NONCE = 1024;
/** No channel binding, no other identity. */
const HEADER = "n,,";

export interface Credentials {
  user: string;
  password: string;
}

/** undefined if the server offers none. */
export function chooseScram(
  offered: readonly string[],
  credentials: Credentials,
  nonce?: string,
): Scram | undefined {
  const mechanism = MECHANISMS.find(({ name }) => offered.includes(name));
  return mechanism && new Scram(mechanism, credentials, nonce ?? randomBytes(24).toString("base64"));
}

class Scram {
  readonly mechanism: string;
  readonly first: string;
  readonly #hash: string;
  readonly #length: number;
  readonly #password: string;
  readonly #nonce: string;
  readonly #bare: string;
  #expected: Buffer | undefined;

  constructor(mechanism: (typeof MECHANISMS)[number], { password, user }: Credentials, nonce: string) {
    this.mechanism = mechanism.name;
    this.#hash = mechanism.hash;
    this.#length = mechanism.length;
    this.#password = password.normalize("NFKC");
    this.#nonce = nonce;
    const name = user.normalize("NFKC").replaceAll("=", "=3D").replaceAll(",", "=2C");
    this.#bare = `n=${name},r=${nonce}`;
    this.first = `${HEADER}${this.#bare}`;
  }

  async answer(challenge: string): Promise<string> {
    const [nonce, salt, rounds] = ["r=", "s=", "i="].map(
      (key, at) => challenge.split(",")[at]?.match(`^${key}(.*)$`)?.[1],
    );
    const count = /^\d{1,9}$/.test(rounds ?? "") ? Number(rounds) : 0;
    const own = nonce?.startsWith(this.#nonce) === true && nonce.length > this.#nonce.length;
    if (!own || nonce.length > LONGEST_NONCE || salt === undefined || salt === "")
      throw new ScramFault(texts.oddScram);
    if (count < FEWEST_ROUNDS || count > MOST_ROUNDS) throw new ScramFault(texts.oddScram);
    const bytes = Buffer.from(salt, "base64");
    const salted = await promisify(pbkdf2)(this.#password, bytes, count, this.#length, this.#hash);
    const clientKey = this.#hmac(salted, "Client Key");
    const bare = `c=${Buffer.from(HEADER).toString("base64")},r=${nonce}`;
    const signed = `${this.#bare},${challenge},${bare}`;
    const signature = this.#hmac(createHash(this.#hash).update(clientKey).digest(), signed);
    this.#expected = this.#hmac(this.#hmac(salted, "Server Key"), signed);
    const proof = clientKey.map((byte, at) => byte ^ (signature[at] ?? 0));
    return `${bare},p=${Buffer.from(proof).toString("base64")}`;
  }

  /** Whether the server knows the password, or no more than its own name. */
  verify(final: string): void {
    const shown = Buffer.from(/^v=([^,]+)/.exec(final)?.[1] ?? "", "base64");
    const expected = this.#expected;
    if (!expected || shown.length !== expected.length || !timingSafeEqual(shown, expected))
      throw new ScramFault(texts.noProof);
  }

  #hmac(key: Uint8Array, text: string): Buffer {
    return createHmac(this.#hash, key).update(text).digest();
  }
}

export type { Scram };
