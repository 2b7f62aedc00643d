/** What a site answered, as the answer of a device. */
import type { AnswerOf } from "@hubwart/contract";
import type { centralSiteAsk } from "@hubwart/fleet/calls";

export function responseOf({ answer, etag, status, type }: AnswerOf<typeof centralSiteAsk>): Response {
  const headers = { "content-type": type ?? "application/json", ...(etag !== undefined && { etag }) };
  return new Response(type === undefined ? JSON.stringify(answer) : String(answer), { status, headers });
}
