/**
 * Keys as NATS writes them: an Ed25519 key with its kind in front and a checksum behind, in base32
 * (https://docs.nats.io/running-a-nats-service/configuration/securing_nats/auth_intro/nkey_auth).
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";

const KINDS = { operator: 14 << 3, account: 0, user: 20 << 3 } as const;
export type KeyKind = keyof typeof KINDS;

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** RFC 4648 without padding. */
export function base32(bytes: Uint8Array): string {
  let bits = 0;
  let held = 0;
  let text = "";
  for (const byte of bytes) {
    held = ((held & 0x1f) << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += LETTERS[(held >>> bits) & 31];
    }
  }
  return bits > 0 ? text + LETTERS[(held << (5 - bits)) & 31] : text;
}

/** CRC-16/XMODEM. */
function checksum(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum & 0x8000 ? (sum << 1) ^ 0x1021 : sum << 1) & 0xffff;
  }
  return sum;
}

/** The public key's name. @param key either half of an Ed25519 pair */
export function nkeyOf(kind: KeyKind, key: KeyObject): string {
  const half = key.type === "private" ? createPublicKey(key) : key;
  const { crv, x } = half.export({ format: "jwk" });
  if (crv !== "Ed25519" || x === undefined) throw new Error("no Ed25519 key");
  const bytes = Buffer.concat([Buffer.from([KINDS[kind]]), Buffer.from(x, "base64url")]);
  const sum = checksum(bytes);
  return base32(Buffer.concat([bytes, Buffer.from([sum & 0xff, sum >> 8])]));
}

export const newKey = (): KeyObject => generateKeyPairSync("ed25519").privateKey;

export const keyToPem = (key: KeyObject): string => key.export({ type: "pkcs8", format: "pem" }) as string;

/** @throws Error for what is no private Ed25519 key */
export function keyFromPem(pem: string): KeyObject {
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyType !== "ed25519") throw new Error("no Ed25519 key");
  return key;
}

export const signature = (key: KeyObject, text: string | Uint8Array): string =>
  sign(null, typeof text === "string" ? Buffer.from(text) : text, key).toString("base64url");
