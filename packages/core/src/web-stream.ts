import type { Readable } from "node:stream";

/**
 * For readers of web streams, who may give up at any time. `Readable.toWeb` of Node 20 throws where nobody catches it
 * when it is cancelled while data waits, which ends the process; here the reader asks for each chunk.
 */
export function webStreamOf(stream: Readable): ReadableStream<Uint8Array<ArrayBuffer>> {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array<ArrayBuffer>>;
  return new ReadableStream({
    async pull(controller) {
      const next = await chunks.next();
      if (next.done) controller.close();
      else controller.enqueue(new Uint8Array(next.value.buffer, next.value.byteOffset, next.value.length));
    },
    cancel() {
      stream.destroy();
    },
  });
}
