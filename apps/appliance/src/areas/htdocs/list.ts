/** What lies below /opt/: no dot files, no links, nothing past a bound. */
import { opendir, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { isMissing } from "@hubwart/core";

export interface PublicFile {
  /** `/` between folders. */
  name: string;
  /** Bytes. */
  size: number;
  /** Unix seconds. */
  mts: number;
  /** Media type, as it is served. */
  type: string;
}

const LISTED = 10_000;

/** @param typeOf media type by name */
export async function listFiles(htdocs: string, typeOf: (name: string) => string): Promise<PublicFile[]> {
  const root = await realpath(htdocs);
  const files: PublicFile[] = [];
  const folders = [""];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for await (const found of await opendir(path.join(root, folder))) {
      if (found.name.startsWith(".")) continue;
      const name = path.join(folder, found.name);
      if (found.isDirectory()) folders.push(name);
      else if (found.isFile()) {
        const { size, mtimeMs } = await stat(path.join(root, name));
        files.push({ name, size, mts: Math.floor(mtimeMs / 1000), type: typeOf(name) });
      }
      if (files.length >= LISTED) return sorted(files);
    }
  }
  return sorted(files);
}

/** Once more if the files were replaced meanwhile. */
export async function listNow(htdocs: string, typeOf: (name: string) => string): Promise<PublicFile[]> {
  try {
    return await listFiles(htdocs, typeOf);
  } catch (error) {
    if (!isMissing(error)) throw error;
    return await listFiles(htdocs, typeOf);
  }
}

const sorted = (files: PublicFile[]) => files.sort((a, b) => (a.name < b.name ? -1 : 1));
