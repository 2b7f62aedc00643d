/** The file operations of a changeover, one by one, so that a test can cut the power between any two of them. */
import { cp, lstat, mkdir, readdir, readlink, rename, rm, symlink } from "node:fs/promises";
import path from "node:path";
import { isMissing, readFileIfThere, syncFolder, syncTree, writeFileAtomic } from "@hubwart/core";

/** Names are relative to the data folder, with `/`. */
export interface Disk {
  has(name: string): Promise<boolean>;
  read(name: string): Promise<string | undefined>;
  /** Names in a folder; none without it. */
  list(folder: string): Promise<string[]>;
  /** Old or new content, also after a power cut. */
  write(name: string, content: string): Promise<void>;
  /** With its parents, which are on disk when this returns. */
  makeFolder(name: string): Promise<void>;
  /** Nothing is at `to`; its folder is there. */
  rename(from: string, to: string): Promise<void>;
  /** What was renamed into or out of the folder stays so. */
  sync(folder: string): Promise<void>;
  /** A file or a tree; on disk when this returns. */
  copy(from: string, to: string): Promise<void>;
  /** A file or a tree; nothing there is fine. */
  remove(name: string): Promise<void>;
  /** Where a link leads; undefined without one. */
  linkOf(name: string): Promise<string | undefined>;
  link(name: string, target: string): Promise<void>;
}

export function diskBelow(root: string): Disk {
  const at = (name: string) => path.join(root, name);
  return {
    has: async (name) => (await missingAsUndefined(lstat(at(name)))) !== undefined,
    read: (name) => readFileIfThere(at(name)),
    list: async (folder) => (await missingAsUndefined(readdir(at(folder)))) ?? [],
    write: (name, content) => writeFileAtomic(at(name), content),
    makeFolder: async (name) => {
      const first = await mkdir(at(name), { recursive: true, mode: 0o700 });
      if (first === undefined) return;
      for (let folder = at(name); folder.length >= first.length; folder = path.dirname(folder))
        await syncFolder(path.dirname(folder));
    },
    rename: (from, to) => rename(at(from), at(to)),
    sync: (folder) => syncFolder(at(folder)),
    copy: async (from, to) => {
      await cp(at(from), at(to), { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
      await syncTree(at(to));
    },
    remove: (name) => rm(at(name), { recursive: true, force: true }),
    linkOf: (name) => missingAsUndefined(readlink(at(name))),
    link: (name, target) => symlink(target, at(name)),
  };
}

async function missingAsUndefined<T>(facts: Promise<T>): Promise<T | undefined> {
  try {
    return await facts;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
