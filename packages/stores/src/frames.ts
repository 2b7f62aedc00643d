/**
 * Append-only logs whose reader finds the last whole entry after a power cut.
 *
 * A frame is length (u32, little endian), CRC-32 of the content (u32), content. The last frame may be cut off or torn: it
 * was never acknowledged. One before a whole frame whose sum does not fit is damage of the disk, and costs itself alone.
 */
import { type FileHandle } from "node:fs/promises";
import { crc32 } from "node:zlib";
import { isMissing, openOwn, readOwn } from "@hubwart/core";

const HEAD = 8;
/** A larger length is no length of ours but damage. */
const LARGEST_FRAME = 256 * 1024 * 1024;

export function encodeFrame(content: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(HEAD + content.byteLength);
  frame.writeUInt32LE(content.byteLength, 0);
  frame.writeUInt32LE(crc32(content), 4);
  frame.set(content, HEAD);
  return frame;
}

export interface Frames {
  contents: Buffer[];
  /** Bytes up to the end of the last whole frame. */
  length: number;
  /** Frames before that whose sum does not fit. */
  damaged: number;
}

export function decodeFrames(log: Buffer): Frames {
  const frames: Frames = { contents: [], length: 0, damaged: 0 };
  let unsure = 0;
  for (let at = 0; at + HEAD <= log.length; ) {
    const length = log.readUInt32LE(at);
    const end = at + HEAD + length;
    // Zeros are what a power cut leaves behind the end of a file.
    if (length === 0 || length > LARGEST_FRAME || end > log.length) break;
    const content = log.subarray(at + HEAD, end);
    if (crc32(content) === log.readUInt32LE(at + 4)) {
      frames.contents.push(content);
      frames.length = end;
      frames.damaged += unsure;
      unsure = 0;
    } else unsure += 1;
    at = end;
  }
  return frames;
}

/** The contents of a log; empty if there is none. */
export async function readFrames(file: string): Promise<Frames> {
  try {
    return decodeFrames(await readOwn(file));
  } catch (error) {
    if (isMissing(error)) return { contents: [], length: 0, damaged: 0 };
    throw error;
  }
}

/**
 * One log that is appended to. `append` resolves when the frame would survive a power cut (fdatasync(2)).
 * A failed append leaves no half frame in front of the next one.
 */
export class FrameLog {
  readonly #handle: FileHandle;
  #length: number;

  private constructor(handle: FileHandle, length: number) {
    this.#handle = handle;
    this.#length = length;
  }

  /** Opens the log for appending behind `length`, the whole frames that were read. */
  static async open(file: string, length: number): Promise<FrameLog> {
    const handle = await openOwn(file, "a+");
    await handle.truncate(length);
    return new FrameLog(handle, length);
  }

  get length(): number {
    return this.#length;
  }

  async append(content: Uint8Array): Promise<void> {
    const frame = encodeFrame(content);
    try {
      await this.#handle.appendFile(frame);
      await this.#handle.datasync();
      this.#length += frame.length;
    } catch (error) {
      await this.#handle.truncate(this.#length).catch(() => undefined);
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}
