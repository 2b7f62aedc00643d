/** `pipeline` that fails with the reason of its signal instead of a bare AbortError, which would look like a defect. */
import { pipeline } from "node:stream/promises";

type Part = NodeJS.ReadableStream | NodeJS.WritableStream | NodeJS.ReadWriteStream;

/**
 *     await pipe([stream, createWriteStream(file)], signal);
 */
export async function pipe(parts: readonly Part[], signal: AbortSignal): Promise<void> {
  try {
    await pipeline(parts, { signal });
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  }
}
