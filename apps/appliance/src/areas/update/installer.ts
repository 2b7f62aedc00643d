/** Where releases are unpacked. On a workbench in the data folder; whoever holds other rights has an installer of its own. */
import { readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { ensureFolder, isMissing, RELEASE_NAME, syncFolder, writeFileAtomic } from "@hubwart/core";
import { type ReleaseInfo, unpackRelease } from "@hubwart/releases";

export interface Installer {
  /** Versions that were loaded and are whole; the installation's own is none of them. */
  versions(): Promise<string[]>;
  /** Beside the running release: whole and on the disk, or not at all. @throws ReleaseError */
  install(
    archive: string,
    release: Pick<ReleaseInfo, "version" | "arch">,
    signal: AbortSignal,
  ): Promise<void>;
  remove(version: string): Promise<void>;
}

/** Unpacking goes on under this name. */
const HALF = ".half-";

/** @param folder `layout.releases` */
export function dataFolderInstaller(folder: string): Installer {
  const at = (version: string) => {
    if (!RELEASE_NAME.test(version)) throw new RangeError(`no version: ${version}`);
    return path.join(folder, version);
  };
  const names = async () => {
    try {
      return await readdir(folder, { withFileTypes: true });
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  };
  return {
    versions: async () =>
      (await names())
        .filter((entry) => entry.isDirectory() && RELEASE_NAME.test(entry.name))
        .map(({ name }) => name),
    async install(archive, release, signal) {
      await ensureFolder(folder);
      for (const { name } of await names())
        if (name.startsWith(HALF)) await rm(path.join(folder, name), { recursive: true, force: true });
      const half = path.join(folder, `${HALF}${release.version}`);
      const manifest = await unpackRelease(archive, half, signal, release);
      // By this the launcher judges at each start whether the release is whole.
      await writeFileAtomic(path.join(half, "manifest.json"), JSON.stringify(manifest));
      await rm(at(release.version), { recursive: true, force: true });
      await rename(half, at(release.version));
      await syncFolder(folder);
    },
    async remove(version) {
      await rm(path.join(folder, `${HALF}${version}`), { recursive: true, force: true });
      await rm(at(version), { recursive: true, force: true });
    },
  };
}
