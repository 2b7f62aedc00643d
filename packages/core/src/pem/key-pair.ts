/**
 * Whether a text is a certificate or a private key in PEM, and whether the two belong together: where there is no Node, and before
 * anything is connected. A text that says which public key it is of; "" where the kind of key is none that we can compare
 * (TLS will say so); undefined for what is neither.
 *
 *     certificateKey(cert) === privateKeysPublic(key)
 */
import { pemBlock } from "./blocks.ts";
import { edwardsPublic, ellipticPublic } from "./curves.ts";
import { bitString, content, type Der, hex, integer, parts, sequence, TAG } from "./der.ts";

const OID = { rsa: "2a864886f70d010101", elliptic: "2a8648ce3d0201", ed25519: "2b6570" } as const;
const CERTIFICATES = new Set(["CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE"]);
const KEYS = new Set(["PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY", "DSA PRIVATE KEY"]);

/** RFC 5280, 4.1. */
export function certificateKey(pem: string): string | undefined {
  const block = pemBlock(pem, (label) => CERTIFICATES.has(label));
  const outer = block && sequence(block.bytes);
  const body = parts(outer?.[0]);
  if (!body || !parts(outer?.[1]) || bitString(outer?.[2]) === undefined) return undefined;
  // The version is absent in certificates of version 1.
  const at = body[0]?.tag === 0xa0 ? 1 : 0;
  if (integer(body[at]) === undefined) return undefined;
  for (const field of [1, 2, 3, 4]) if (!parts(body[at + field])) return undefined;
  const [algorithm, key] = parts(body[at + 5]) ?? [];
  const bits = bitString(key);
  return bits && publicOf(parts(algorithm), bits);
}

/** RFC 5280, 4.1.2.7: what stands in a certificate. */
function publicOf(algorithm: Der[] | undefined, bits: Uint8Array): string | undefined {
  const [oid = "", parameter] = names(algorithm);
  if (oid === "") return undefined;
  if (oid === OID.rsa) return rsa(sequence(bits), 0);
  if (oid === OID.elliptic) return elliptic(parameter, bits);
  return oid === OID.ed25519 ? `${oid} ${hex(bits)}` : "";
}

/** PKCS#8 (RFC 5958), PKCS#1 (RFC 8017, A.1.2) or SEC 1 (RFC 5915), without a password. */
export function privateKeysPublic(pem: string): string | undefined {
  const block = pemBlock(pem, (label) => KEYS.has(label));
  const outer = block && sequence(block.bytes);
  if (!outer || integer(outer[0]) === undefined) return undefined;
  if (block.label === "RSA PRIVATE KEY") return rsa(outer, 1);
  if (block.label === "EC PRIVATE KEY") return ellipticSecret(outer, undefined);
  if (block.label === "DSA PRIVATE KEY") return "";
  const [oid = "", parameter] = names(parts(outer[1]));
  const secret = content(outer[2], TAG.octets);
  if (oid === "" || !secret) return undefined;
  if (oid === OID.rsa) return rsa(sequence(secret), 1);
  if (oid === OID.elliptic) return ellipticSecret(sequence(secret), parameter);
  if (oid !== OID.ed25519) return "";
  // An octet string within the octet string (RFC 8410, 7).
  const seed =
    secret[0] === TAG.octets && secret[1] === 32 && secret.length === 34 ? secret.subarray(2) : undefined;
  return seed && `${oid} ${hex(edwardsPublic(seed))}`;
}

/** Object identifier of an algorithm, and the one that is its parameter. */
function names(algorithm: Der[] | undefined): (string | undefined)[] {
  return (algorithm ?? []).map((element) => {
    const bytes = content(element, TAG.oid);
    return bytes && hex(bytes);
  });
}

/** Modulus and exponent, from the place where they stand. */
function rsa(numbers: Der[] | undefined, at: number): string | undefined {
  const [modulus, exponent] = [integer(numbers?.[at]), integer(numbers?.[at + 1])];
  // A private one has primes and what else speeds it up.
  if (at === 1 && (numbers?.length ?? 0) < 9) return undefined;
  return modulus === undefined || exponent === undefined ? undefined : `${OID.rsa} ${modulus} ${exponent}`;
}

/** A point is its x and whether y is odd; written whole (4) or like that (2, 3), SEC 1, 2.3.3. */
function elliptic(curve: string | undefined, point: Uint8Array): string {
  const [form] = point;
  if (curve === undefined || form === undefined) return "";
  const whole = form === 4;
  const x = whole ? point.subarray(1, (point.length + 1) / 2) : point.subarray(1);
  const odd = (whole ? (point.at(-1) ?? 0) : form) & 1;
  return ellipticText(curve, BigInt(`0x0${hex(x)}`), odd === 1);
}

function ellipticText(curve: string, x: bigint, odd: boolean): string {
  return `${curve} ${x.toString(16)} ${odd ? "odd" : "even"}`;
}

function ellipticSecret(key: Der[] | undefined, parameter: string | undefined): string | undefined {
  const secret = content(key?.[1], TAG.octets);
  if (!key || !secret) return undefined;
  const tagged = (tag: number) => key.find((element) => element.tag === tag)?.content;
  const own = tagged(0xa0);
  const curve = parameter ?? (own?.[0] === TAG.oid ? hex(own.subarray(2)) : undefined);
  if (curve === undefined) return "";
  const given = tagged(0xa1);
  // A bit string of less than 128 bytes, or of more.
  if (given) return elliptic(curve, given.subarray(given[1] === 0x81 ? 4 : 3));
  const [x, y] = ellipticPublic(curve, secret) ?? [];
  return x === undefined || y === undefined ? "" : ellipticText(curve, x, (y & 1n) === 1n);
}
