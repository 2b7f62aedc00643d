/**
 * argon2id (RFC 9106) with OWASP's parameters: 19 MiB, 2 passes, 1 lane; some 20 ms. The native part is
 * loaded at the first use.
 */

const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };

/** PHC string of the password. Equal to the eye is equal: Unicode is normalised (NFC). */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = await import("@node-rs/argon2");
  return hash(password.normalize("NFC"), PARAMETERS);
}

/** Compares in constant time. False for anything that is no PHC string of argon2. */
export async function verifyPassword(phc: string, password: string): Promise<boolean> {
  if (!phc.startsWith("$argon2id$")) return false;
  const { verify } = await import("@node-rs/argon2");
  return verify(phc, password.normalize("NFC"));
}
