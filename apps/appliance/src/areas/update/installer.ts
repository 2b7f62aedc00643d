/** Where releases are unpacked: on a workbench in the data folder; on a device by root's service, which judges them again. */
import type { Dirent } from "node:fs";
import { readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import {
  ensureFolder,
  isMissing,
  RELEASE_NAME,
  readFileIfThere,
  syncFolder,
  writeFileAtomic,
} from "@hubwart/core";
import { handedOver, type ReleaseInfo, unpackRelease } from "@hubwart/releases";
import { releaseDoor } from "@hubwart/releases/device";

export interface Installer {
  /** Versions that were loaded and are whole; the installation's own is none of them. */
  versions(): Promise<string[]>;
  /** Beside the running release: whole and on the disk, or not at all. @throws ReleaseError */
  install(
    archive: string,
    release: Pick<ReleaseInfo, "version" | "arch" | "channel">,
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
  return {
    versions: () => versionsIn(folder),
    async install(archive, release, signal) {
      await ensureFolder(folder);
      for (const { name } of await entriesOf(folder))
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

export interface DeviceInstallerOptions {
  /** Folder of the release service, root's. */
  folder: string;
  socket: string;
  /** What this process has verified; handed over to be verified again. */
  cacheFolder: string;
  licenseFile: string;
}

export function deviceInstaller({
  folder,
  socket,
  cacheFolder,
  licenseFile,
}: DeviceInstallerOptions): Installer {
  const door = releaseDoor(socket);
  return {
    versions: () => versionsIn(path.join(folder, "releases")),
    async install(archive, { channel, version }, signal) {
      const license = (await readFileIfThere(licenseFile)) ?? "";
      const handOver = { metadata: handedOver(cacheFolder), archive };
      await door.install({ channel, version, license: license.trim() }, handOver, signal);
    },
    remove: (version) => door.remove(version),
  };
}

async function versionsIn(folder: string): Promise<string[]> {
  return (await entriesOf(folder))
    .filter((entry) => entry.isDirectory() && RELEASE_NAME.test(entry.name))
    .map(({ name }) => name);
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
