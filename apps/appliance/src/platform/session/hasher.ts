/** How passwords are hashed and judged. */
import { hashPassword, verifyPassword } from "@hubwart/core/store";

export interface Hasher {
  hash(password: string): Promise<string>;
  verify(phc: string, password: string): Promise<boolean>;
}

export const argon2id: Hasher = { hash: hashPassword, verify: verifyPassword };
