/** The content of an answer, unpacked where it is compressed, and never more than allowed. */
import type { IncomingMessage } from "node:http";
import { pipeline, type Readable } from "node:stream";

export class BodyTooLarge extends Error {}
/** `kind`: unknown coding, or broken content. */
export class BodyUnreadable extends Error {
  readonly kind: "coding" | "content";
  constructor(kind: "coding" | "content", options?: ErrorOptions) {
    super(kind, options);
    this.kind = kind;
  }
}

/** What is told to servers. */
export const ACCEPTED_CODINGS = "gzip, br";
const WITHOUT_CONTENT = new Set([204, 205, 304]);

/** @throws BodyTooLarge as soon as more than `largest` bytes have been unpacked */
export async function readBody(response: IncomingMessage, largest: number): Promise<Buffer> {
  const stream = await unpacked(response);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > largest) throw new BodyTooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    if (isZlib(error)) throw new BodyUnreadable("content", { cause: error });
    throw error;
  }
  return Buffer.concat(chunks, size);
}

async function unpacked(response: IncomingMessage): Promise<Readable> {
  const coding = (response.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  const empty = WITHOUT_CONTENT.has(response.statusCode ?? 0) || response.headers["content-length"] === "0";
  if (coding === "identity" || coding === "" || empty) return response;
  const zlib = await import("node:zlib");
  const unpacker =
    coding === "gzip" || coding === "x-gzip"
      ? zlib.createGunzip()
      : coding === "deflate"
        ? zlib.createInflate()
        : coding === "br"
          ? zlib.createBrotliDecompress()
          : undefined;
  if (!unpacker) throw new BodyUnreadable("coding");
  // Whatever goes wrong is seen by the loop that reads.
  return pipeline(response, unpacker, () => undefined);
}

function isZlib(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return false;
  return /^(Z_|ERR_.*BROTLI|ERR__ERROR)/.test(error.code);
}
