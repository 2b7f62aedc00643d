/**
 * AES-128 as KNX uses it (AN158, AN159): a message authentication code by CBC, both encrypted by one counter stream that begins
 * with the code. Not quite CCM, therefore not OpenSSL's.
 */
import { createCipheriv, createHash, pbkdf2, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const BLOCK = 16;

/** All 16 bytes, not encrypted. */
export function cbcMac(key: Buffer, block0: Buffer, additional: Buffer, payload: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(additional.length);
  const data = Buffer.concat([block0, length, additional, payload]);
  const padded = Buffer.alloc(Math.ceil(data.length / BLOCK) * BLOCK);
  data.copy(padded);
  const cipher = createCipheriv("aes-128-cbc", key, Buffer.alloc(BLOCK)).setAutoPadding(false);
  return cipher.update(padded).subarray(-BLOCK);
}

/** The same both ways. `mac` comes first in the stream, whatever its place in the frame. */
export function ctr(
  key: Buffer,
  counter0: Buffer,
  mac: Buffer,
  payload: Buffer,
): { mac: Buffer; payload: Buffer } {
  const cipher = createCipheriv("aes-128-ctr", key, counter0);
  return { mac: cipher.update(mac), payload: cipher.update(payload) };
}

/** Compares in constant time. */
export function same(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

export function sha256(data: Buffer): Buffer {
  return createHash("sha256").update(data).digest();
}

const derive = promisify(pbkdf2);

/** 65,536 rounds of PBKDF2 with SHA-256. Passwords of KNX IP Secure are Latin-1, those of keyrings UTF-8. */
export function deriveKey(password: Buffer, salt: string): Promise<Buffer> {
  return derive(password, Buffer.from(salt), 65_536, 16, "sha256");
}

export function userKey(password: string): Promise<Buffer> {
  return deriveKey(Buffer.from(password, "latin1"), "user-password.1.secure.ip.knx.org");
}

export function deviceKey(code: string): Promise<Buffer> {
  return deriveKey(Buffer.from(code, "latin1"), "device-authentication-code.1.secure.ip.knx.org");
}
