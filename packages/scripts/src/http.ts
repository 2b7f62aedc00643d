/** One HTTP request of a script: to an allowed server, over one connection, bounded in size and time, without redirects. */
import { AnswerTooLargeError, ask } from "@hubwart/core/http";
import { SCRIPT_LIMITS } from "@hubwart/lua";
import { netErrorText } from "@hubwart/runtime/net-errors";
import { allowedTarget } from "./allowed-host.ts";
import type { HttpAnswer, HttpOrder } from "./messages.ts";
import { texts } from "./texts.ts";

/** @throws Error with a German text */
export async function scriptRequest(
  order: HttpOrder,
  allowed: readonly string[],
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const url = urlOf(order.url);
  const within = AbortSignal.any([signal, AbortSignal.timeout(SCRIPT_LIMITS.httpMs)]);
  try {
    const target = await allowedTarget(url, allowed);
    within.throwIfAborted();
    return await exchange(url, target, order, within);
  } catch (error) {
    if (within.aborted)
      throw new Error(texts.httpTooSlow(SCRIPT_LIMITS.httpMs / 1_000), {
        cause: error,
      });
    throw error instanceof Error && "code" in error
      ? new Error(netErrorText(error, url.host), { cause: error })
      : error;
  }
}

function urlOf(text: string): URL {
  try {
    return new URL(text);
  } catch {
    throw new Error(texts.addressUnreadable);
  }
}

async function exchange(
  url: URL,
  { address, family, port }: { address: string; family: 4 | 6; port: number },
  { body, headers, method }: HttpOrder,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const name = url.hostname.replace(/^\[|\]$/g, "");
  const reply = await ask({
    tls: url.protocol === "https:",
    to: {
      host: address,
      family,
      port,
      path: `${url.pathname}${url.search}`,
      servername: address === name ? undefined : name,
      maxHeaderSize: 16 * 1024,
      ...(url.username === ""
        ? {}
        : { auth: `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}` }),
    },
    method,
    headers: { ...headers, host: url.host },
    body,
    signal,
    within: SCRIPT_LIMITS.httpMs,
    most: SCRIPT_LIMITS.httpAnswerBytes,
  }).catch((error: unknown) => {
    throw error instanceof AnswerTooLargeError
      ? new Error(texts.answerTooLarge(SCRIPT_LIMITS.httpAnswerBytes / 1024))
      : error;
  });
  return {
    status: reply.status,
    headers: Object.fromEntries(Object.entries(reply.headers).map(([key, value]) => [key, String(value)])),
    body: reply.body.toString("utf8"),
  };
}
