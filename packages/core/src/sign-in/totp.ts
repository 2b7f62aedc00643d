/**
 * Codes that change every 30 s (TOTP, RFC 6238, over HOTP, RFC 4226): HMAC-SHA-1, six digits, which is what every app does. A
 * code of the step before or after is good as well, for clocks and thumbs that are off.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** ms. */
const STEP_MS = 30_000;
const DRIFT = 1;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
/** Of a recovery code, without hyphens: 80 bits. */
const RECOVERY_LENGTH = 16;

/** 160 bits, as RFC 4226, 4 (R6) recommends; base32 (RFC 4648, 6). */
export const newSecret = (): string => base32(randomBytes(20));

export const stepAt = (ms: number): number => Math.floor(ms / STEP_MS);

/** The code of a step: six digits, or as many as asked for. @param secret base32 */
export function codeOf(secret: string, step: number, digits = 6): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", bytesOf(secret)).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 10 ** digits).padStart(digits, "0");
}

/**
 * The step whose code this is, if it is near `now` and none that was used up: undefined otherwise.
 * @param used step of the last code that was accepted. One that lies ahead of the clock was accepted by a clock that was
 *   set back since, and keeps nobody out.
 */
export function acceptedStep(secret: string, code: string, now: number, used: number): number | undefined {
  const present = stepAt(now);
  let found: number | undefined;
  // All of them, so that the time says nothing.
  for (let step = Math.max(0, present - DRIFT); step <= present + DRIFT; step += 1) {
    const fresh = step > used || used > present + DRIFT;
    if (equal(codeOf(secret, step), code) && fresh) found = step;
  }
  return found;
}

/** What an app reads from the picture (Key Uri Format of Google Authenticator). */
export function otpauthUri(secret: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}

/** As typed: without spaces and hyphens, in capitals. */
export const normalized = (typed: string): string => typed.replace(/[\s-]/g, "").toUpperCase();

export const isRecoveryCode = (code: string): boolean => code.length === RECOVERY_LENGTH;

/** In four groups of four. */
export function newRecoveryCode(): string {
  return base32(randomBytes(10)).replace(/(.{4})(?=.)/g, "$1-");
}

/** Hex. Such a code has 80 bits, so a plain hash is as good as a slow one. @param code normalized */
export const recoveryHash = (code: string): string => createHash("sha256").update(code).digest("hex");

export function equal(a: string, b: string): boolean {
  const [x, y] = [Buffer.from(a), Buffer.from(b)];
  return x.length === y.length && timingSafeEqual(x, y);
}

function base32(bytes: Buffer): string {
  let bits = "";
  for (const byte of bytes) bits += byte.toString(2).padStart(8, "0");
  return (bits.match(/.{5}/g) ?? []).map((five) => BASE32[Number.parseInt(five, 2)]).join("");
}

function bytesOf(secret: string): Buffer {
  const bits = Array.from(secret, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}
