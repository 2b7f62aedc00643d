/** Entries of the targets role, and the archives they speak of. */
import { copyFile, link, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { ensureFolder, isMissing, syncFile, syncFolder } from "@hubwart/core";
import { TargetFile, type Targets } from "@tufjs/models";
import { type Offer, toOffer } from "../client/metadata.ts";
import { ARCHITECTURES, CHANNELS, type ReleaseInfo, targetFile, targetName } from "../release.ts";

export function offersOf(targets: Targets): Offer[] {
  return Object.entries(targets.targets).flatMap(([name, entry]) =>
    CHANNELS.flatMap((channel) =>
      ARCHITECTURES.flatMap((arch) => toOffer(name, entry.toJSON(), channel, arch) ?? []),
    ),
  );
}

export function addOffer(targets: Targets, release: ReleaseInfo, sha256: string): void {
  const { size: length, published, ...rest } = release;
  const custom = { ...rest, published: new Date(published).toISOString() };
  const path_ = targetName(release);
  targets.addTarget(
    new TargetFile({ path: path_, length, hashes: { sha256 }, unrecognizedFields: { custom } }),
  );
}

export function archiveFile(folder: string, { name, sha256 }: Pick<Offer, "name" | "sha256">): string {
  return path.join(folder, "targets", targetFile(name, sha256));
}

/** Puts an archive where it is served from, on the disk when this returns. */
export async function storeArchive(from: string, to: string): Promise<void> {
  const folder = path.dirname(to);
  await ensureFolder(folder);
  const temporary = `${to}.tmp`;
  await rm(temporary, { force: true });
  // One copy serves all channels. A file of somebody else's is copied: it may change.
  if (from.startsWith(path.dirname(path.dirname(folder)))) await link(from, temporary);
  else await copyFile(from, temporary);
  await syncFile(temporary);
  await rename(temporary, to);
  await syncFolder(folder);
}

/** Archives that nobody is told of any more. */
export async function removeUnused(folder: string, targets: Targets): Promise<void> {
  const used = new Set(offersOf(targets).map((offer) => archiveFile(folder, offer)));
  for (const channel of CHANNELS) {
    for (const arch of ARCHITECTURES) {
      const place = path.join(folder, "targets", channel, arch);
      for (const name of await namesIn(place)) {
        if (!used.has(path.join(place, name))) await rm(path.join(place, name), { force: true });
      }
    }
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
