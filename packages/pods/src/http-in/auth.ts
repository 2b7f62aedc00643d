/**
 * Whether a caller may come in (RFC 7617 Basic, RFC 6750 Bearer, and `X-Token` for simple devices).
 *
 * Invariant: the time a refusal takes does not depend on how much of the secret was right. Both sides are
 * hashed first, so the comparison always sees 32 bytes.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { HttpInIface } from "./schema.ts";
import { githubVerifier, stripeVerifier, type Verifier } from "./signature.ts";

export interface Gate {
  admits(headers: IncomingHttpHeaders): boolean;
  /** Value of `WWW-Authenticate` for a refusal. */
  readonly challenge: string;
  /** Whether a browser presents the credentials by itself, or none are needed. */
  readonly ambient: boolean;
  /** What is sent must be signed: the body, and nothing else, counts. */
  readonly verify?: Verifier;
}

const REALM = 'realm="HTTP in", charset="UTF-8"';

export function gate(config: HttpInIface): Gate {
  switch (config.auth) {
    case "none":
      return { admits: () => true, challenge: "", ambient: true };
    case "token": {
      const wanted = digest(config.token ?? "");
      return {
        admits: (headers) => timingSafeEqual(digest(presentedToken(headers)), wanted),
        challenge: `Bearer ${REALM}`,
        ambient: false,
      };
    }
    case "basic": {
      const wanted = digest(`${config.user ?? ""}:${config.password ?? ""}`);
      return {
        admits: (headers) => timingSafeEqual(digest(presentedPair(headers)), wanted),
        challenge: `Basic ${REALM}`,
        ambient: true,
      };
    }
    case "github":
      return signed(githubVerifier(config.secret ?? ""));
    case "stripe":
      return signed(stripeVerifier(config.secret ?? ""));
  }
}

function signed(verify: Verifier): Gate {
  return { admits: () => true, challenge: "", ambient: false, verify };
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text, "utf8").digest();
}

function presentedToken(headers: IncomingHttpHeaders): string {
  const single = headers["x-token"];
  if (typeof single === "string") return single;
  return afterScheme(headers.authorization, "bearer");
}

function presentedPair(headers: IncomingHttpHeaders): string {
  return Buffer.from(afterScheme(headers.authorization, "basic"), "base64").toString("utf8");
}

function afterScheme(header: string | undefined, scheme: string): string {
  if (header === undefined || header.slice(0, scheme.length).toLowerCase() !== scheme) return "";
  return header[scheme.length] === " " ? header.slice(scheme.length).trim() : "";
}
