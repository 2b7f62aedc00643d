/** Passes and accounts as signed claims, as nats-server reads them (JWT, version 2). */
import { createHash, type KeyObject } from "node:crypto";
import { base32, type KeyKind, nkeyOf, signature } from "./nkey.ts";

export interface Claims {
  name: string;
  /** Name of the key it is about. */
  sub: string;
  /** s since the epoch. */
  iat: number;
  exp?: number;
  nats: object;
}

/** @param by what kind of key signs */
export function signClaims(by: KeyKind, key: KeyObject, claims: Claims): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const body = { ...claims, iss: nkeyOf(by, key) };
  const jti = base32(createHash("sha512-256").update(JSON.stringify(body)).digest());
  const signed = `${part({ typ: "JWT", alg: "ed25519-nkey" })}.${part({ ...body, jti })}`;
  return `${signed}.${signature(key, signed)}`;
}

/** What a NATS server asks of a client that shows a pass. */
export function answerNonce(pass: string, key: KeyObject) {
  return (nonce?: string) => ({ jwt: pass, nkey: nkeyOf("user", key), sig: signature(key, nonce ?? "") });
}
