/**
 * Makes the archive of a release from a folder: the same bytes whenever and wherever it is made of the same files by
 * the same version of Node. Names are sorted, times, owners and modes are fixed, links are refused.
 */
import { createWriteStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { constants, createBrotliCompress } from "node:zlib";
import { hashFile, syncFile } from "@hubwart/core";
import { packTar } from "modern-tar/fs";
import type { Arch } from "../release.ts";
import { FORMAT, LIMITS, MANIFEST, type Manifest, type ManifestFile, parseManifest } from "./manifest.ts";

export interface PackOptions {
  version: string;
  arch: Arch;
  /** German, plain text. */
  notes: string;
  /** Brotli's quality; 5 is a third larger than 11 and made forty times faster. */
  quality?: number;
}

/** Writes `target`; on disk when this returns. @throws ReleaseError `archive` for what no device would take. */
export async function packRelease(folder: string, target: string, about: PackOptions): Promise<Manifest> {
  const names = await filesBelow(folder);
  const files: ManifestFile[] = [];
  for (const name of names) {
    const file = path.join(folder, name);
    const { size, mode } = await stat(file);
    const sha256 = await hashFile(file);
    files.push({ name, size, mode: mode & 0o100 ? 0o755 : 0o644, sha256 });
  }
  const { version, arch, notes } = about;
  const text = JSON.stringify({ format: FORMAT, product: "hubwart", version, arch, notes, files }, null, 1);
  const manifest = parseManifest(text, LIMITS);
  const common = { mtime: new Date(0), uid: 0, gid: 0 };
  const tar = packTar([
    { type: "content", content: text, target: MANIFEST, mode: 0o644, ...common },
    ...files.map(({ name, mode }) => ({
      type: "file" as const,
      source: path.join(folder, name),
      target: name,
      mode,
      ...common,
    })),
  ]);
  const brotli = createBrotliCompress({
    params: {
      [constants.BROTLI_PARAM_QUALITY]: about.quality ?? 5,
      // 16 MiB: the largest window that every decoder takes.
      [constants.BROTLI_PARAM_LGWIN]: 24,
    },
  });
  await pipeline(tar, brotli, createWriteStream(target, { mode: 0o644 }));
  await syncFile(target);
  return manifest;
}

/** Files below a folder in the order of their bytes, with `/` between the names. */
async function filesBelow(folder: string, prefix = ""): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const name = prefix + entry.name;
    if (entry.isDirectory()) found.push(...(await filesBelow(path.join(folder, entry.name), `${name}/`)));
    else if (entry.isFile()) found.push(name);
    else throw new Error(`${name} is neither file nor folder`);
  }
  return found.sort();
}
