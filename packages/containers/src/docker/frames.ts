/**
 * Output of a container without a terminal: frames of an 8-byte head (stream, 0, 0, 0, length big-endian) and their bytes
 * (Docker Engine API, "Attach to a container", stream format).
 */
export interface Frame {
  stream: "stdout" | "stderr";
  bytes: Buffer;
}

/** No engine sends larger ones; more is not this format. */
const LARGEST_FRAME = 16 * 1024 * 1024;

export async function* frames(source: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of source) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (;;) {
      if (rest.length < 8) break;
      const length = rest.readUInt32BE(4);
      if (length > LARGEST_FRAME || (rest[0] ?? 9) > 2) throw new Error("output is not framed");
      if (rest.length < 8 + length) break;
      yield { stream: rest[0] === 2 ? "stderr" : "stdout", bytes: rest.subarray(8, 8 + length) };
      rest = rest.subarray(8 + length);
    }
  }
}
