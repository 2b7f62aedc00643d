/**
 * One HTTP request and its whole answer, over a connection of its own, without redirections, bounded in size and time. With
 * Node's own client, because `fetch` brings a whole HTTP stack into memory.
 *
 *     const { status, body } = await ask({ tls: false, to: { host, port, path: "/ping" }, within: 3_000, most: 64 * 1024 });
 */
import { type IncomingHttpHeaders, request as plainRequest, type RequestOptions } from "node:http";

export interface HttpQuestion {
  tls: boolean;
  /** `urlToHttpOptions(url)` gives it of an address. */
  to: RequestOptions;
  method?: string;
  headers?: Record<string, string | number>;
  body?: string;
  /** Ends it early. */
  signal?: AbortSignal;
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
  const { body, headers, longest = question.most, method = "GET", most, signal, tls, to, within } = question;
  const request = tls ? (await import("node:https")).request : plainRequest;
  const limit = AbortSignal.timeout(within);
  const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
  return await new Promise((resolve, reject) => {
    const outgoing = request(
      {
        ...to,
        method,
        headers: { ...headers, ...length },
        agent: false,
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      },
      (incoming) => {
        const parts: Buffer[] = [];
        let size = 0;
        incoming.on("data", (part: Buffer) => {
          if (size < most) parts.push(part);
          size += part.length;
          if (size <= longest) return;
          // Its end may be told before that of the connection.
          reject(new AnswerTooLargeError(`more than ${longest} bytes`));
          outgoing.destroy();
        });
        incoming.on("error", fail);
        incoming.on("end", () => {
          const whole = Buffer.concat(parts).subarray(0, most);
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: whole });
        });
      },
    );
    function fail(error: Error): void {
      if (signal?.aborted) reject(signal.reason);
      else reject(limit.aborted ? new AnswerTooLateError(`no whole answer within ${within} ms`) : error);
    }
    outgoing.on("error", fail);
    outgoing.end(body);
  });
}
