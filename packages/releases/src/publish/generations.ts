/**
 * What is served as metadata: the folder behind `current`. A change is made in a new folder beside it, and seen all at
 * once when the link is replaced; until then, and after a power cut before then, the old one is served whole.
 */
import { link, mkdir, readdir, readlink, rename, rm, symlink } from "node:fs/promises";
import path from "node:path";
import { ensureFolder, isMissing, syncFolder, writeFileAtomic } from "@hubwart/core";

const CURRENT = "current";
const FOLDER = "generations";
/** Versions of snapshot and targets that stay to be had by those who are reading. */
const OLD_VERSIONS = 5;

export function currentFolder(folder: string): string {
  return path.join(folder, CURRENT);
}

/** Adds and replaces files of the metadata, all at once. */
export async function publishFiles(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  const last = await currentNumber(folder);
  const next = `${FOLDER}/${last + 1}`;
  const target = path.join(folder, next);
  await ensureFolder(path.join(folder, FOLDER));
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { mode: 0o700 });
  if (last > 0) {
    for (const name of kept(await readdir(currentFolder(folder)))) {
      if (!files.has(name)) await link(path.join(currentFolder(folder), name), path.join(target, name));
    }
  }
  for (const [name, content] of files) await writeFileAtomic(path.join(target, name), content);
  await syncFolder(target);
  await syncFolder(path.join(folder, FOLDER));
  await replaceLink(folder, next);
  await removeOthers(folder, [last, last + 1]);
}

async function replaceLink(folder: string, to: string): Promise<void> {
  const temporary = path.join(folder, `${CURRENT}.new`);
  await rm(temporary, { force: true });
  await symlink(to, temporary);
  await rename(temporary, path.join(folder, CURRENT));
  await syncFolder(folder);
}

/** 0 before the first. */
async function currentNumber(folder: string): Promise<number> {
  try {
    return Number(path.basename(await readlink(path.join(folder, CURRENT))));
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
}

/** All roots, and the newest versions of what is numbered beside them. */
function kept(names: string[]): string[] {
  const numbered = (name: string) => /^(\d+)\.(snapshot|targets)\.json$/.exec(name);
  return names.filter((name) => {
    const found = numbered(name);
    if (!found) return true;
    const newer = names.filter((other) => {
      const its = numbered(other);
      return its?.[2] === found[2] && Number(its?.[1]) > Number(found[1]);
    });
    return newer.length < OLD_VERSIONS;
  });
}

async function removeOthers(folder: string, numbers: number[]): Promise<void> {
  for (const name of await readdir(path.join(folder, FOLDER))) {
    if (!numbers.includes(Number(name)))
      await rm(path.join(folder, FOLDER, name), { recursive: true, force: true });
  }
}
