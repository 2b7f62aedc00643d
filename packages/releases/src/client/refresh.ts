/**
 * One refresh of the metadata, by tuf-js in a folder of its own, since it does not write so that a power cut at any
 * moment is survived. What it verified, also in a refresh that failed later, is then put into the cache file by file.
 *
 * Each begins with the root that came with the release. The cache is trusted for nothing but the memory of what was
 * there before: whoever could change it gains no more than a refresh of an old repository.
 */
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { ensureFolder, isMissing, readFileIfThere, writeFileAtomic } from "@hubwart/core";
import { Updater } from "tuf-js";
import { asReleaseError } from "./failures.ts";
import { MetadataFetcher, type MetadataSource, rootFile } from "./fetcher.ts";
import type { HttpLimits } from "./http.ts";
import { dropDamagedRoots } from "./known-roots.ts";
import { readVersion } from "./metadata.ts";

const SCRATCH = "refresh-";
/** Bytes. What is parsed before its signature is checked is kept small. */
const BOUNDS = {
  rootMaxLength: 64 * 1024,
  timestampMaxLength: 8 * 1024,
  snapshotMaxLength: 64 * 1024,
  targetsMaxLength: 1024 ** 2,
  maxRootRotations: 128,
  maxDelegations: 1,
};
/** Kept beside the roots. */
const KEPT = ["timestamp", "snapshot", "targets"] as const;

export interface RefreshOptions {
  /** Base address of the repository, without a slash at its end. */
  url: string;
  /** File. */
  trustedRoot: string;
  cacheFolder: string;
  limits: HttpLimits;
  signal: AbortSignal;
  /** Instead of fetching from `url`. */
  source?: MetadataSource | undefined;
}

/** Calls `use` with the folder of verified metadata. @throws ReleaseError */
export async function refreshMetadata<T>(
  options: RefreshOptions,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const { cacheFolder, signal } = options;
  await ensureFolder(cacheFolder);
  const scratch = await mkdtemp(path.join(cacheFolder, SCRATCH));
  const fetcher = new MetadataFetcher({
    rootFolder: cacheFolder,
    limits: options.limits,
    source: options.source,
    signal,
  });
  try {
    await dropDamagedRoots(options.trustedRoot, cacheFolder);
    await copyFile(options.trustedRoot, path.join(scratch, "root.json"));
    for (const role of KEPT) await copyIfThere(fileOf(cacheFolder, role), fileOf(scratch, role));
    try {
      await update(scratch, options.url, fetcher);
    } finally {
      await keep(scratch, cacheFolder, fetcher.roots);
    }
    return await use(scratch);
  } catch (error) {
    signal.throwIfAborted();
    throw fetcher.fault ?? asReleaseError(error);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function update(scratch: string, url: string, fetcher: MetadataFetcher): Promise<void> {
  const updater = new Updater({
    metadataDir: scratch,
    metadataBaseUrl: `${url}/metadata`,
    fetcher,
    config: BOUNDS,
  });
  await updater.refresh();
}

async function keep(scratch: string, cache: string, roots: ReadonlyMap<number, Buffer>): Promise<void> {
  const reached = await readVersion(fileOf(scratch, "root"));
  for (const [version, bytes] of roots) {
    if (version <= reached) await writeFileAtomic(rootFile(cache, version), bytes);
  }
  for (const role of KEPT) {
    const verified = await readFileIfThere(fileOf(scratch, role));
    if (verified !== undefined && verified !== (await readFileIfThere(fileOf(cache, role))))
      await writeFileAtomic(fileOf(cache, role), verified);
  }
}

const fileOf = (folder: string, role: string) => path.join(folder, `${role}.json`);

async function copyIfThere(from: string, to: string): Promise<void> {
  try {
    await writeFile(to, await readFile(from));
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
