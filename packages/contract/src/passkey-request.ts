/** What a browser is asked for where a passkey may be used (W3C Web Authentication, level 3, `PublicKeyCredentialRequestOptionsJSON`). */
import * as z from "zod/mini";

export const knownPasskey = z.object({
  id: z.string(),
  type: z.literal("public-key"),
  transports: z.array(z.string()),
});

export const passkeyRequest = z.object({
  /** 32 random bytes, base64url; good once. */
  challenge: z.string(),
  rpId: z.string(),
  allowCredentials: z.array(knownPasskey),
  userVerification: z.literal("required"),
  /** ms. */
  timeout: z.int(),
});
export type PasskeyRequest = z.output<typeof passkeyRequest>;
