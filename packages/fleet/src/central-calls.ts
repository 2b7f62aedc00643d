/** The central's own calls, described as those of a hub are (`@hubwart/contract`); below `/api`. */
import { answer, call, describe } from "@hubwart/contract";
import * as z from "zod/mini";
import { backupCalls } from "./backup-calls.ts";
import { desiredCalls } from "./desired-calls.ts";
import { historyCalls } from "./history-calls.ts";
import { centralJoin } from "./join-call.ts";
import { hubState } from "./messages.ts";
import { centralGroupRemove, centralGroupSave, centralOverview } from "./overview-calls.ts";
import { peopleCalls } from "./people-calls.ts";
import { projectCalls } from "./project-calls.ts";
import { rolloutCalls } from "./rollout-calls.ts";
import { siteAsked, siteTold } from "./site-asked.ts";
import { siteLogCalls } from "./site-log-calls.ts";
import { HUB_ID } from "./subjects.ts";
import { transferCalls } from "./transfer-calls.ts";

export { CENTRAL_PREFIX } from "./join-call.ts";
export type { SiteAsked } from "./site-asked.ts";

/** One line of printable characters. */
const line = (most: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(most), z.regex(/^\P{C}*$/u));
const tag = z.string().check(z.regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,39}$/u));
const customer = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/));
const hub = z.string().check(z.regex(HUB_ID));
const millis = () => describe(z.number(), "ms since the epoch");

const site = {
  name: line(200),
  customer: z._default(customer, "main"),
  tags: z._default(z.array(tag).check(z.maxLength(20)), []),
};

export const siteShown = z.object({
  hub,
  name: z.string(),
  customer: z.string(),
  tags: z.array(z.string()),
  joined: millis(),
  revoked: describe(z.number(), "ms since the epoch; 0: it is not"),
  seen: describe(z.number(), "ms since the epoch, by the central's clock; 0: never"),
  online: z.boolean(),
  state: z.optional(hubState),
});
export type SiteShown = z.output<typeof siteShown>;

const OURS = { origin: "ours", channels: "none", access: "session" } as const;

export const centralCodeCreate = call({
  ...OURS,
  method: "POST",
  path: "/codes/create",
  summary: "Makes a code with which one hub may join within 15 minutes. Told once, here.",
  needs: "admin",
  mutates: true,
  body: z.object(site),
  answer: answer({ code: z.int(), join: z.string(), expires: millis() }),
});

export const centralSites = call({
  ...OURS,
  method: "GET",
  path: "/sites",
  summary: "Sites with all that their hubs reported last.",
  needs: "see",
  mutates: false,
  query: z.object({ hub: z.optional(describe(hub, "this one alone; none where there is none of this id")) }),
  answer: answer({ sites: z.array(siteShown), central: z.string() }),
});

export const centralSiteRevoke = call({
  ...OURS,
  method: "POST",
  path: "/sites/revoke",
  summary:
    "Ends the connection of a hub at once, and refuses its key from then on. To come back it has to join anew.",
  needs: "admin",
  mutates: true,
  body: z.object({ hub }),
  answer: answer({}),
});

export const centralSiteAsk = call({
  ...OURS,
  method: "POST",
  path: "/sites/ask",
  summary:
    "Makes a call of a hub's own contract there that changes nothing, with what the site allows the central and what the person may, whichever is less.",
  needs: "see",
  mutates: false,
  body: siteAsked,
  answer: siteTold,
});

export const centralSiteAct = call({
  ...OURS,
  method: "POST",
  path: "/sites/act",
  summary:
    "The same for a call that changes something. It is in the change log of the hub with the name of the person, and in that of the central.",
  needs: "operate",
  mutates: true,
  body: siteAsked,
  answer: siteTold,
});

export const centralAudit = call({
  ...OURS,
  method: "GET",
  path: "/audit",
  summary: "The central's change log, newest first.",
  needs: "admin",
  mutates: false,
  query: z.object({
    before: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 100),
  }),
  answer: answer({
    entries: z.array(
      z.object({
        id: z.number(),
        at: millis(),
        who: z.string(),
        address: z.string(),
        call: z.string(),
        code: z.number(),
        detail: z.unknown(),
      }),
    ),
  }),
});

export const centralCalls = {
  centralJoin,
  centralCodeCreate,
  centralSites,
  centralSiteRevoke,
  centralSiteAsk,
  centralSiteAct,
  centralOverview,
  centralGroupSave,
  centralGroupRemove,
  centralAudit,
  ...peopleCalls,
  ...siteLogCalls,
  ...historyCalls,
  ...rolloutCalls,
  ...desiredCalls,
  ...projectCalls,
  ...backupCalls,
  ...transferCalls,
};
export type CentralCallName = keyof typeof centralCalls;
