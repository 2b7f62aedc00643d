import { createHash } from "node:crypto";

/** SHA-256 of all that comes, hex. */
export async function hashOf(source: AsyncIterable<unknown>): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of source) hash.update(chunk as Uint8Array);
  return hash.digest("hex");
}
