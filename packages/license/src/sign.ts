/** The manufacturer's half: making keys and signing licences. Not part of what a device imports. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { LICENSE_ALGORITHM, LICENSE_TYPE, type LicenseClaims } from "./claims.ts";
import type { TrustedKey } from "./trusted-keys.ts";

export interface SigningKey {
  kid: string;
  privateKey: KeyObject;
}

/** A new key; its name is the year and eight hex digits of the key itself. */
export function createSigningKey(now: Date): SigningKey {
  const { privateKey } = generateKeyPairSync("ed25519");
  const { x } = publicHalf({ kid: "", privateKey });
  return {
    kid: `${now.getUTCFullYear()}-${Buffer.from(x, "base64url").toString("hex").slice(0, 8)}`,
    privateKey,
  };
}

/** What goes into `RELEASE_KEYS`. */
export function publicHalf(key: SigningKey): TrustedKey {
  const { x } = createPublicKey(key.privateKey).export({ format: "jwk" });
  if (x === undefined) throw new Error("not an Ed25519 key");
  return { kid: key.kid, x };
}

/** JSON text for a file that only its owner may read (0600). */
export function exportSigningKey(key: SigningKey): string {
  return JSON.stringify({ kid: key.kid, pem: key.privateKey.export({ format: "pem", type: "pkcs8" }) });
}

export function importSigningKey(text: string): SigningKey {
  const stored: unknown = JSON.parse(text);
  if (
    typeof stored !== "object" ||
    stored === null ||
    !("kid" in stored) ||
    typeof stored.kid !== "string" ||
    !("pem" in stored) ||
    typeof stored.pem !== "string"
  ) {
    throw new Error("the signing key's file has another shape");
  }
  return { kid: stored.kid, privateKey: createPrivateKey(stored.pem) };
}

/** Compact JWS (RFC 7515) over the claims. */
export function signLicense(claims: LicenseClaims, key: SigningKey): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const header = part({ alg: LICENSE_ALGORITHM, typ: LICENSE_TYPE, kid: key.kid });
  const text = `${header}.${part(claims)}`;
  return `${text}.${sign(null, Buffer.from(text, "ascii"), key.privateKey).toString("base64url")}`;
}
