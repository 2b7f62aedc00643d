/** Passwords of protected projects: the archive's own up to schema 20 (ETS 5), derived from schema 21 on (ETS 6). */
import { pbkdf2 } from "node:crypto";
import { promisify } from "node:util";

const SALT = "21.project.ets.knx.org";
const ROUNDS = 65_536;
const DERIVED_SINCE = 21;

export async function derivedPassword(password: string): Promise<string> {
  const given = Buffer.from(password, "utf16le");
  return (await promisify(pbkdf2)(given, SALT, ROUNDS, 32, "sha256")).toString("base64");
}

/** What may open the archive, the likely one first; an unknown schema is taken for a new one. */
export async function candidates(password: string, schema: number | undefined): Promise<string[]> {
  const derived = await derivedPassword(password);
  return (schema ?? DERIVED_SINCE) >= DERIVED_SINCE ? [derived, password] : [password, derived];
}
