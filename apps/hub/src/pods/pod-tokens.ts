/** Tokens of external pods: one file a pod below `layout.podTokens`, readable by this account only. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { chmod, mkdir } from "node:fs/promises";
import path from "node:path";
import { readFileIfThere, writeFileAtomic } from "@hubwart/core";

const BYTES = 32;

/** The pod's token; made if there is none. */
export async function podToken(folder: string, pod: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, pod);
  const stored = (await readFileIfThere(file))?.trim();
  if (stored) {
    await chmod(file, 0o600);
    return stored;
  }
  const token = randomBytes(BYTES).toString("base64url");
  await writeFileAtomic(file, `${token}\n`, { mode: 0o600 });
  return token;
}

/** Compares without telling by its duration how much of it was right. */
export function sameToken(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
