/** The key that signs licences, in a file that only the service may read. */

import path from "node:path";
import { ensureFolder, readFileIfThere, writeFileAtomic } from "@hubwart/core";
import { createSigningKey, exportSigningKey, importSigningKey, type SigningKey } from "@hubwart/license/sign";

const fileIn = (folder: string) => path.join(folder, "signing-key.json");

export async function readSigningKey(folder: string): Promise<SigningKey | undefined> {
  const text = await readFileIfThere(fileIn(folder));
  return text === undefined ? undefined : importSigningKey(text);
}

/** Replaces nothing: the caller makes sure that there is none yet. */
export async function makeSigningKey(folder: string, now: number): Promise<SigningKey> {
  await ensureFolder(folder);
  const key = createSigningKey(new Date(now));
  await writeFileAtomic(fileIn(folder), exportSigningKey(key), { mode: 0o600 });
  return key;
}
