/** Files as answers. */
import { Readable } from "node:stream";
import { isMissing, NotFoundError, openOwn } from "@hubwart/core";
import { texts } from "./texts.ts";

const notThere = (cause: unknown): Error => new NotFoundError(texts.fileGone, { cause });

/**
 * What the file holds now, no byte more: it may be written on while it is sent, and the caller is told its size first. A file that
 * cannot be opened fails here, not in a stream that nobody listens to yet.
 */
export async function openFile(file: string, missing = notThere): Promise<{ file: Readable; size: number }> {
  const handle = await openOwn(file, "r").catch((error: unknown) => {
    throw isMissing(error) ? missing(error) : error;
  });
  try {
    const { size } = await handle.stat();
    if (size > 0) return { file: handle.createReadStream({ end: size - 1 }), size };
  } catch (error) {
    await handle.close();
    throw error;
  }
  await handle.close();
  return { file: Readable.from([]), size: 0 };
}
