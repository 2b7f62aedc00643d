import type { Hasher } from "@hubwart/core/sign-in";

/** Quick, and as unforgiving as the real one; the real one is tested in its own place. */
export const quickHasher: Hasher = {
  hash: (password) => Promise.resolve(phc(password)),
  verify: (stored, password) => Promise.resolve(stored === phc(password)),
};

const phc = (password: string) => `$argon2id$quick$${Buffer.from(password).toString("hex")}`;
