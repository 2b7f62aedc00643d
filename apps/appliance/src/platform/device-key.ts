/**
 * The key that this device signs its backups with (Ed25519, RFC 8032): made once, kept in encrypted backups only, so that a device
 * that takes over another's backup is that device from then on.
 *
 *     const key = await DeviceKey.open(layout.deviceKey, log);
 *     key.sign(bytes);  key.publicKey;  fingerprintOf(key.publicKey);
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from "node:crypto";
import { errorText, type Logger, readOwnFile, writeFileAtomic } from "@hubwart/core";
import { texts } from "./texts.ts";

/** DER before the 32 bytes of a public key (RFC 8410, 4). */
const SPKI = Buffer.from("302a300506032b6570032100", "hex");
const KEY_BYTES = 32;

export class DeviceKey {
  readonly #private: KeyObject;
  /** 32 bytes, base64. */
  readonly publicKey: string;

  private constructor(key: KeyObject) {
    this.#private = key;
    const der = createPublicKey(key).export({ type: "spki", format: "der" });
    this.publicKey = der.subarray(SPKI.length).toString("base64");
  }

  /** One that cannot be read is kept aside, and another is made. */
  static async open(file: string, log: Logger): Promise<DeviceKey> {
    const { error, value } = await readOwnFile(file, parse);
    if (error !== undefined) log.error(texts.signingKeyLost(file, errorText(error)));
    if (value) return new DeviceKey(value);
    const { privateKey } = generateKeyPairSync("ed25519");
    await writeFileAtomic(file, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
    return new DeviceKey(privateKey);
  }

  /** Base64. */
  sign(bytes: Uint8Array): string {
    return sign(null, bytes, this.#private).toString("base64");
  }
}

function parse(text: string): KeyObject {
  const key = createPrivateKey(text);
  if (key.asymmetricKeyType !== "ed25519") throw new TypeError("no Ed25519 key");
  return key;
}

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

/** What people compare: the beginning of the key's SHA-256, in groups. */
export function fingerprintOf(publicKey: string): string {
  const hex = createHash("sha256").update(Buffer.from(publicKey, "base64")).digest("hex").toUpperCase();
  return (hex.slice(0, 24).match(/.{4}/g) ?? []).join(" ");
}
