/** Answers: JSON stripped to the contract's shape, and files as streams. */
import type { CallName, CallSpec } from "@hubwart/contract";
import { type Logger, wellFormed } from "@hubwart/core";
import type { FastifyReply } from "fastify";
import { answerText } from "./answer-text.ts";
import { etagOf } from "./etag.ts";
import type { FileAnswer } from "./handlers.ts";
import { gzipped, takesGzip } from "./live-text.ts";

/** An answer that does not have the contract's shape: a defect of ours, never the caller's. */
class AnswerShapeError extends Error {}

export async function sendJson(
  log: Logger,
  reply: FastifyReply,
  name: CallName,
  spec: CallSpec,
  answer: Record<string, unknown> & { code: number },
): Promise<FastifyReply> {
  const written = await answerText(spec.answer, answer);
  if ("misfits" in written) {
    const where = written.misfits.slice(0, 10);
    log.error(`answer of ${name} does not fit the contract at: ${where.join(", ")}`);
    throw new AnswerShapeError(`answer of ${name} does not fit the contract`);
  }
  if (spec.etag) void reply.header("etag", await etagOf(answer, spec.etag, spec.etagWithout));
  return reply.type("application/json; charset=utf-8").send(written.bytes);
}

export function sendFile(reply: FastifyReply, contentType: string, answer: FileAnswer): FastifyReply {
  void reply.type(answer.contentType ?? contentType);
  if (answer.size !== undefined) void reply.header("content-length", answer.size);
  if (answer.filename !== undefined) void reply.header("content-disposition", disposition(answer.filename));
  if (contentType !== "text/event-stream" || !takesGzip(reply.request.headers["accept-encoding"]))
    return reply.send(answer.file);
  return reply.header("content-encoding", "gzip").send(gzipped(answer.file));
}

/** RFC 6266: a plain name for old readers, the real one percent-encoded. */
export function disposition(filename: string): string {
  const whole = wellFormed(filename);
  const plain = whole.replace(/[^A-Za-z0-9._-]/g, "_");
  const encoded = encodeURIComponent(whole).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
