/**
 * Webhooks that sign their content: HMAC-SHA-256 over the raw body, as GitHub does (`X-Hub-Signature-256`), or over
 * time and body, as Stripe does (`Stripe-Signature`).
 *
 * Invariant: how long a comparison takes says nothing about how much of a signature was right.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { texts } from "./texts.ts";

export type Verdict = "good" | "missing" | "wrong" | "old";
/** `now`: ms since the epoch. */
export type Verifier = (headers: IncomingHttpHeaders, body: Buffer, now: number) => Verdict;

export const VERDICTS = {
  missing: texts.signatureMissing,
  wrong: texts.wrongSignature,
  old: texts.oldSignature,
} as const;

const TOLERANCE_MS = 300_000;
/** While a secret is being replaced, Stripe signs with both. */
const MOST_SIGNATURES = 5;
const HEX = /^[0-9a-f]{64}$/i;

export function githubVerifier(secret: string): Verifier {
  return (headers, body) => {
    const given = headers["x-hub-signature-256"];
    if (typeof given !== "string") return "missing";
    const hex = given.startsWith("sha256=") ? given.slice(7) : "";
    return matches(hex, secret, [body]) ? "good" : "wrong";
  };
}

export function stripeVerifier(secret: string): Verifier {
  return (headers, body, now) => {
    const given = headers["stripe-signature"];
    if (typeof given !== "string") return "missing";
    const parts = given.split(",").map((part) => part.trim());
    const time = parts.find((part) => part.startsWith("t="))?.slice(2) ?? "";
    if (!/^\d{1,12}$/.test(time)) return "wrong";
    const signatures = parts.filter((part) => part.startsWith("v1=")).slice(0, MOST_SIGNATURES);
    const signed = [Buffer.from(`${time}.`, "latin1"), body];
    const good = signatures.filter((part) => matches(part.slice(3), secret, signed)).length > 0;
    if (!good) return "wrong";
    return Math.abs(now - Number(time) * 1000) <= TOLERANCE_MS ? "good" : "old";
  };
}

function matches(hex: string, secret: string, signed: readonly Buffer[]): boolean {
  if (!HEX.test(hex)) return false;
  const hmac = createHmac("sha256", secret);
  for (const part of signed) hmac.update(part);
  return timingSafeEqual(Buffer.from(hex, "hex"), hmac.digest());
}
