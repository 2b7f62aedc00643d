/** Signatures of devices over what they say of their backups (Ed25519, RFC 8032). */
import { createHash, createPublicKey, verify } from "node:crypto";

/** DER before the 32 bytes of a public key (RFC 8410, 4). */
const SPKI = Buffer.from("302a300506032b6570032100", "hex");
const KEY_BYTES = 32;

/** Whether the signature (base64) is that key's over the bytes. False for what is neither. */
export function isSignedBy(publicKey: string, bytes: Uint8Array, signature: string): boolean {
  const raw = Buffer.from(publicKey, "base64");
  if (raw.length !== KEY_BYTES) return false;
  try {
    const key = createPublicKey({ key: Buffer.concat([SPKI, raw]), type: "spki", format: "der" });
    return verify(null, bytes, key, Buffer.from(signature, "base64"));
  } catch {
    return false;
  }
}

/** What people compare: the beginning of the key's SHA-256, in groups. @param publicKey 32 bytes, base64 */
export function fingerprintOf(publicKey: string): string {
  const hex = createHash("sha256").update(Buffer.from(publicKey, "base64")).digest("hex").toUpperCase();
  return (hex.slice(0, 24).match(/.{4}/g) ?? []).join(" ");
}
