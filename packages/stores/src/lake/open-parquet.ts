/**
 * Parquet files as charts read them: opened once a question, and only where its metadata leave something to read. The
 * metadata of the last ones are kept, for the next question is mostly about the same files.
 *
 *     const rows = await withParquet(file, ({ buffer, metadata }) => …);
 */
import { type FileHandle, open, stat } from "node:fs/promises";
import path from "node:path";
import { type AsyncBuffer, type FileMetaData, type ParquetParsers, parquetMetadataAsync } from "hyparquet";

/** Of all files together: some kilobytes each. */
const MOST_GROUPS = 256;
/** Of the end of a file: the metadata of a part are shorter. */
const FIRST_READ = 64 * 1024;

interface Known {
  version: string;
  metadata: FileMetaData;
}

/** Times stay numbers: a date for each would cost more than all the rest. */
export const PARSERS: Partial<ParquetParsers> = {
  timestampFromMilliseconds: (time) => Number(time) as never,
};

/** By file; the first one has not been asked for longest. */
const known = new Map<string, Known>();

export async function withParquet<T>(
  file: string,
  use: (opened: { buffer: AsyncBuffer; metadata: FileMetaData }) => Promise<T>,
): Promise<T> {
  const { ino, mtimeMs, size } = await stat(file);
  const version = `${ino} ${mtimeMs} ${size}`;
  let handle: Promise<FileHandle> | undefined;
  const buffer: AsyncBuffer = {
    byteLength: size,
    slice: async (start, end = size) => {
      handle ??= open(file, "r");
      const bytes = new Uint8Array(end - start);
      const { bytesRead } = await (await handle).read(bytes, 0, bytes.length, start);
      if (bytesRead !== bytes.length) throw new RangeError(`${path.basename(file)} is shorter than it was`);
      return bytes.buffer;
    },
  };
  try {
    const before = known.get(file);
    known.delete(file);
    const metadata =
      before?.version === version
        ? before.metadata
        : await parquetMetadataAsync(buffer, { initialFetchSize: FIRST_READ, parsers: PARSERS });
    keep(file, { version, metadata });
    return await use({ buffer, metadata });
  } finally {
    await (await handle?.catch(() => undefined))?.close();
  }
}

function keep(file: string, entry: Known): void {
  known.set(file, entry);
  let groups = 0;
  for (const { metadata } of known.values()) groups += metadata.row_groups.length;
  for (const [oldest, { metadata }] of known) {
    if (groups <= MOST_GROUPS) break;
    groups -= metadata.row_groups.length;
    known.delete(oldest);
  }
}
