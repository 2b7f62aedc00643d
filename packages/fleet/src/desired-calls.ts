/** What the sites of a group are to be set to, and where one differs: calls of the central, below `/api`. */
import {
  answer,
  backupConfigSave,
  call,
  describe,
  ntpSettings,
  UPDATE_CHANNELS,
  zoneSettings,
} from "@hubwart/contract";
import * as z from "zod/mini";
import { HUB_ID } from "./subjects.ts";

const OURS = { origin: "ours", channels: "none", access: "session" } as const;

const group = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,40}$/));
const hub = z.string().check(z.regex(HUB_ID));

/** What is left out is each site's own matter. */
export const desiredSettings = z.object({
  channel: z.optional(describe(z.enum(UPDATE_CHANNELS), "from which releases come")),
  zone: z.optional(zoneSettings.def.shape.zone),
  time: z.optional(describe(z.pick(ntpSettings, { server: true, fallback: true }), "time servers")),
  backup: z.optional(
    describe(
      z.pick(backupConfigSave.body, { use: true, mode: true, time: true, wday: true, mday: true }),
      "when backups are made",
    ),
  ),
});
export type DesiredSettings = z.output<typeof desiredSettings>;
export const DESIRED = [
  "channel",
  "zone",
  "time",
  "backup",
] as const satisfies readonly (keyof DesiredSettings)[];
export type Desired = (typeof DESIRED)[number];

/** `unknown`: it was not asked, or did not answer. */
export const DRIFT_STATES = ["differs", "unknown", "same"] as const;

export const siteDrift = z.object({
  hub,
  name: z.string(),
  state: z.enum(DRIFT_STATES),
  differs: describe(z.array(z.enum(DESIRED)), "settings that are another way there"),
  reason: describe(z.string(), "why nothing is known of it, German; otherwise empty"),
  at: describe(z.number(), "ms since the epoch when it answered; 0: it was not asked"),
});
export type SiteDrift = z.output<typeof siteDrift>;

export const centralDesired = call({
  ...OURS,
  method: "GET",
  path: "/desired",
  summary: "What the sites of a group are to be set to, and how each was when it was last asked.",
  needs: "see",
  mutates: false,
  query: z.object({ group }),
  answer: answer({
    settings: desiredSettings,
    sites: z.array(siteDrift),
    asking: describe(z.boolean(), "sites are being asked"),
  }),
});

export const centralDesiredSave = call({
  ...OURS,
  method: "POST",
  path: "/desired/save",
  summary: "Keeps what the sites of a group are to be set to. Nothing is changed at any site.",
  needs: "admin",
  mutates: true,
  body: z.object({ group, settings: desiredSettings }),
  answer: answer({}),
});

export const centralDesiredLook = call({
  ...OURS,
  method: "POST",
  path: "/desired/look",
  summary: "Asks the sites of a group how they are set, with what each allows the caller. Answers at once.",
  needs: "engineer",
  mutates: false,
  body: z.object({ group }),
  answer: answer({}),
});

export const centralDesiredApply = call({
  ...OURS,
  method: "POST",
  path: "/desired/apply",
  summary:
    "Sets sites of a group as they are to be, where they differ; each change is one at the site, in the caller's name. Says of each what it is afterwards.",
  needs: "admin",
  mutates: true,
  body: z.object({ group, hubs: z.array(hub).check(z.minLength(1), z.maxLength(20)) }),
  answer: answer({ sites: z.array(siteDrift) }),
});

export const desiredCalls = { centralDesired, centralDesiredSave, centralDesiredLook, centralDesiredApply };
