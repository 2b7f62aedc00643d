/** Calls of the central over what its sites recorded and sent on. */
import { type AnswerOf, answer, call, chartCorrections, describe } from "@hubwart/contract";
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

/** Of one question. */
export const MOST_HISTORY_SITES = 200;

const chosen = {
  hub: z.optional(z.string().check(z.regex(HUB_ID))),
  group: describe(z.optional(z.string().check(z.maxLength(40))), "id; neither: all sites"),
};

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
    ...chosen,
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
          corrected: z.optional(chartCorrections()),
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
  summary:
    "Of which sites there are recorded values, and the channels of some of them by their newest values.",
  query: z.object(chosen),
  answer: answer({
    sites: z.array(
      z.object({
        hub: z.string(),
        name: describe(z.string(), "of the site"),
        from: describe(z.number(), "ms since the epoch, to the quarter of an hour or the day"),
        to: z.number(),
        bytes: z.number(),
      }),
    ),
    channels: z.array(z.string()),
  }),
});
export type SiteHistoryRow = AnswerOf<typeof centralHistoryOf>["sites"][number];

export const historyCalls = { centralHistory, centralHistoryOf };
