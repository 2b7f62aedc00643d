/** All sites on one page, and groups of them by a rule: calls of the central, below `/api`. */
import { answer, call, describe, LEVELS } from "@hubwart/contract";
import * as z from "zod/mini";
import { REMOTE_LEVELS } from "./messages.ts";
import { LONGEST_RULE } from "./rule/words.ts";

const OURS = { origin: "ours", channels: "none", access: "session" } as const;

/** How a site is in one word, worst first. */
export const SITE_CONDITIONS = ["fault", "away", "stopped", "warning", "new", "good", "revoked"] as const;
export type SiteCondition = (typeof SITE_CONDITIONS)[number];

const millis = (what: string) => describe(z.number(), `ms since the epoch; ${what}`);

export const siteRow = z.object({
  hub: z.string(),
  name: z.string(),
  customer: z.string(),
  tags: z.array(z.string()),
  condition: describe(z.enum(SITE_CONDITIONS), "from what the hub reported last, and when"),
  online: z.boolean(),
  seen: millis("by the central's clock; 0: never"),
  version: describe(z.string(), "empty: it never reported"),
  may: describe(z.enum(REMOTE_LEVELS), "what people of the central may do there at most"),
  project: z.optional(z.object({ name: z.string(), version: z.string() })),
  license: z.optional(z.object({ valid: z.boolean(), until: z.optional(millis("without: no end")) })),
  backup: z.optional(millis("of the last kept one; 0: none")),
  findings: z.optional(
    z.object({
      count: z.int(),
      worst: describe(z.int(), "0 none, 1 notice, 2 warning, 3 fault"),
      text: describe(z.string(), "of one of the worst, in the hub's words"),
    }),
  ),
  alarms: z.optional(z.object({ standing: z.int(), unacked: z.int() })),
});
export type SiteRow = z.output<typeof siteRow>;

const group = {
  id: z.string(),
  name: z.string(),
  rule: z.string(),
};
export const siteGroup = z.object({ ...group, sites: describe(z.int(), "that are in it now") });
export type SiteGroup = z.output<typeof siteGroup>;

const id = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,40}$/));
const rule = describe(
  z.string().check(z.trim(), z.minLength(1), z.maxLength(LONGEST_RULE)),
  "such as `version < 0.5 and tag hotel`",
);

export const centralOverview = call({
  ...OURS,
  method: "GET",
  path: "/sites/overview",
  summary:
    "All sites in short, those found by a search, a rule or a group; and how many there are of each condition.",
  needs: "see",
  mutates: false,
  query: z.object({
    search: z.optional(describe(z.string().check(z.maxLength(200)), "words that all have to occur")),
    rule: z.optional(rule),
    group: z.optional(id),
  }),
  answer: answer({
    central: z.string(),
    at: millis("the central's clock"),
    me: z.object({ name: z.string(), level: z.enum(LEVELS) }),
    total: describe(z.int(), "sites there are, found or not"),
    conditions: describe(z.record(z.enum(SITE_CONDITIONS), z.int()), "of all sites"),
    sites: z.array(siteRow),
    groups: z.array(siteGroup),
  }),
});

export const centralGroupSave = call({
  ...OURS,
  method: "POST",
  path: "/groups/save",
  summary: "Keeps a rule under a name; with the id of a group, changes it.",
  needs: "admin",
  mutates: true,
  body: z.object({
    id: z.optional(id),
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60), z.regex(/^\P{C}*$/u)),
    rule,
  }),
  answer: answer({ id: z.string() }),
});

export const centralGroupRemove = call({
  ...OURS,
  method: "POST",
  path: "/groups/remove",
  summary: "Forgets a group; its sites stay.",
  needs: "admin",
  mutates: true,
  body: z.object({ id }),
  answer: answer({}),
});
