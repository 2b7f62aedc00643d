/** Copies what belongs into a backup to a folder of its own, part by part. */
import { cp, mkdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { isMissing } from "@hubwart/core";
import type { BackupPart } from "../../backup-part.ts";
import { texts } from "./texts.ts";

/** So often a folder may change under the copy. */
const TRIES = 5;

export interface Collected {
  parts: { name: string; label: string }[];
  /** German: what is not inside, and why. */
  left: string[];
}

/**
 * @param root the data folder
 * @param options.secrets the backup will be encrypted
 * @param options.token for the database's own copy; empty for the device's own
 */
export async function collectParts(
  parts: readonly BackupPart[],
  root: string,
  target: string,
  { secrets, signal, token }: { secrets: boolean; signal: AbortSignal; token: string },
): Promise<Collected> {
  const collected: Collected = { parts: [], left: [] };
  for (const part of parts) {
    signal.throwIfAborted();
    if (part.secret && !secrets) {
      collected.left.push(texts.onlyWithPassword(part.label));
      continue;
    }
    let there = false;
    for (const source of part.paths) {
      if (!part.addOn && !(await exists(source))) continue;
      there = true;
      const copy = path.join(target, part.name, path.relative(root, source));
      await mkdir(path.dirname(copy), { recursive: true, mode: 0o700 });
      if (part.addOn) {
        const reason = await part.addOn.save(copy, { token, signal });
        if (reason === undefined) continue;
        there = false;
        collected.left.push(`${part.label}: ${reason}`);
      } else if (part.copy) {
        const left = await part.copy(source, copy, secrets);
        collected.left.push(...left.map((name) => texts.onlyWithPassword(name)));
      } else {
        await copyTree(source, copy);
      }
    }
    if (there) collected.parts.push({ name: part.name, label: part.label });
  }
  return collected;
}

/**
 * Where something is removed meanwhile, all is copied anew: what belongs together (the files of a project's version) is there as a whole
 * or not at all.
 */
async function copyTree(source: string, copy: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      // Half-written files of an atomic write are none of the content.
      const filter = (name: string) => !path.basename(name).endsWith(".tmp");
      return await cp(source, copy, { recursive: true, preserveTimestamps: true, filter });
    } catch (error) {
      if (!isMissing(error) || tries === TRIES) throw error;
      await rm(copy, { recursive: true, force: true });
      if (!(await exists(source))) return;
    }
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
