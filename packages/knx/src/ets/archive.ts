/**
 * Archives as the ETS writes them, also encrypted ones (ZipCrypto up to ETS 5, WinZip AES from ETS 6). Only what is
 * asked for is unpacked, never to disk, and every byte counts towards one sum over all archives of a file.
 */
import { type FileEntry, Uint8ArrayReader, ZipReader } from "@zip.js/zip.js";
import { texts } from "../texts.ts";
import { ETS_LIMITS, EtsError } from "./model.ts";

export interface EtsArchive {
  /** Names of the files, `/` between folders. */
  names: string[];
  isEncrypted(name: string): boolean;
  /** Size as the archive claims it, bytes. */
  claimed(name: string): number;
  /** Hands the content on in pieces, in order. A throw of `onChunk` ends it. */
  read(name: string, onChunk: (chunk: Uint8Array) => void, password?: string): Promise<void>;
}

/** Bytes that were unpacked so far. */
export interface Unpacked {
  bytes: number;
}

export async function openArchive(bytes: Uint8Array, unpacked: Unpacked): Promise<EtsArchive> {
  const entries = new Map<string, FileEntry>();
  const zip = new ZipReader(new Uint8ArrayReader(bytes), { useWebWorkers: false });
  let count = 0;
  try {
    for await (const entry of zip.getEntriesGenerator()) {
      count += 1;
      if (count > ETS_LIMITS.entries) {
        throw new EtsError(texts.tooManyEntries(ETS_LIMITS.entries));
      }
      if (entry.directory) continue;
      const name = entry.filename.replaceAll("\\", "/");
      if (entries.has(name)) throw new EtsError(texts.fileBroken);
      entries.set(name, entry);
    }
  } catch (error) {
    throw asEtsError(error);
  }

  return {
    names: [...entries.keys()],
    isEncrypted: (name) => entries.get(name)?.encrypted === true,
    claimed: (name) => entries.get(name)?.uncompressedSize ?? 0,
    async read(name, onChunk, password) {
      let refusal: Error | undefined;
      const write = (chunk: Uint8Array) => {
        try {
          unpacked.bytes += chunk.length;
          if (unpacked.bytes > ETS_LIMITS.unpackedBytes) {
            const mib = ETS_LIMITS.unpackedBytes / 1024 / 1024;
            throw new EtsError(texts.tooLargeUnpacked(mib));
          }
          onChunk(chunk);
        } catch (error) {
          refusal = error instanceof Error ? error : asEtsError(error);
          throw refusal;
        }
      };
      try {
        const options = { checkSignature: true, ...(password === undefined ? {} : { password }) };
        await entries.get(name)?.getData(new WritableStream<Uint8Array>({ write }), options);
      } catch (error) {
        throw refusal ?? asEtsError(error);
      }
    },
  };
}

export async function readWhole(archive: EtsArchive, name: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  await archive.read(name, (chunk) => chunks.push(chunk));
  return Buffer.concat(chunks);
}

function asEtsError(error: unknown): EtsError {
  return error instanceof EtsError ? error : new EtsError(texts.fileBroken, { cause: error });
}
