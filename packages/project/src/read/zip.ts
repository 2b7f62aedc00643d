/**
 * Archives, read with suspicion: the sizes that the directory claims are summed before anything is
 * unpacked, and every byte is counted while unpacking, so neither an honest nor a lying bomb gets
 * further than the budget. Nothing is ever written to disk.
 *
 *     const archive = await openZip(bytes, budget);
 *     await archive.read("xl/workbook.xml", (chunk) => …);
 */
import { crc32 } from "node:zlib";
import * as yauzl from "yauzl";
import { type Budget, ReadProblem } from "./budget.ts";
import { READ_LIMITS } from "./limits.ts";

export interface Archive {
  /** Names of the files, `/` between folders; folders themselves are left out. */
  names: string[];
  /** Names that occur more than once; the first is the one that is read. */
  duplicates: string[];
  has(name: string): boolean;
  isEncrypted(name: string): boolean;
  /** Hands the content on in pieces, in order. A throw of `onChunk` ends it. */
  read(name: string, onChunk: (chunk: Buffer) => void): Promise<void>;
  /** The content in one piece; only for entries that fit into memory several times. */
  readAll(name: string): Promise<Buffer>;
}

export async function openZip(bytes: Uint8Array, budget: Budget): Promise<Archive> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = new Map<string, yauzl.Entry>();
  const duplicates: string[] = [];
  const zip = await yauzl
    .fromBufferPromise(buffer, { lazyEntries: true, autoClose: false })
    .catch(() => Promise.reject(new ReadProblem("brokenArchive", {})));
  let claimed = 0;
  let count = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      count += 1;
      if (count > READ_LIMITS.entries) {
        throw new ReadProblem("archiveTooManyFiles", { limit: READ_LIMITS.entries });
      }
      claimed += entry.uncompressedSize;
      if (claimed > READ_LIMITS.unpackedBytes) {
        throw new ReadProblem("unpackedTooLarge", { limit: READ_LIMITS.unpackedBytes / 1024 / 1024 });
      }
      const name = entry.fileName;
      if (name.endsWith("/")) continue;
      if (entries.has(name)) duplicates.push(name);
      else entries.set(name, entry);
    }
  } catch (error) {
    throw asProblem(error);
  }

  const read = async (name: string, onChunk: (chunk: Buffer) => void): Promise<void> => {
    const entry = entries.get(name);
    if (!entry) throw new ReadProblem("brokenArchive", {});
    if (entry.isEncrypted()) throw new ReadProblem("encryptedEntry", {});
    let checksum = 0;
    let refusal: unknown;
    try {
      const stream = await zip.openReadStreamPromise(entry);
      try {
        for await (const piece of stream) {
          const chunk = piece as Buffer;
          budget.bytes(chunk.length);
          checksum = crc32(chunk, checksum);
          try {
            onChunk(chunk);
          } catch (error) {
            refusal = error;
            throw error;
          }
        }
      } finally {
        stream.destroy();
      }
    } catch (error) {
      throw error === refusal ? error : asProblem(error);
    }
    if (checksum !== entry.crc32) throw new ReadProblem("brokenArchive", {});
  };

  return {
    names: [...entries.keys()],
    duplicates,
    has: (name) => entries.has(name),
    isEncrypted: (name) => entries.get(name)?.isEncrypted() === true,
    read,
    async readAll(name) {
      const size = entries.get(name)?.uncompressedSize ?? 0;
      if (size > READ_LIMITS.fileBytes) {
        throw new ReadProblem("fileTooLarge", {
          mib: Math.ceil(size / 1024 / 1024),
          limit: READ_LIMITS.fileBytes / 1024 / 1024,
        });
      }
      const chunks: Buffer[] = [];
      await read(name, (chunk) => chunks.push(chunk));
      return Buffer.concat(chunks);
    },
  };
}

/** The library reports paths that leave the archive by text only (`validateFileName`). */
function asProblem(error: unknown): unknown {
  if (error instanceof ReadProblem) return error;
  const message = error instanceof Error ? error.message : "";
  const path = /^(?:absolute path|invalid relative path|invalid characters in fileName): (.*)$/s.exec(
    message,
  );
  if (path) return new ReadProblem("unsafePath", { name: (path[1] ?? "").slice(0, 200) });
  return new ReadProblem("brokenArchive", {});
}
