/** What a site answered, as the answer of a device; held against the call's shape, since it is what a stranger says. */
import { type AnswerOf, type CallSpec, CODES } from "@hubwart/contract";
import type { centralSiteAsk } from "@hubwart/fleet/calls";
import * as z from "zod/mini";
import { fleetTexts } from "../../texts/index.ts";

export type Told = AnswerOf<typeof centralSiteAsk>;

const refused = z.looseObject({ code: z.number() });

export function responseOf(call: CallSpec, { answer, etag, status, type }: Told): Response {
  if (type !== undefined)
    return new Response(String(answer), { status, headers: { "content-type": `${type}; charset=utf-8` } });
  const failed = refused.safeParse(answer);
  const told =
    failed.success && failed.data.code !== CODES.ok
      ? failed
      : z.safeParse(call.answer ?? z.object({}), answer);
  if (!told.success) return refusal(502, CODES.serverError, fleetTexts.otherVersion);
  return new Response(JSON.stringify(told.data), {
    status,
    headers: { ...(etag !== undefined && { etag }) },
  });
}

export const refusal = (status: number, code: number, message: string): Response =>
  new Response(JSON.stringify({ code, message }), { status });
