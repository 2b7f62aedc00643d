/** Lines of a segment, forwards from a place or backwards from its end, in blocks of bounded size. */
import { type FileHandle } from "node:fs/promises";
import { isMissing, openOwn } from "../files.ts";

const BLOCK = 64 * 1024;
const NEWLINE = 0x0a;

/** A segment held open, so that it can be read to its present end even if it is removed meanwhile. */
export interface HeldFile {
  handle: FileHandle;
  size: number;
}

/** undefined if the file is gone. */
export async function holdFile(file: string): Promise<HeldFile | undefined> {
  const handle = await openIfThere(file);
  return handle && { handle, size: (await handle.stat()).size };
}

/**
 * Whole lines from byte `from` up to `to` or what the file has, with the place after each. A last line
 * without its end is left for later. Nothing if the file is gone: the log is trimmed at any time.
 */
export async function* linesFrom(
  file: string | FileHandle,
  from: number,
  to = Infinity,
): AsyncGenerator<{ text: string; end: number }> {
  const handle = typeof file === "string" ? await openIfThere(file) : file;
  if (!handle) return;
  try {
    let rest: Buffer = Buffer.alloc(0);
    let place = from;
    for (;;) {
      const { buffer, bytesRead } = await handle.read(
        Buffer.alloc(BLOCK),
        0,
        Math.min(BLOCK, to - place),
        place,
      );
      if (bytesRead === 0) return;
      place += bytesRead;
      let data = Buffer.concat([rest, buffer.subarray(0, bytesRead)]);
      let end = place - data.length;
      for (let at = data.indexOf(NEWLINE); at >= 0; at = data.indexOf(NEWLINE)) {
        end += at + 1;
        yield { text: data.toString("utf8", 0, at), end };
        data = data.subarray(at + 1);
      }
      rest = data;
    }
  } finally {
    await handle.close();
  }
}

/** Whole lines before byte `to` (the file's end without it), the last one first. */
export async function* linesBackwards(file: string, to?: number): AsyncGenerator<string> {
  const handle = await openIfThere(file);
  if (!handle) return;
  try {
    let place = to ?? (await handle.stat()).size;
    // What follows the last line's end is torn or still being written.
    let tail: Buffer | undefined;
    while (place > 0) {
      const size = Math.min(BLOCK, place);
      place -= size;
      const { buffer } = await handle.read(Buffer.alloc(size), 0, size, place);
      let data = tail ? Buffer.concat([buffer, tail]) : cutAfterLastLine(buffer);
      if (!data) continue;
      for (let at = data.lastIndexOf(NEWLINE); at >= 0; at = data.lastIndexOf(NEWLINE)) {
        yield data.toString("utf8", at + 1);
        data = data.subarray(0, at);
      }
      tail = data;
    }
    if (tail) yield tail.toString("utf8");
  } finally {
    await handle.close();
  }
}

/** Without the last line's end; undefined if there is none. */
function cutAfterLastLine(data: Buffer): Buffer | undefined {
  const at = data.lastIndexOf(NEWLINE);
  return at < 0 ? undefined : data.subarray(0, at);
}

async function openIfThere(file: string): Promise<FileHandle | undefined> {
  try {
    return await openOwn(file, "r");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
