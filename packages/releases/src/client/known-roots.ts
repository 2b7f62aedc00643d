/**
 * Roots that this device has verified before. Judged without the server, which must not be able to make it forget one:
 * what no longer verifies was damaged on the disk, and is asked for again.
 */
import { readFile, rm } from "node:fs/promises";
import { readFileIfThere } from "@hubwart/core";
import { Metadata, MetadataKind, type Root } from "@tufjs/models";
import { rootFile } from "./fetcher.ts";

export async function dropDamagedRoots(trustedRoot: string, folder: string): Promise<void> {
  let trusted = parse(await readFile(trustedRoot, "utf8"));
  for (;;) {
    const file = rootFile(folder, trusted.signed.version + 1);
    const text = await readFileIfThere(file);
    if (text === undefined) return;
    const next = successor(trusted, text);
    if (next === undefined) {
      await rm(file);
      return;
    }
    trusted = next;
  }
}

function successor(trusted: Metadata<Root>, text: string): Metadata<Root> | undefined {
  try {
    const next = parse(text);
    trusted.verifyDelegate(MetadataKind.Root, next);
    next.verifyDelegate(MetadataKind.Root, next);
    return next.signed.version === trusted.signed.version + 1 ? next : undefined;
  } catch {
    return undefined;
  }
}

function parse(text: string): Metadata<Root> {
  return Metadata.fromJSON(MetadataKind.Root, JSON.parse(text) as never);
}
