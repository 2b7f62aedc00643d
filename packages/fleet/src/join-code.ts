/**
 * What an administrator of the central hands to that of a site: a secret that is good once, and by which the hub knows the central
 * before it trusts any certificate: the SHA-256 of its authority.
 */
import { randomBytes } from "node:crypto";
import { base32 } from "./identity/nkey.ts";

export interface JoinCode {
  secret: string;
  /** SHA-256 of the authority's certificate (DER), base64url. */
  authority: string;
}

const SHAPE = /^([A-Z2-7]{24})\.([A-Za-z0-9_-]{43})$/;

/** 120 random bits. */
export const newSecret = (): string => base32(randomBytes(15));

export const formatJoinCode = ({ authority, secret }: JoinCode): string => `${secret}.${authority}`;

/** Undefined for what is no code. Spaces and line breaks, as mail programs add them, are passed over. */
export function readJoinCode(text: string): JoinCode | undefined {
  const [, secret, authority] = SHAPE.exec(text.replace(/\s+/g, "")) ?? [];
  return secret === undefined || authority === undefined ? undefined : { secret, authority };
}
