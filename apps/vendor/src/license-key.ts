/**
 * Keys that customers type in: 25 characters of Crockford's base 32 in groups of five, 125 random bits.
 * Small letters and the lookalikes O, I and L are accepted for what was meant.
 */
import { createHash, randomBytes } from "node:crypto";

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 25;

export function createLicenseKey(): string {
  const digits = [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % 32]).join("");
  return group(digits);
}

/** The key in its one spelling; undefined if the text cannot be a key. */
export function normaliseLicenseKey(text: string): string | undefined {
  const digits = text.toUpperCase().replace(/[\s-]/g, "").replaceAll("O", "0").replace(/[IL]/g, "1");
  return /^[0-9A-HJKMNP-TV-Z]{25}$/.test(digits) ? group(digits) : undefined;
}

function group(digits: string): string {
  return digits.match(/.{5}/g)?.join("-") ?? digits;
}

/** What is stored instead of the key: whoever reads the data cannot activate anything with it. */
export function hashLicenseKey(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

/** First group, by which people tell licences apart. */
export function keyHint(key: string): string {
  return key.slice(0, 5);
}
