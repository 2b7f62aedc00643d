/**
 * What a licence says. It is a compact JWS (RFC 7515) signed with Ed25519 (RFC 8037, `alg` as in RFC 9864).
 */
import * as z from "zod/mini";

export const LICENSE_TYPE = "hubwart-license";
export const LICENSE_ALGORITHM = "Ed25519";
/** Longest licence accepted, in characters. */
export const LICENSE_MAX_LENGTH = 16_384;

const instant = z.iso.datetime({ offset: true });

export const licenseClaims = z.object({
  /** The key as the customer got it. */
  key: z.string().check(z.minLength(1), z.maxLength(200)),
  /** Licensee, shown before sign-in. */
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  /** The one device this licence is for. */
  fingerprint: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  /** ISO 8601; valid until then. */
  expiry: instant,
  /** ISO 8601; the manufacturer's clock when it was signed. */
  issued: instant,
  meta: z.record(z.string().check(z.maxLength(100)), z.string().check(z.maxLength(500))),
});
export type LicenseClaims = z.output<typeof licenseClaims>;
