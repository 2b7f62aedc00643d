/**
 * Unpacks a ZIP archive with suspicion: the whole directory is judged before a byte is written, and every byte is counted
 * and checked against its checksum while it is (APPNOTE.TXT 4.4). Files and folders are on the disk when this returns.
 *
 *     const files = await unpack({ archive, target, free, signal, progress });
 */
import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32 } from "node:zlib";
import { CODES } from "@hubwart/contract";
import { ResultError, syncFile, syncFolder } from "@hubwart/core";
import * as yauzl from "yauzl";
import { ArchiveRefusal, EntryNames, refused } from "./entry-names.ts";
import { texts } from "./texts.ts";

export interface UnpackOrder {
  /** A file. */
  archive: string;
  /** An empty folder. */
  target: string;
  /** Bytes that may be used on the disk. */
  free: number;
  bounds?: { entries: number; bytes: number };
  signal: AbortSignal;
  progress: (done: number, total: number) => void;
}

export const UNPACK_BOUNDS = { entries: 5_000, bytes: 1024 ** 3 };
/** What a file takes on the disk beside its content, at the most. */
const BLOCK = 4_096;
const MIB = 1024 ** 2;

interface Found {
  entry: yauzl.Entry;
  parts: string[];
}

/** @returns how many files there are */
export async function unpack(order: UnpackOrder): Promise<number> {
  const zip = await yauzl
    .openPromise(order.archive, { lazyEntries: true, autoClose: false })
    .catch((error: unknown) => Promise.reject(asRefusal(error)));
  try {
    const { files, bytes } = await directory(zip, order);
    const folders = new Set([order.target]);
    let done = 0;
    for (const { entry, parts } of files) {
      order.signal.throwIfAborted();
      await makeFolders(order.target, parts.slice(0, -1), folders);
      await write(zip, entry, path.join(order.target, ...parts), order.signal);
      done += entry.uncompressedSize;
      order.progress(done, bytes);
    }
    for (const folder of folders) await syncFolder(folder);
    return files.length;
  } finally {
    zip.close();
  }
}

async function directory(
  zip: yauzl.ZipFile,
  { free, bounds = UNPACK_BOUNDS, signal }: UnpackOrder,
): Promise<{ files: Found[]; bytes: number }> {
  const names = new EntryNames();
  const files: Found[] = [];
  let count = 0;
  let bytes = 0;
  const entries = zip.eachEntry();
  for (;;) {
    signal.throwIfAborted();
    const next = await entries.next().catch((error: unknown) => Promise.reject(asRefusal(error)));
    if (next.done === true) break;
    const entry: yauzl.Entry = next.value;
    count += 1;
    if (count > bounds.entries) {
      throw new ArchiveRefusal(texts.tooManyEntries(bounds.entries));
    }
    const parts = names.take(entry.fileName);
    judge(entry);
    bytes += entry.uncompressedSize;
    if (bytes > bounds.bytes) {
      throw refused(entry.fileName, texts.beyondBound(Math.floor(bounds.bytes / MIB)));
    }
    // Never served, so not kept either.
    const hidden = parts.some((part) => part.startsWith("."));
    if (!entry.fileName.endsWith("/") && !hidden) files.push({ entry, parts });
  }
  if (files.length === 0) throw new ArchiveRefusal(texts.noFiles);
  if (bytes + files.length * BLOCK > free) {
    throw new ResultError(CODES.storageFull, texts.noRoom(Math.ceil(bytes / MIB)));
  }
  return { files, bytes };
}

/** Unix keeps the kind of a file in the upper half of the external attributes; other systems leave it 0. */
const KIND = 0o170000;
const KINDS: Readonly<Record<number, string>> = {
  0o120000: texts.isLink,
  0o020000: texts.isDevice,
  0o060000: texts.isDevice,
  0o010000: texts.isPipe,
  0o140000: texts.isSocket,
};

function judge(entry: yauzl.Entry): void {
  const name = entry.fileName;
  const why = KINDS[(entry.externalFileAttributes >>> 16) & KIND];
  if (why !== undefined) throw refused(name, why);
  if (entry.isEncrypted()) throw refused(name, texts.isEncrypted);
  if (![0, 8].includes(entry.compressionMethod)) {
    throw refused(name, texts.unknownMethod);
  }
}

async function makeFolders(target: string, parts: readonly string[], made: Set<string>): Promise<void> {
  let folder = target;
  for (const part of parts) {
    folder = path.join(folder, part);
    if (made.has(folder)) continue;
    await mkdir(folder, { mode: 0o700 });
    made.add(folder);
  }
}

async function write(
  zip: yauzl.ZipFile,
  entry: yauzl.Entry,
  file: string,
  signal: AbortSignal,
): Promise<void> {
  let checksum = 0;
  const check = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      checksum = crc32(chunk, checksum);
      done(null, chunk);
    },
  });
  try {
    const content = await zip.openReadStreamPromise(entry);
    await pipeline(content, check, createWriteStream(file, { flags: "wx", mode: 0o600 }), { signal });
  } catch (error) {
    signal.throwIfAborted();
    // Errors of the disk have a number of the system; all others come from the archive.
    if (error instanceof Error && "errno" in error && "syscall" in error) throw error;
    throw refused(entry.fileName, texts.isDamaged);
  }
  if (checksum !== entry.crc32) throw refused(entry.fileName, texts.wrongSum);
  await syncFile(file);
}

/** The library reports paths that leave the archive by text only (`validateFileName`). */
function asRefusal(error: unknown): Error {
  const message = error instanceof Error ? error.message : "";
  const found = /^(absolute path|invalid relative path|invalid characters in fileName): (.*)$/s.exec(message);
  const why: Record<string, string> = {
    "absolute path": texts.absolutePath,
    "invalid relative path": texts.leavesFolder,
  };
  if (found) return refused(found[2] ?? "", why[found[1] ?? ""] ?? texts.badCharacters);
  return new ArchiveRefusal(texts.noZip, { cause: error });
}
