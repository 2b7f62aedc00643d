/** Reads a file through slowly, so that nobody notices. */
import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { type Clock, rested } from "@hubwart/core";

/** Bytes read at a time, and ms between: 32 MiB/s at most. */
const PIECE = 1024 * 1024;
const REST_MS = 31;

/** SHA-256, hexadecimal, and bytes. @throws the signal's reason; what the file system says */
export async function pacedHash(
  file: string,
  clock: Clock,
  signal: AbortSignal,
): Promise<{ sha256: string; size: number }> {
  const hash = createHash("sha256");
  const buffer = Buffer.alloc(PIECE);
  const handle = await open(file, "r");
  let size = 0;
  try {
    for (;;) {
      signal.throwIfAborted();
      const { bytesRead } = await handle.read(buffer, 0, PIECE, size);
      if (bytesRead === 0) return { sha256: hash.digest("hex"), size };
      hash.update(buffer.subarray(0, bytesRead));
      size += bytesRead;
      if (bytesRead === PIECE) await rested(clock, REST_MS, signal);
    }
  } finally {
    await handle.close();
  }
}
