/** Calls of the central over what its sites sent on of their journals (`feeds.ts`). */
import { answer, call, describe } from "@hubwart/contract";
import * as z from "zod/mini";
import { alarmEntry, changeEntry } from "./feeds.ts";
import { FEEDS, HUB_ID } from "./subjects.ts";

const OURS = {
  origin: "ours",
  channels: "none",
  access: "session",
  method: "GET",
  mutates: false,
} as const;

const whole = (least: number, most = Number.MAX_SAFE_INTEGER) =>
  z.coerce.number().check(z.int(), z.minimum(least), z.maximum(most));
const words = z.string().check(z.maxLength(200));
const millis = () => describe(z.number(), "ms since the epoch");

const search = {
  hub: z.optional(z.string().check(z.regex(HUB_ID))),
  customer: z.optional(z.string().check(z.maxLength(40))),
  tag: z.optional(z.string().check(z.maxLength(40))),
  text: describe(z.optional(words), "part of the entry's texts, whatever its case"),
  from: describe(z.optional(whole(0)), "ms since the epoch, by the clock of the hub"),
  to: z.optional(whole(0)),
  before: describe(z.optional(whole(1)), "`place` of the last entry of the page before"),
  limit: z._default(whole(1, 500), 100),
};

const received = {
  place: describe(z.int(), "rises with each arrival"),
  hub: z.string(),
  name: describe(z.string(), "of the site"),
  received: millis(),
};

export const centralSiteAlarms = call({
  ...OURS,
  path: "/sites/alarms",
  summary: "What became of alarms at all sites that share it, the newest arrival first.",
  needs: "see",
  query: z.object({
    ...search,
    what: describe(z.optional(z.string().check(z.maxLength(40))), "raised, acked, cleared, …"),
    priority: z.optional(whole(1, 4)),
  }),
  answer: answer({ entries: z.array(z.object({ ...received, ...alarmEntry.def.shape })) }),
});

export const centralSiteChanges = call({
  ...OURS,
  path: "/sites/changes",
  summary: "The change logs of all sites that share them, the newest arrival first.",
  needs: "admin",
  query: z.object({ ...search, call: z.optional(z.string().check(z.maxLength(100))) }),
  answer: answer({ entries: z.array(z.object({ ...received, ...changeEntry.def.shape })) }),
});

export const centralSiteFeeds = call({
  ...OURS,
  path: "/sites/feeds",
  summary: "How far the central has the journals of its sites.",
  needs: "see",
  answer: answer({
    feeds: z.array(
      z.object({
        hub: z.string(),
        feed: z.enum(FEEDS),
        seq: describe(z.int(), "of the last entry that is here"),
        at: describe(z.number(), "ms since the epoch, by the clock of the hub"),
        received: millis(),
        gaps: describe(z.int(), "how often the journal of the hub no longer had all that came before"),
      }),
    ),
  }),
});

export const siteLogCalls = { centralSiteAlarms, centralSiteChanges, centralSiteFeeds };
