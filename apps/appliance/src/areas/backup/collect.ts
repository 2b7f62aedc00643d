/** Copies what belongs into a backup to a folder of its own, part by part. */
import { cp, mkdir, stat } from "node:fs/promises";
import path from "node:path";
import { isMissing } from "@hubwart/core";
import type { BackupPart } from "../../backup-part.ts";
import { texts } from "./texts.ts";

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
        // Half-written files of an atomic write are none of the content.
        await cp(source, copy, {
          recursive: true,
          preserveTimestamps: true,
          filter: (name) => !path.basename(name).endsWith(".tmp"),
        });
      }
    }
    if (there) collected.parts.push({ name: part.name, label: part.label });
  }
  return collected;
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
