/** What a caller sent, as a value for a channel. */
import { isUtf8 } from "node:buffer";
import type { IncomingMessage, ServerResponse } from "node:http";
import { ByteRoom } from "@hubwart/core";
import { allowedText, fromJson, fromText, parseDocument } from "@hubwart/runtime/convert";
import type { PodChannel } from "@hubwart/runtime/pod";
import { followPointer } from "@hubwart/runtime/pointer";
import { Refusal } from "./reply.ts";
import { texts } from "./texts.ts";

export const BODY_LIMIT = 1024 * 1024;
/** Of all bodies of an interface that are being read. */
const ROOM = 32 * BODY_LIMIT;

export const bodyRoom = (): ByteRoom => new ByteRoom(ROOM);

/** Reads the body. One over the limit is refused before it is in memory. */
export async function readBytes(
  request: IncomingMessage,
  response: ServerResponse,
  { caller, expectsContinue, room }: { caller: string; expectsContinue: boolean; room: ByteRoom },
): Promise<Buffer> {
  const encoding = request.headers["content-encoding"] ?? "identity";
  if (encoding !== "identity") {
    throw new Refusal(415, texts.compressed);
  }
  if (Number(request.headers["content-length"] ?? 0) > BODY_LIMIT) throw tooLarge();
  if (expectsContinue) response.writeContinue();
  const chunks: Buffer[] = [];
  let size = 0;
  // The connection must outlive a refusal, or the caller would never read it.
  const parts: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
  try {
    for await (const chunk of parts) {
      size += chunk.length;
      if (size > BODY_LIMIT) throw tooLarge();
      if (!room.take(request, caller, chunk.length))
        throw new Refusal(503, texts.busy, { "Retry-After": "1" });
      chunks.push(chunk);
    }
  } finally {
    room.leave(request);
  }
  return Buffer.concat(chunks, size);
}

export function textOf(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new Refusal(400, texts.notUtf8);
  return bytes.toString("utf8");
}

function tooLarge(): Refusal {
  return new Refusal(413, texts.tooLarge, { Connection: "close" });
}

/** The value for a channel from `?value=` or the body. Throws a 400 that names what is allowed. */
export function valueFor(
  channel: PodChannel,
  pointer: readonly string[] | undefined,
  sent: { query: string | null; body: string; contentType: string },
): unknown {
  const value = convert(channel, pointer, sent);
  if (value !== undefined) return value;
  const allowed = allowedText(channel.type);
  throw new Refusal(
    400,
    pointer === undefined ? texts.doesNotFit(allowed) : texts.missingOrDoesNotFit(pointer.join("/"), allowed),
  );
}

function convert(
  { type }: PodChannel,
  pointer: readonly string[] | undefined,
  { query, body, contentType }: { query: string | null; body: string; contentType: string },
): unknown {
  if (query !== null) return fromText(type, query);
  if (pointer !== undefined) return fromJson(type, followPointer(pointer, parseDocument(body)));
  if (contentType === "application/json") {
    const document = parseDocument(body);
    return fromJson(type, type === "json" ? document : unwrap(document));
  }
  if (contentType === "application/x-www-form-urlencoded") {
    // curl -d declares plain text as a form, so only a field named „value“ is taken for one.
    const field = new URLSearchParams(body).get("value");
    if (field !== null) return fromText(type, field);
  }
  return fromText(type, body);
}

/** `{"value": x}`, the form that reading answers with, is taken for x. */
function unwrap(document: unknown): unknown {
  const wrapped = typeof document === "object" && document !== null && "value" in document;
  return wrapped ? document.value : document;
}
