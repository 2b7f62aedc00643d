/** The hub's side of a renewal: what it asks, and whether it takes the answer. */
import { createPrivateKey, createPublicKey, X509Certificate } from "node:crypto";
import * as z from "zod/mini";
import { nkeyOf } from "../identity/nkey.ts";
import { certificateRequest } from "../identity/request.ts";
import { renewAnswer } from "../renewal.ts";
import type { Identity } from "./identity.ts";

const endOf = (certificate: X509Certificate): number => Date.parse(certificate.validTo);

/** JSON. The name is for people. */
export const renewalOf = ({ hub, key }: Identity): string =>
  JSON.stringify({ v: 1, ask: "renew", request: certificateRequest(createPrivateKey(key), hub) });

const claims = z.object({ sub: z.string(), exp: z.number() });

/**
 * The identity with what the central gave; undefined where it is not for this key, not of the authority that the hub joined, or good for no
 * longer than what it has: then the hub keeps that.
 */
export function renewedBy(identity: Identity, text: string): Identity | undefined {
  try {
    const { certificate, pass, servers } = renewAnswer.parse(JSON.parse(text));
    const [now, next] = [new X509Certificate(identity.certificate), new X509Certificate(certificate)];
    const key = createPrivateKey(identity.key);
    const authority = new X509Certificate(identity.authority).publicKey;
    const { exp, sub } = claims.parse(JSON.parse(partOf(pass)));
    const fits =
      next.checkPrivateKey(key) && next.verify(authority) && sub === nkeyOf("user", createPublicKey(key));
    const longer = endOf(next) > endOf(now) && exp * 1_000 > endOf(now);
    return fits && longer ? { ...identity, certificate, pass, servers } : undefined;
  } catch {
    return undefined;
  }
}

/** What a pass claims; whether it is true the server says. */
const partOf = (pass: string): string => Buffer.from(pass.split(".")[1] ?? "", "base64url").toString("utf8");
