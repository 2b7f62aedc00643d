/** How passwords are hashed and judged. */
import { hashPassword, verifyPassword } from "../store/password-hash.ts";

export interface Hasher {
  hash(password: string): Promise<string>;
  verify(phc: string, password: string): Promise<boolean>;
}

export const argon2id: Hasher = { hash: hashPassword, verify: verifyPassword };

/** Of nobody's password, and as costly to judge as a real one: nobody shall read from the time whether there is a name. */
export const DECOY =
  "$argon2id$v=19$m=19456,t=2,p=1$aHVid2FydCBkZWNveSBzYQ$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/** One spelling for all that people take for the same name. */
export const plainName = (name: string): string => name.normalize("NFKC").trim().toLowerCase();
