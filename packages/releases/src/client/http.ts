/**
 * Reads from the repository's server, which may be slow, silent or somebody else's. No redirects: an address is
 * what was configured.
 */
import type { IncomingMessage } from "node:http";
import { urlToHttpOptions } from "node:url";
import { errorText, netErrorText } from "@hubwart/core";
import { begin } from "@hubwart/core/http";
import { ReleaseError } from "../errors.ts";
import { texts } from "../texts.ts";

export interface HttpLimits {
  /** ms until the head of an answer is there. */
  answer: number;
  /** ms without a byte. */
  stall: number;
  /** In each `window` ms at least `least` bytes, or the server counts as stalled: one byte now and then is no download. */
  window: number;
  least: number;
  /** ms for a whole piece of metadata. */
  metadata: number;
}

export const HTTP_LIMITS: HttpLimits = {
  answer: 15_000,
  stall: 20_000,
  window: 60_000,
  least: 30_000,
  metadata: 30_000,
};

export interface Reply {
  status: number;
  headers: IncomingMessage["headers"];
  /** Ends with a ReleaseError `unreachable` when the server is too slow or gone. To be read to its end or returned. */
  body: AsyncGenerator<Buffer, void, undefined>;
}

export async function get(
  address: string,
  headers: Record<string, string>,
  limits: HttpLimits,
  signal: AbortSignal,
): Promise<Reply> {
  const url = new URL(address);
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new SlowError("no answer in time")), limits.answer);
  const response = await begin({
    tls: url.protocol === "https:",
    to: urlToHttpOptions(url),
    headers: { "accept-encoding": "identity", ...headers },
    signal: AbortSignal.any([signal, late.signal]),
  })
    .catch((error: unknown) => Promise.reject(failure(signal, url, error)))
    .finally(() => clearTimeout(timer));
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: watched(response, url, limits, signal),
  };
}

async function* watched(
  response: IncomingMessage,
  url: URL,
  limits: HttpLimits,
  signal: AbortSignal,
): AsyncGenerator<Buffer, void, undefined> {
  let inWindow = 0;
  const end = (why: string) => response.destroy(new SlowError(why));
  const stalled = setTimeout(() => end("no byte for too long"), limits.stall);
  const pace = setInterval(() => {
    if (inWindow < limits.least) end("too slow");
    inWindow = 0;
  }, limits.window);
  try {
    for await (const chunk of response) {
      stalled.refresh();
      inWindow += (chunk as Buffer).length;
      yield chunk as Buffer;
    }
  } catch (error) {
    throw failure(signal, url, error);
  } finally {
    clearTimeout(stalled);
    clearInterval(pace);
    response.destroy();
  }
}

/** German: what a status says that is none of those expected. */
export const statusDetail = (address: string, status: number): string =>
  texts.httpStatus(new URL(address).host, status);

class SlowError extends Error {}

/** All of a small answer. */
export async function readWhole(reply: Reply, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of reply.body) {
    bytes += chunk.length;
    if (bytes > most) throw new ReleaseError("signature", `metadata of more than ${most} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function failure(signal: AbortSignal, url: URL, error: unknown): unknown {
  if (signal.aborted) return signal.reason;
  return new ReleaseError("unreachable", `${url.host}: ${errorText(error)}`, {
    cause: error,
    detail: error instanceof SlowError ? texts.tooSlow(url.host) : netErrorText(error, url.host),
  });
}
