/** Calls of the central over what its sites recorded and sent on. */
import { answer, call, describe } from "@hubwart/contract";
import * as z from "zod/mini";
import { HUB_ID } from "./subjects.ts";

const OURS = {
  origin: "ours",
  channels: "none",
  access: "session",
  method: "GET",
  mutates: false,
  needs: "see",
} as const;

const millis = () => z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1e14));

/** Of a page. */
export const MOST_HISTORY_SITES = 200;

export const centralHistory = call({
  ...OURS,
  path: "/sites/history",
  summary: "What one channel had at several sites, by the values that they recorded and sent on.",
  query: z.object({
    channel: z.string().check(z.minLength(1), z.maxLength(500)),
    from: describe(millis(), "ms since the epoch"),
    to: millis(),
    points: describe(
      z._default(z.coerce.number().check(z.int(), z.minimum(10), z.maximum(1_000)), 300),
      "of each site, about",
    ),
    hub: z.optional(z.string().check(z.regex(HUB_ID))),
    customer: z.optional(z.string().check(z.maxLength(40))),
    tag: z.optional(z.string().check(z.maxLength(40))),
  }),
  answer: answer({
    step: describe(z.number(), "width of a point, ms"),
    series: describe(
      z.array(
        z.object({
          hub: z.string(),
          name: describe(z.string(), "of the site"),
          points: describe(
            z.array(z.tuple([z.number(), z.number(), z.number(), z.number()])),
            "beginning (ms since the epoch), minimum, maximum, mean; none where there was no number",
          ),
          unread: describe(z.int(), "files of the site that could not be read"),
        }),
      ),
      "of sites that have the channel",
    ),
    left: describe(z.int(), "sites for which there was no time: a shorter span or fewer sites have all"),
  }),
});

export const centralHistoryOf = call({
  ...OURS,
  path: "/sites/history/of",
  summary: "What there is of the recorded values of one site, and its channels by the newest of them.",
  query: z.object({ hub: z.string().check(z.regex(HUB_ID)) }),
  answer: answer({
    span: z.optional(z.object({ from: z.number(), to: z.number(), bytes: z.number() })),
    channels: z.array(z.string()),
  }),
});

export const historyCalls = { centralHistory, centralHistoryOf };
