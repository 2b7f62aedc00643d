/** The exchange of keys that begins a secure session (AN159, 2.3): codes over both public keys. */
import {
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
} from "node:crypto";
import { cbcMac, ctr, sha256 } from "./crypto.ts";

export interface KeyPair {
  private: KeyObject;
  /** 32 bytes. */
  public: Buffer;
}

const PRIVATE_HEAD = Buffer.from("302e020100300506032b656e04220420", "hex");
const PUBLIC_HEAD = Buffer.from("302a300506032b656e032100", "hex");
const COUNTER = Buffer.from("0000000000000000000000000000ff00", "hex");
const EMPTY = Buffer.alloc(0);

export function newKeyPair(): KeyPair {
  return keyPair(generateKeyPairSync("x25519").privateKey);
}

export function keyPairOf(raw: Buffer): KeyPair {
  return keyPair(createPrivateKey({ key: Buffer.concat([PRIVATE_HEAD, raw]), format: "der", type: "pkcs8" }));
}

function keyPair(key: KeyObject): KeyPair {
  return { private: key, public: createPublicKey(key).export({ format: "der", type: "spki" }).subarray(-32) };
}

/** Undefined for a public key that gives no secret (of small order). */
export function sessionKey(own: KeyPair, other: Buffer): Buffer | undefined {
  try {
    const publicKey = createPublicKey({
      key: Buffer.concat([PUBLIC_HEAD, other]),
      format: "der",
      type: "spki",
    });
    const secret = diffieHellman({ privateKey: own.private, publicKey });
    return sha256(secret).subarray(0, 16);
  } catch {
    return undefined;
  }
}

function xor(one: Buffer, other: Buffer): Buffer {
  return Buffer.from(one.map((byte, i) => byte ^ (other[i] ?? 0)));
}

function sealed(key: Buffer, additional: Buffer): Buffer {
  return ctr(key, COUNTER, cbcMac(key, Buffer.alloc(16), additional, EMPTY), EMPTY).mac;
}

/** The server's code: it knows the device authentication code. */
export function responseMac(device: Buffer, session: number, client: Buffer, server: Buffer): Buffer {
  const head = Buffer.from("0610095200380000", "hex");
  head.writeUInt16BE(session, 6);
  return sealed(device, Buffer.concat([head, xor(client, server)]));
}

/** The client's code: it knows the user's password. */
export function authenticateMac(user: Buffer, userId: number, client: Buffer, server: Buffer): Buffer {
  const head = Buffer.from("0610095300180000", "hex");
  head[7] = userId;
  return sealed(user, Buffer.concat([head, xor(client, server)]));
}
