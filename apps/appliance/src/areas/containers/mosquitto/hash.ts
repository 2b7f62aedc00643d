/** A password as the broker keeps it: `$7$iterations$salt$hash`, PBKDF2 with SHA-512, 64 bytes (mosquitto_passwd(1)). */
import { pbkdf2, randomBytes } from "node:crypto";
import { promisify } from "node:util";

/** The broker reckons it anew at each connection, so it may not take long there. */
const ITERATIONS = 20_000;

export async function brokerHash(password: string, salt: Buffer = randomBytes(12)): Promise<string> {
  const hash = await promisify(pbkdf2)(password, salt, ITERATIONS, 64, "sha512");
  return `$7$${ITERATIONS}$${salt.toString("base64")}$${hash.toString("base64")}`;
}
