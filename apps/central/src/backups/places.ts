/** Where backups of sites lie: `<folder>/<hub>/backups/<name>`, readable by this account only. No name of a stranger leads out of it. */
import { chmod, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { isBackupName } from "@hubwart/archive/names";
import { ensureFolder, type FileFacts, ifThere, listFiles, syncFile, syncFolder } from "@hubwart/core";
import { HUB_ID } from "@hubwart/fleet";
import type { BackupRow } from "./row.ts";

type Of = Pick<BackupRow, "hub" | "name">;

export class BackupPlaces {
  readonly folder: string;

  /** @param folder of all sites, absolute */
  constructor(folder: string) {
    this.folder = folder;
  }

  /** @throws Error for what is no id of a hub, or no name of a backup */
  file({ hub, name }: Of): string {
    if (!isBackupName(name)) throw new Error(`no name of a backup: ${JSON.stringify(name)}`);
    return path.join(this.#of(hub), name);
  }

  /** Moves a file to its place, in place of what is there; on the disk when it returns. */
  async take(of: Of, file: string): Promise<void> {
    const target = this.file(of);
    const folder = this.#of(of.hub);
    await ensureFolder(folder);
    await chmod(file, 0o600);
    await syncFile(file);
    await rename(file, target);
    await syncFolder(folder);
    await syncFolder(path.dirname(folder));
    await syncFolder(this.folder);
  }

  async remove(of: Of): Promise<void> {
    await rm(this.file(of), { force: true });
    await ifThere(syncFolder(this.#of(of.hub)));
  }

  /** Of each hub that has a folder, its files. */
  async found(): Promise<Map<string, FileFacts[]>> {
    const hubs = ((await ifThere(readdir(this.folder))) ?? []).filter((name) => HUB_ID.test(name));
    const found = new Map<string, FileFacts[]>();
    for (const hub of hubs) found.set(hub, await listFiles(this.#of(hub), isBackupName));
    return found;
  }

  #of(hub: string): string {
    if (!HUB_ID.test(hub)) throw new Error(`no id of a hub: ${JSON.stringify(hub)}`);
    return path.join(this.folder, hub, "backups");
  }
}
