/** What `openid-client` asks goes through here: only where it may, without redirections, bounded in time and size. */
import { urlToHttpOptions } from "node:url";
import { netErrorText } from "@hubwart/core";
import { AnswerTooLargeError, ask } from "@hubwart/core/http";
import type { CustomFetch } from "openid-client";
import { type Reach, refusal } from "./addresses.ts";
import { texts } from "./texts.ts";

/** ms for one answer, and bytes of it. */
const WITHIN = 10_000;
const MOST = 512 * 1024;
/** Answers that have no body (Fetch, 2.2.3). */
const EMPTY = new Set([101, 204, 205, 304]);

/** The service was not asked, or gave no answer. The message is German, for the log. */
export class ProviderError extends Error {}

/** @param within ms for one answer */
export function providerFetch(reach: Reach, signal: AbortSignal, within = WITHIN): CustomFetch {
  return async (address, { body, headers, method }) => {
    const url = new URL(address);
    const refused = refusal(url, reach);
    if (refused !== undefined) throw new ProviderError(refused);
    try {
      const reply = await ask({
        tls: url.protocol === "https:",
        to: urlToHttpOptions(url),
        method,
        headers: Object.fromEntries(new Headers(headers)),
        ...(body === undefined || body === null ? {} : { body: textOf(body) }),
        within,
        most: MOST,
        signal,
      });
      const type = reply.headers["content-type"];
      return new Response(EMPTY.has(reply.status) ? null : new Uint8Array(reply.body), {
        status: reply.status,
        headers: type === undefined ? {} : { "content-type": type },
      });
    } catch (error) {
      const text =
        error instanceof AnswerTooLargeError ? texts.tooLarge(url.host) : netErrorText(error, url.host);
      throw new ProviderError(text, { cause: error });
    }
  };
}

function textOf(body: unknown): string {
  if (typeof body === "string") return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new TypeError("a body that is neither text nor form");
}
