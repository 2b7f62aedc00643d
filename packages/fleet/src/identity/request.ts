/** The request for a certificate (PKCS #10, RFC 2986) of an Ed25519 key. */
import { createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { wellFormed } from "@hubwart/core";

const element = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head = length < 0x80 ? [tag, length] : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), content]);
};
const SEQUENCE = 0x30;
const SET = 0x31;
const COMMON_NAME = Buffer.from([0x06, 0x03, 0x55, 0x04, 0x03]);
const ED25519 = element(SEQUENCE, Buffer.from([0x06, 0x03, 0x2b, 0x65, 0x70]));
/** RFC 5280, appendix A: ub-common-name. */
const LONGEST_NAME = 64;

/** PEM. The name is for people: whom the certificate is for, the authority says. */
export function certificateRequest(key: KeyObject, name: string): string {
  const shown = Buffer.from(wellFormed(name.slice(0, LONGEST_NAME)));
  const subject = element(SEQUENCE, element(SET, element(SEQUENCE, COMMON_NAME, element(0x0c, shown))));
  const own = createPublicKey(key).export({ type: "spki", format: "der" });
  const asked = element(SEQUENCE, Buffer.from([2, 1, 0]), subject, own, element(0xa0));
  const signed = element(SEQUENCE, asked, ED25519, element(0x03, Buffer.from([0]), sign(null, asked, key)));
  const lines = signed.toString("base64").replace(/.{64}(?=.)/g, "$&\n");
  return `-----BEGIN CERTIFICATE REQUEST-----\n${lines}\n-----END CERTIFICATE REQUEST-----\n`;
}

/** The public key of a request that was signed with it; undefined for anything else. */
export function keyOfRequest(pem: string): KeyObject | undefined {
  const text =
    /^-----BEGIN CERTIFICATE REQUEST-----\s+([A-Za-z0-9+/=\s]+)-----END CERTIFICATE REQUEST-----\s*$/.exec(
      pem,
    )?.[1];
  if (text === undefined) return undefined;
  try {
    const [asked, , signed] = children(Buffer.from(text, "base64"));
    if (!asked || !signed) return undefined;
    const spki = children(asked)[2];
    if (!spki) return undefined;
    const key = createPublicKey({ key: spki, format: "der", type: "spki" });
    if (key.asymmetricKeyType !== "ed25519") return undefined;
    // A bit string: its first byte says how many bits are unused.
    return verify(null, asked, key, signed.subarray(signed.length - 64)) ? key : undefined;
  } catch {
    return undefined;
  }
}

/** The elements of the one that `bytes` begin with, each with its head. */
function children(bytes: Buffer): Buffer[] {
  const found: Buffer[] = [];
  const [start, end] = bounds(bytes, 0);
  for (let at = start; at < end; ) {
    const next = bounds(bytes, at)[1];
    if (next > end) break;
    found.push(bytes.subarray(at, next));
    at = next;
  }
  return found;
}

/** Where its content begins, and where it ends. */
function bounds(bytes: Buffer, at: number): [number, number] {
  const first = bytes.readUInt8(at + 1);
  const size = first < 0x80 ? 0 : first & 0x7f;
  if (size > 3) throw new RangeError("too long");
  const start = at + 2 + size;
  return [start, start + (size === 0 ? first : bytes.readUIntBE(at + 2, size))];
}
