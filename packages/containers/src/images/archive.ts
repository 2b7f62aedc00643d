/**
 * An image as one file that `docker load` and `podman load` take (docker-archive: manifest, configuration, layers). The same
 * input gives the same bytes, and so the same image id: no time, owner or order of the machine gets in.
 *
 *     await writeImage("caddyproxy.tar", { name: "hubwart/caddyproxy:1", layers: [files], config: { Cmd: ["/start"] } });
 */
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { packTar } from "modern-tar/fs";
import { type TarPart, tarOf } from "../tar.ts";

export type ImageEntry =
  | { path: string; content: string | Uint8Array; mode: number; uid?: number }
  | { path: string; link: string }
  | { path: string; folder: true; mode?: number; uid?: number };

export interface ImageSource {
  /** `repository:tag` */
  name: string;
  layers: readonly (readonly ImageEntry[])[];
  config: { Cmd: readonly string[]; Env?: readonly string[]; User?: string; Labels?: Record<string, string> };
}

const EPOCH = new Date(0);
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: "amd64", arm64: "arm64" };

/** @returns the image's id, `sha256:…` */
export async function writeImage(file: string, { name, layers, config }: ImageSource): Promise<string> {
  const blobs = await Promise.all(layers.map(layerTar));
  const ids = blobs.map(sha256);
  const settings = JSON.stringify({
    architecture: ARCHITECTURES[process.arch] ?? process.arch,
    os: "linux",
    created: EPOCH.toISOString(),
    config,
    rootfs: { type: "layers", diff_ids: ids.map((id) => `sha256:${id}`) },
    history: ids.map(() => ({ created: EPOCH.toISOString() })),
  });
  const id = sha256(Buffer.from(settings));
  const manifest = [{ Config: `${id}.json`, RepoTags: [name], Layers: ids.map((layer) => `${layer}.tar`) }];
  const part = (target: string, content: string | Buffer) => ({
    type: "content" as const,
    target,
    content,
    mode: 0o644,
    mtime: EPOCH,
  });
  const archive = packTar([
    ...blobs.map((blob, index) => part(`${ids[index] ?? ""}.tar`, blob)),
    part(`${id}.json`, settings),
    part("manifest.json", JSON.stringify(manifest)),
  ]);
  await pipeline(archive, createWriteStream(file));
  return `sha256:${id}`;
}

const layerTar = (entries: readonly ImageEntry[]): Promise<Buffer> =>
  tarOf(
    withFolders(entries).map((entry): TarPart => {
      const name = entry.path.replace(/^\//, "");
      if ("link" in entry) return { name, type: "symlink", linkname: entry.link, mode: 0o644 };
      if ("folder" in entry) {
        const { mode = 0o755, uid = 0 } = entry;
        return { name: `${name}/`, type: "directory", mode, uid, gid: uid };
      }
      const { content, mode, uid = 0 } = entry;
      return { name, mode, uid, gid: uid, content: Buffer.from(content) };
    }),
  );

/** Sorted by path, each folder before what lies in it. */
function withFolders(entries: readonly ImageEntry[]): ImageEntry[] {
  const all = new Map<string, ImageEntry>();
  for (const entry of entries) {
    const parts = entry.path.split("/").slice(1, -1);
    for (let depth = 1; depth <= parts.length; depth += 1) {
      const path = `/${parts.slice(0, depth).join("/")}`;
      if (!all.has(path)) all.set(path, { path, folder: true });
    }
    all.set(entry.path, entry);
  }
  return [...all.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

const sha256 = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");
