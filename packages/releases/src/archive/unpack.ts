/**
 * Unpacks an archive into a new folder, as a device does before it runs what is inside.
 *
 * Invariant: nothing is written that the manifest does not list with this name and size, so an archive can neither
 * leave the folder nor fill the disk beyond what its manifest admits to. Only files are taken: no links, no devices.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline, Transform } from "node:stream";
import { createBrotliDecompress } from "node:zlib";
import { errorText, syncFolder, webStreamOf, writeFileAtomic } from "@hubwart/core";
import { createTarDecoder, type ParsedTarEntry } from "modern-tar";
import { ReleaseError } from "../errors.ts";
import type { ReleaseInfo } from "../release.ts";
import {
  type ArchiveLimits,
  LIMITS,
  MANIFEST,
  type Manifest,
  type ManifestFile,
  parseManifest,
  quoted,
  refuse,
} from "./manifest.ts";

/** Headers and padding of tar per file, at most. */
const OVERHEAD = 4096;

/**
 * The manifest lies in the folder as well, under its own name.
 *
 * @param folder must not exist yet; if anything fails it is removed again
 * @param expected what the metadata said it is; another version or architecture is refused
 * @throws ReleaseError `archive`, or what the disk says
 */
export async function unpackRelease(
  archive: string,
  folder: string,
  signal: AbortSignal,
  expected?: Pick<ReleaseInfo, "version" | "arch">,
  limits: ArchiveLimits = LIMITS,
): Promise<Manifest> {
  await mkdir(folder, { mode: 0o755 });
  try {
    const about = await unpack(archive, folder, signal, expected, limits);
    await writeFileAtomic(path.join(folder, MANIFEST), JSON.stringify(about), { mode: 0o644 });
    await settleFolders(folder, about);
    return about;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    signal.throwIfAborted();
    if (error instanceof ReleaseError || isOfTheDisk(error)) throw error;
    return refuse(`is damaged (${errorText(error)})`, error);
  }
}

async function unpack(
  archive: string,
  folder: string,
  signal: AbortSignal,
  expected: Pick<ReleaseInfo, "version" | "arch"> | undefined,
  limits: ArchiveLimits,
): Promise<Manifest> {
  let about: Manifest | undefined;
  const left = new Map<string, ManifestFile>();
  for await (const { header, body } of entries(archive, signal, limits)) {
    if (about === undefined) {
      if (header.name !== MANIFEST || header.type !== "file" || header.size > limits.manifest)
        refuse("does not begin with its manifest");
      about = parseManifest(await textOf(body), limits);
      if (expected && (about.version !== expected.version || about.arch !== expected.arch))
        refuse(`holds ${about.version} for ${about.arch}, not ${expected.version} for ${expected.arch}`);
      for (const file of about.files) left.set(file.name, file);
      continue;
    }
    if (header.type !== "file") refuse(`contains ${quoted(header.name)}, which is no file`);
    const file = left.get(header.name);
    if (!file) refuse(`contains ${quoted(header.name)}, which its manifest does not list, or twice`);
    if (header.size !== file.size) refuse(`contains ${quoted(header.name)} with another size than listed`);
    left.delete(file.name);
    await writeEntry(folder, file, body);
  }
  if (about === undefined) return refuse("is empty");
  const [missing] = left.keys();
  if (missing !== undefined) refuse(`lacks ${quoted(missing)}`);
  return about;
}

function entries(archive: string, signal: AbortSignal, limits: ArchiveLimits) {
  const most = limits.bytes + limits.manifest + limits.files * OVERHEAD;
  let bytes = 0;
  const bounded = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes <= most) done(null, chunk);
      else done(new ReleaseError("archive", `the archive unpacks to more than ${most} bytes`));
    },
  });
  // The reader of `bounded` gets the error of any of them.
  pipeline(createReadStream(archive, { signal }), createBrotliDecompress(), bounded, () => {});
  return webStreamOf(bounded).pipeThrough(
    createTarDecoder({ strict: true }),
  ) as unknown as AsyncIterable<ParsedTarEntry>;
}

async function writeEntry(
  folder: string,
  { name, mode, sha256 }: ManifestFile,
  body: ParsedTarEntry["body"],
) {
  const file = path.join(folder, name);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o755 });
  const handle: FileHandle = await open(file, "wx", mode);
  try {
    const hash = createHash("sha256");
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
      hash.update(chunk);
      await handle.appendFile(chunk);
    }
    if (hash.digest("hex") !== sha256) refuse(`contains ${quoted(name)} with another content than listed`);
    // The umask of who unpacks must not decide who may run it.
    await handle.chmod(mode);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Rights and durability of the folders, the deepest first. */
async function settleFolders(folder: string, about: Manifest): Promise<void> {
  const folders = new Set([""]);
  for (const { name } of about.files) {
    for (let at = name.indexOf("/"); at !== -1; at = name.indexOf("/", at + 1))
      folders.add(name.slice(0, at));
  }
  for (const name of [...folders].sort().reverse()) {
    const handle = await open(path.join(folder, name), "r");
    try {
      await handle.chmod(0o755);
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
  await syncFolder(path.dirname(folder));
}

async function textOf(body: ParsedTarEntry["body"]): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

/** No room, no right, a broken disk: not the archive's fault. */
function isOfTheDisk(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error) || !("syscall" in error)) return false;
  return true;
}
