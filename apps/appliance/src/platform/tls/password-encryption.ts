/**
 * What is encrypted under a password inside key files: PBES2 with PBKDF2 and AES or 3DES (RFC 8018), and PKCS#12's own way with
 * 3DES (RFC 7292, appendix B), which Windows still uses. Others, RC2 and scrypt among them, are refused by name.
 *
 *     const effort = new Effort();
 *     const plain = await decrypt(algorithm, bytes, password, effort);   // throws CertificateRefusal, German
 */
import { createDecipheriv, createHash, pbkdf2 } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { CertificateRefusal } from "./certificate-file.ts";
import { type Element, elements, numberOf, OCTETS, oidText } from "./der.ts";
import { texts } from "./texts.ts";

const derive = promisify(pbkdf2);

/** Rounds that all parts of a file may ask for together: how much work a file makes is written in the file. */
const MOST_ROUNDS = 2_000_000;
/** Rounds after which others get their turn. */
const TURN = 4_096;

export class Effort {
  #left = MOST_ROUNDS;

  /** @returns the same number */
  take(rounds: number | undefined): number {
    if (rounds === undefined || rounds < 1) throw unknown();
    this.#left -= rounds;
    if (this.#left < 0) {
      throw new CertificateRefusal(texts.tooManySteps);
    }
    return rounds;
  }
}

const PBES2 = "1.2.840.113549.1.5.13";
const PBKDF2 = "1.2.840.113549.1.5.12";
const SHA1_3DES = "1.2.840.113549.1.12.1.3";
const RC2: ReadonlySet<string> = new Set(["1.2.840.113549.1.12.1.5", "1.2.840.113549.1.12.1.6"]);
const HMAC_SHA1 = "1.2.840.113549.2.7";
const PRFS: Readonly<Record<string, string>> = {
  [HMAC_SHA1]: "sha1",
  "1.2.840.113549.2.9": "sha256",
  "1.2.840.113549.2.10": "sha384",
  "1.2.840.113549.2.11": "sha512",
};
const CIPHERS: Readonly<Record<string, { name: string; key: number }>> = {
  "2.16.840.1.101.3.4.1.2": { name: "aes-128-cbc", key: 16 },
  "2.16.840.1.101.3.4.1.22": { name: "aes-192-cbc", key: 24 },
  "2.16.840.1.101.3.4.1.42": { name: "aes-256-cbc", key: 32 },
  "1.2.840.113549.3.7": { name: "des-ede3-cbc", key: 24 },
};

/** @param algorithm `AlgorithmIdentifier` */
export async function decrypt(
  algorithm: Element,
  bytes: Buffer,
  password: string,
  effort: Effort,
): Promise<Buffer> {
  const [id, parameters] = elements(algorithm.content);
  const scheme = oidText(id);
  if (RC2.has(scheme)) {
    throw new CertificateRefusal(texts.rc2);
  }
  const { cipher, iv, key } =
    scheme === PBES2
      ? await pbes2(parameters, password, effort)
      : await sha1And3Des(scheme, parameters, password, effort);
  try {
    const decipher = createDecipheriv(cipher, key, iv);
    return Buffer.concat([decipher.update(bytes), decipher.final()]);
  } catch {
    throw wrongPassword(password);
  }
}

interface Unlocked {
  cipher: string;
  key: Buffer;
  iv: Buffer;
}

async function pbes2(parameters: Element | undefined, password: string, effort: Effort): Promise<Unlocked> {
  const [derivation, encryption] = elements(parameters?.content ?? NONE);
  const [derivationId, derivationParameters] = elements(derivation?.content ?? NONE);
  const [encryptionId, iv] = elements(encryption?.content ?? NONE);
  const [salt, rounds, ...others] = elements(derivationParameters?.content ?? NONE);
  const [prfId] = elements(others.at(-1)?.content ?? NONE);
  const cipher = CIPHERS[oidText(encryptionId)];
  const prf = PRFS[oidText(prfId) || HMAC_SHA1];
  const whole = salt?.tag === OCTETS && iv?.tag === OCTETS;
  if (oidText(derivationId) !== PBKDF2 || !whole || !cipher || prf === undefined) throw unknown();
  const key = await derive(password, salt.content, effort.take(numberOf(rounds)), cipher.key, prf);
  return { cipher: cipher.name, key, iv: iv.content };
}

async function sha1And3Des(
  scheme: string,
  parameters: Element | undefined,
  password: string,
  effort: Effort,
): Promise<Unlocked> {
  const [salt, given] = elements(parameters?.content ?? NONE);
  if (scheme !== SHA1_3DES || salt?.tag !== OCTETS) throw unknown();
  const rounds = effort.take(numberOf(given));
  const of = { hash: "sha1", secret: bmp(password), salt: salt.content, rounds };
  return {
    cipher: "des-ede3-cbc",
    key: await pkcs12Key({ ...of, purpose: 1, length: 24 }),
    iv: await pkcs12Key({ ...of, purpose: 2, length: 8 }),
  };
}

export interface Pkcs12KeyOrder {
  hash: string;
  /** As `bmp` gives it. */
  secret: Buffer;
  salt: Buffer;
  rounds: number;
  /** 1 key, 2 start vector, 3 checksum. */
  purpose: 1 | 2 | 3;
  /** Bytes. */
  length: number;
}

/** RFC 7292, appendix B.2. */
export async function pkcs12Key(order: Pkcs12KeyOrder): Promise<Buffer> {
  const { hash, length, purpose, rounds, salt, secret } = order;
  const block = hash === "sha384" || hash === "sha512" ? 128 : 64;
  const mixed = Buffer.concat([filled(salt, block), filled(secret, block)]);
  const parts: Buffer[] = [];
  for (let made = 0; made < length; ) {
    let digest = createHash(hash).update(Buffer.alloc(block, purpose)).update(mixed).digest();
    for (let round = 1; round < rounds; round += 1) {
      digest = createHash(hash).update(digest).digest();
      if (round % TURN === 0) await setImmediate();
    }
    parts.push(digest);
    made += digest.length;
    const step = filled(digest, block).subarray(0, block);
    for (let at = 0; at < mixed.length; at += block) addOneAnd(mixed.subarray(at, at + block), step);
  }
  return Buffer.concat(parts).subarray(0, length);
}

/** Repeated up to whole blocks. */
function filled(bytes: Buffer, block: number): Buffer {
  return Buffer.alloc(block * Math.ceil(bytes.length / block), bytes);
}

/** `target = target + step + 1`, as numbers of that many bytes. */
function addOneAnd(target: Buffer, step: Buffer): void {
  let carry = 1;
  for (let at = target.length - 1; at >= 0; at -= 1) {
    carry += (target[at] ?? 0) + (step[at] ?? 0);
    target[at] = carry & 0xff;
    carry >>= 8;
  }
}

/** UTF-16, big-endian, with the zero at its end (RFC 7292, appendix B.1). */
export function bmp(password: string): Buffer {
  return Buffer.from(`${password}\0`, "utf16le").swap16();
}

export function wrongPassword(password: string): CertificateRefusal {
  return new CertificateRefusal(password === "" ? texts.passwordNeeded : texts.passwordWrong);
}

function unknown(): CertificateRefusal {
  return new CertificateRefusal(texts.encryptionUnknown);
}

const NONE = Buffer.alloc(0);
