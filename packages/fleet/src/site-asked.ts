/** A call of a hub's own contract, as it is asked for at the central, and its answer. */
import { answer, describe } from "@hubwart/contract";
import * as z from "zod/mini";
import { routedCall } from "./routed.ts";
import { HUB_ID } from "./subjects.ts";

export const siteAsked = z.object({
  hub: z.string().check(z.regex(HUB_ID)),
  call: describe(z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9]{0,59}$/)), "name in the contract of the hub"),
  params: z.optional(z.record(z.string(), z.string().check(z.maxLength(10_000)))),
  query: z.optional(z.record(z.string(), z.string().check(z.maxLength(10_000)))),
  body: z.optional(z.unknown()),
  match: z.optional(describe(routedCall.shape.match.def.innerType, "`If-Match` of the call")),
  watch: z.optional(
    describe(
      routedCall.shape.watch.def.innerType,
      "of the event stream: the first call of this name opens it, each brings what came since the one before; over ten seconds after the last",
    ),
  ),
});
export type SiteAsked = z.output<typeof siteAsked>;

export const siteTold = answer({
  status: describe(z.int(), "of HTTP, as the hub gave it"),
  answer: describe(z.unknown(), "what the hub answered, its own `code` included; with a `type`, text"),
  type: z.optional(describe(z.string(), "content type of an answer that is no JSON")),
  etag: z.optional(describe(z.string(), "for a later `match`")),
});
