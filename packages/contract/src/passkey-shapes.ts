/** What a browser is asked for, and what it answers, where a passkey is used (W3C Web Authentication, level 3). */
import * as z from "zod/mini";
import { describe } from "./define.ts";
import { knownPasskey } from "./passkey-request.ts";
import { texts } from "./texts/shapes.ts";

const base64url = (most: number) =>
  z.string().check(z.minLength(1), z.maxLength(most), z.regex(/^[A-Za-z0-9_-]+$/, texts.base64url));

/** Bytes of a credential id are at most 1023 (6.1). */
export const passkeyId = () => describe(base64url(1364), "credential id, base64url");

/** `PublicKeyCredentialCreationOptionsJSON`. */
export const passkeyCreation = z.object({
  challenge: describe(z.string(), "32 random bytes, base64url; good once"),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal("public-key"), alg: z.int() })),
  excludeCredentials: z.array(knownPasskey),
  authenticatorSelection: z.object({
    residentKey: z.literal("preferred"),
    userVerification: z.literal("required"),
  }),
  attestation: z.literal("none"),
  timeout: describe(z.int(), "ms"),
});
export type PasskeyCreation = z.output<typeof passkeyCreation>;

/** Of `AuthenticationResponseJSON`, what is judged. */
export const passkeyAnswer = () =>
  z.object({
    id: passkeyId(),
    clientDataJSON: base64url(8192),
    authenticatorData: base64url(8192),
    signature: base64url(8192),
  });
export type PasskeyAnswer = z.output<ReturnType<typeof passkeyAnswer>>;

/** Of `RegistrationResponseJSON`, what is judged. */
export const passkeyCreated = () =>
  z.object({
    id: passkeyId(),
    clientDataJSON: base64url(8192),
    attestationObject: base64url(32_768),
    transports: z
      .array(z.string().check(z.maxLength(40), z.regex(/^[a-z-]+$/, texts.transport)))
      .check(z.maxLength(10)),
  });
export type PasskeyCreated = z.output<ReturnType<typeof passkeyCreated>>;
