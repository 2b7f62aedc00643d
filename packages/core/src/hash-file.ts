import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";

/** SHA-256 of a file, hexadecimal; it is read through, not into memory. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
  return hash.digest("hex");
}
