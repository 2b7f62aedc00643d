/**
 * The key that this device signs its backups with (Ed25519, RFC 8032): made once, kept in encrypted backups only, so that a device
 * that takes over another's backup is that device from then on.
 *
 *     const key = await DeviceKey.open(layout.deviceKey, log);
 *     key.sign(bytes);  key.publicKey;  fingerprintOf(key.publicKey);
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { errorText, type Logger, readOwnFile, writeFileAtomic } from "@hubwart/core";
import { texts } from "./texts.ts";

/** Bytes of a public key; its DER ends with them (RFC 8410, 4). */
const KEY_BYTES = 32;

export class DeviceKey {
  readonly #private: KeyObject;
  /** 32 bytes, base64. */
  readonly publicKey: string;

  private constructor(key: KeyObject) {
    this.#private = key;
    const der = createPublicKey(key).export({ type: "spki", format: "der" });
    this.publicKey = der.subarray(-KEY_BYTES).toString("base64");
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
