import { lstat } from "node:fs/promises";
import { ConfigError, ensureFolder, lockFolder, type Scope } from "@hubwart/core";
import { texts } from "./texts.ts";

/**
 * At most one launcher a data directory.
 *
 * @returns false if another launcher holds the folder. @throws ConfigError if the folder belongs to somebody else.
 */
export async function lockDataFolder(runFolder: string, scope: Scope): Promise<boolean> {
  await ensureFolder(runFolder);
  await refuseForeign(runFolder);
  return await lockFolder(runFolder, scope);
}

/** The folder may lie below the system's temporary one, where others could have made it first. */
async function refuseForeign(folder: string): Promise<void> {
  const facts = await lstat(folder);
  const ours = process.getuid === undefined || facts.uid === process.getuid();
  if (facts.isDirectory() && ours && (facts.mode & 0o022) === 0) return;
  throw new ConfigError(texts.folderOfOthers(folder));
}
