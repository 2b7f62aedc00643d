/** One HTTP request of a script: to an allowed server, over one connection, bounded in size and time, without redirects. */
import http from "node:http";
import https from "node:https";
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

function exchange(
  url: URL,
  { address, family, port }: { address: string; family: 4 | 6; port: number },
  { body, headers, method }: HttpOrder,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const client = url.protocol === "https:" ? https : http;
    const name = url.hostname.replace(/^\[|\]$/g, "");
    const request = client.request({
      method,
      host: address,
      family,
      port,
      path: `${url.pathname}${url.search}`,
      headers: { ...headers, host: url.host, "content-length": Buffer.byteLength(body) },
      servername: address === name ? undefined : name,
      agent: false,
      signal,
      maxHeaderSize: 16 * 1024,
      ...(url.username === ""
        ? {}
        : { auth: `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}` }),
    });
    request.on("error", reject);
    request.on("response", (response) => {
      const parts: Buffer[] = [];
      let size = 0;
      response.on("data", (part: Buffer) => {
        size += part.length;
        parts.push(part);
        if (size > SCRIPT_LIMITS.httpAnswerBytes) {
          request.destroy();
          reject(new Error(texts.answerTooLarge(SCRIPT_LIMITS.httpAnswerBytes / 1024)));
        }
      });
      response.on("error", reject);
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(
            Object.entries(response.headers).map(([key, value]) => [key, String(value)]),
          ),
          body: Buffer.concat(parts).toString("utf8"),
        }),
      );
    });
    request.end(body);
  });
}
