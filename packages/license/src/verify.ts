/** Verification of a licence, with Node's own cryptography: a JOSE library would cost the hub 6 MB for one signature. */
import { createPublicKey, verify } from "node:crypto";
import {
  LICENSE_ALGORITHM,
  LICENSE_MAX_LENGTH,
  LICENSE_TYPE,
  type LicenseClaims,
  licenseClaims,
} from "./claims.ts";
import { texts } from "./texts.ts";
import type { TrustedKey } from "./trusted-keys.ts";

export interface VerifyOptions {
  trustedKeys: readonly TrustedKey[];
  /** Of this device; undefined if none can be made. */
  fingerprint: string | undefined;
  /** ms since the epoch. */
  now: number;
}

/** Restart codes of the hub: 1 no (valid) licence, 2 no fingerprint, 3 expired. */
export type LicenseFailure = 1 | 2 | 3;

export interface LicenseVerdict {
  valid: boolean;
  /** Licensee; empty unless a trusted licence names one. */
  name: string;
  /** In full; mask it before it leaves the process. */
  key: string;
  /** ISO 8601; null without a trusted licence. */
  expiry: string | null;
  meta: Record<string, string>;
  /** Of this device; empty if none can be made. */
  fingerprint: string;
  /** When it was signed, ISO 8601; absent without a trusted licence. */
  issued?: string;
  /** German; why it is not valid. */
  reason?: string;
  code?: LicenseFailure;
}

/** The verdict on a compact JWS; undefined stands for "there is none". Never throws for what a file may contain. */
export function verifyLicense(jws: string | undefined, options: VerifyOptions): LicenseVerdict {
  const { fingerprint } = options;
  const refused = (code: LicenseFailure, reason: string): LicenseVerdict => ({
    ...NOTHING,
    fingerprint: fingerprint ?? "",
    reason,
    code,
  });
  if (fingerprint === undefined) {
    return refused(2, texts.noFingerprint);
  }
  if (jws === undefined || jws.trim() === "") return refused(1, texts.none);
  const claims = readLicense(jws.trim(), options.trustedKeys);
  if (claims === undefined) {
    return refused(1, texts.damaged);
  }
  const { name, key, expiry, issued, meta } = claims;
  const known = { name, key, expiry, issued, meta, fingerprint };
  if (claims.fingerprint !== fingerprint) {
    return { ...known, valid: false, code: 1, reason: texts.otherDevice };
  }
  if (options.now >= Date.parse(expiry)) {
    return { ...known, valid: false, code: 3, reason: texts.expired };
  }
  return { ...known, valid: true };
}

const NOTHING = { valid: false, name: "", key: "", expiry: null, meta: {} } as const;

/** What a trusted key signed, whoever it is for and however old; undefined for anything else. */
export function readLicense(jws: string, keys: readonly TrustedKey[]): LicenseClaims | undefined {
  if (jws.length > LICENSE_MAX_LENGTH) return undefined;
  const [header, payload, signature, ...rest] = jws.split(".");
  if (header === undefined || payload === undefined || signature === undefined || rest.length > 0) {
    return undefined;
  }
  const head = readJson(header);
  if (!isRecord(head) || head.alg !== LICENSE_ALGORITHM || head.typ !== LICENSE_TYPE || "crit" in head) {
    return undefined;
  }
  const trusted = keys.find((key) => key.kid === head.kid);
  if (trusted === undefined) return undefined;
  const publicKey = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: trusted.x }, format: "jwk" });
  const signed = Buffer.from(`${header}.${payload}`, "ascii");
  if (!verify(null, signed, publicKey, Buffer.from(signature, "base64url"))) return undefined;
  const claims = licenseClaims.safeParse(readJson(payload));
  return claims.success ? claims.data : undefined;
}

function readJson(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
