/** The public key that belongs to a secret one, where a file names the secret one alone. Seldom, so slow and small is right. */
import { sha512 } from "@noble/hashes/sha2.js";
import { hex } from "./der.ts";

interface Curve {
  p: bigint;
  /** y² = x³ − 3x + b; the group's base point. */
  gx: bigint;
  gy: bigint;
}
type Point = readonly [x: bigint, y: bigint, z: bigint];

/** By object identifier (RFC 5480), constants of FIPS 186-4, D.1.2. */
const CURVES: Readonly<Record<string, Curve>> = {
  "2a8648ce3d030107": {
    p: 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n,
    gx: 0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296n,
    gy: 0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5n,
  },
  "2b81040022": {
    p: 2n ** 384n - 2n ** 128n - 2n ** 96n + 2n ** 32n - 1n,
    gx: 0xaa87ca22be8b05378eb1c71ef320ad746e1d3b628ba79b9859f741e082542a385502f25dbf55296c3a545e3872760ab7n,
    gy: 0x3617de4a96262c6f5d9e98bf9292dc29f8f41dbd289a147ce9da3113b5f0b8c00a60b1ce1d7e819d7a431d7c90ea0e5fn,
  },
  "2b81040023": {
    p: 2n ** 521n - 1n,
    gx: 0xc6858e06b70404e9cd9e3ecb662395b4429c648139053fb521f828af606b4d3dbaa14b5e77efe75928fe1dc127a2ffa8de3348b3c1856a429bf97e7e31c2e5bd66n,
    gy: 0x11839296a789a3bc0045c8a5fb42c7d1bd998f54449579b446817afbd17273e662c97ee72995ef42640c550b9013fad0761353c7086a272c24088be94769fd16650n,
  },
};

const number = (bytes: Uint8Array) => BigInt(`0x0${hex(bytes)}`);
const mod = (value: bigint, p: bigint) => ((value % p) + p) % p;

function power(base: bigint, exponent: bigint, p: bigint): bigint {
  let result = 1n;
  for (let b = mod(base, p), e = exponent; e > 0n; e >>= 1n, b = (b * b) % p)
    if (e & 1n) result = (result * b) % p;
  return result;
}

/** x and y of the public point; undefined for a curve that is none of ours. */
export function ellipticPublic(oid: string, secret: Uint8Array): readonly [bigint, bigint] | undefined {
  const curve = CURVES[oid];
  if (!curve) return undefined;
  const { p } = curve;
  let sum: Point = [0n, 1n, 0n];
  let step: Point = [curve.gx, curve.gy, 1n];
  for (let k = number(secret); k > 0n; k >>= 1n) {
    if (k & 1n) sum = add(sum, step, p);
    step = double(step, p);
  }
  const inverse = power(sum[2], p - 2n, p);
  return [mod(sum[0] * inverse ** 2n, p), mod(sum[1] * inverse ** 3n, p)];
}

/** Jacobian coordinates, a = −3 (hyperelliptic.org/EFD, dbl-2001-b). */
function double([x, y, z]: Point, p: bigint): Point {
  const delta = mod(z * z, p);
  const gamma = mod(y * y, p);
  const beta = mod(x * gamma, p);
  const alpha = mod(3n * (x - delta) * (x + delta), p);
  const nx = mod(alpha * alpha - 8n * beta, p);
  return [nx, mod(alpha * (4n * beta - nx) - 8n * gamma * gamma, p), mod(2n * y * z, p)];
}

/** As add-1998-cmo-2. */
function add(one: Point, other: Point, p: bigint): Point {
  if (one[2] === 0n) return other;
  if (other[2] === 0n) return one;
  const [x1, y1, z1] = one;
  const [x2, y2, z2] = other;
  const u = mod(x1 * z2 * z2, p);
  const s = mod(y1 * z2 ** 3n, p);
  const h = mod(x2 * z1 * z1 - u, p);
  const r = mod(y2 * z1 ** 3n - s, p);
  if (h === 0n) return r === 0n ? double(one, p) : [0n, 1n, 0n];
  const h2 = mod(h * h, p);
  const x = mod(r * r - h2 * h - 2n * u * h2, p);
  return [x, mod(r * (u * h2 - x) - s * h2 * h, p), mod(h * z1 * z2, p)];
}

const P25519 = 2n ** 255n - 19n;
const D25519 = mod(-121665n * power(121666n, P25519 - 2n, P25519), P25519);
const BASE25519: Point = [
  0x216936d3cd6e53fec0a4e231fdd6dc5c692cc7609525a7b2c9562d608f25d51an,
  0x6666666666666666666666666666666666666666666666666666666666666658n,
  1n,
];

/** RFC 8032, 5.1.5. */
export function edwardsPublic(seed: Uint8Array): Uint8Array {
  const digest = sha512(seed).slice(0, 32);
  digest[0] = (digest[0] ?? 0) & 0xf8;
  digest[31] = ((digest[31] ?? 0) & 0x7f) | 0x40;
  let sum: Point = [0n, 1n, 1n];
  let step = BASE25519;
  for (let k = number(digest.reverse()); k > 0n; k >>= 1n) {
    if (k & 1n) sum = addEdwards(sum, step);
    step = addEdwards(step, step);
  }
  const inverse = power(sum[2], P25519 - 2n, P25519);
  const x = mod(sum[0] * inverse, P25519);
  const y = mod(sum[1] * inverse, P25519) | ((x & 1n) << 255n);
  return Uint8Array.from({ length: 32 }, (_, at) => Number((y >> BigInt(8 * at)) & 0xffn));
}

/** Projective coordinates (hyperelliptic.org/EFD, add-2008-bbjlp with a = −1). */
function addEdwards([x1, y1, z1]: Point, [x2, y2, z2]: Point): Point {
  const p = P25519;
  const a = mod(z1 * z2, p);
  const b = mod(a * a, p);
  const c = mod(x1 * x2, p);
  const d = mod(y1 * y2, p);
  const e = mod(D25519 * c * d, p);
  const f = mod(b - e, p);
  const g = mod(b + e, p);
  return [mod(a * f * ((x1 + y1) * (x2 + y2) - c - d), p), mod(a * g * (d + c), p), mod(f * g, p)];
}
