/**
 * One HTTP request, over a connection of its own and without redirections: with its whole answer, bounded in size and time, or
 * with one to be read piece by piece. With Node's own client, because `fetch` brings a whole HTTP stack into memory.
 *
 *     const { status, body } = await ask({ tls: false, to: { host, port, path: "/ping" }, within: 3_000, most: 64 * 1024 });
 *     for await (const part of await begin({ tls: false, to, signal })) …
 */
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as plainRequest,
  type RequestOptions,
} from "node:http";

export interface HttpRequest {
  tls: boolean;
  /** `urlToHttpOptions(url)` gives it of an address. */
  to: RequestOptions & { servername?: string | undefined };
  method?: string;
  headers?: Record<string, string | number>;
  body?: string;
  /** Ends it early, also while its answer is read. */
  signal?: AbortSignal;
}

export interface HttpQuestion extends HttpRequest {
  /** ms for all of it. */
  within: number;
  /** Bytes that are kept of the answer's body. */
  most: number;
  /** Bytes after which it is broken off; up to them the rest is passed over. `most` if left out. */
  longest?: number;
}

export interface HttpReply {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export class AnswerTooLargeError extends Error {}

/** Its code is that of a system call that took too long, for `netErrorText`. */
export class AnswerTooLateError extends Error {
  readonly code = "ETIMEDOUT";
}

/**
 * @throws AnswerTooLargeError, AnswerTooLateError, the reason of `signal`'s end, or the system's error. An answer that
 * is cut off is an error too.
 */
export async function ask(question: HttpQuestion): Promise<HttpReply> {
  const { longest = question.most, most, signal, within } = question;
  const limit = AbortSignal.timeout(within);
  try {
    const all = signal ? AbortSignal.any([signal, limit]) : limit;
    const answer = await begin({ ...question, signal: all });
    const body = await readUpTo(answer, most, longest);
    return { status: answer.statusCode ?? 0, headers: answer.headers, body };
  } catch (error) {
    signal?.throwIfAborted();
    throw limit.aborted ? new AnswerTooLateError(`no whole answer within ${within} ms`) : error;
  }
}

/**
 * Once the head of the answer is there. Reading the rest throws where it is cut off, bounds nothing, and ends the connection when
 * the loop is left.
 */
export async function begin(asked: HttpRequest): Promise<IncomingMessage> {
  const { body, headers, method = "GET", signal, tls, to } = asked;
  const request = tls ? (await import("node:https")).request : plainRequest;
  const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
  return await new Promise((resolve, reject) => {
    const outgoing = request({
      ...to,
      method,
      headers: { ...headers, ...length },
      agent: false,
      ...(signal ? { signal } : {}),
    });
    outgoing.once("response", (answer) => {
      // Whoever reads is told of what comes before that as well.
      answer.on("error", () => undefined);
      resolve(answer);
    });
    outgoing.on("error", (error) => reject(signal?.aborted ? signal.reason : error));
    outgoing.end(body);
  });
}

/** Leaving the loop ends the connection. */
async function readUpTo(answer: IncomingMessage, most: number, longest: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    if (size < most) parts.push(part);
    size += part.length;
    if (size > longest) throw new AnswerTooLargeError(`more than ${longest} bytes`);
  }
  return Buffer.concat(parts).subarray(0, most);
}
