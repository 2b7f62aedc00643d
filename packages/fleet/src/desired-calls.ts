/** What the sites of a group are to be set to, and where one differs: calls of the central, below `/api`. */
import {
  answer,
  backupConfigSave,
  call,
  describe,
  ntpSettings,
  personInvite,
  UPDATE_CHANNELS,
  zoneSettings,
} from "@hubwart/contract";
import * as z from "zod/mini";
import { HUB_ID } from "./subjects.ts";

const OURS = { origin: "ours", channels: "none", access: "session" } as const;

const group = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,40}$/));
const hub = z.string().check(z.regex(HUB_ID));

const person = personInvite.body.def.shape;
const MOST_PEOPLE = 100;
const MOST_AUTHORITIES = 20;

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
  authorities: z.optional(
    describe(
      z
        .array(z.string().check(z.minLength(1), z.maxLength(20_000)))
        .check(z.minLength(1), z.maxLength(MOST_AUTHORITIES)),
      "PEM, a root certificate each, that sites trust besides the usual ones; others that a site trusts stay",
    ),
  ),
  people: z.optional(
    describe(
      z.array(z.object(person)).check(z.minLength(1), z.maxLength(MOST_PEOPLE)),
      "who may sign in at each site; others stay",
    ),
  ),
  gone: z.optional(
    describe(
      z.array(person.name).check(z.minLength(1), z.maxLength(MOST_PEOPLE)),
      "names of people who may not sign in at any site any more",
    ),
  ),
});
export type DesiredSettings = z.output<typeof desiredSettings>;
export const DESIRED = [
  "channel",
  "zone",
  "time",
  "backup",
  "authorities",
  "people",
  "gone",
] as const satisfies readonly (keyof DesiredSettings)[];
export type Desired = (typeof DESIRED)[number];

/** Those that a site decides apart from what it allows the central otherwise. */
export const ENTRUSTED: readonly Desired[] = ["authorities", "people", "gone"];

/** `unknown`: it was not asked, or did not answer; `withheld`: all is as wished but for what the site does not let the central do. */
export const DRIFT_STATES = ["differs", "unknown", "withheld", "same"] as const;

/** Of a root certificate that sites are to trust. */
export const authorityShown = z.object({
  name: z.string(),
  fingerprint: describe(z.string(), "SHA-256, hexadecimal with colons"),
  until: describe(z.number(), "ms since the epoch"),
});

export const siteDrift = z.object({
  hub,
  name: z.string(),
  state: z.enum(DRIFT_STATES),
  differs: describe(z.array(z.enum(DESIRED)), "settings that are another way there"),
  details: describe(z.array(z.string()), "what is missing there or another way, one sentence each, German"),
  waiting: describe(z.array(z.string()), "names of wished people who have no password there yet"),
  withheld: describe(z.array(z.enum(DESIRED)), "wishes that the site does not let the central look after"),
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
    authorities: describe(z.array(authorityShown), "of `settings.authorities`, in the same order"),
    sites: z.array(siteDrift),
    asking: describe(z.boolean(), "sites are being asked"),
    mark: describe(z.string(), "another one with each change of the wishes"),
  }),
});

export const centralDesiredSave = call({
  ...OURS,
  method: "POST",
  path: "/desired/save",
  summary:
    "Keeps what the sites of a group are to be set to. Nothing is changed at any site. 409 where others were saved since `was`.",
  needs: "admin",
  mutates: true,
  body: z.object({
    group,
    settings: desiredSettings,
    was: z.optional(
      describe(z.string().check(z.maxLength(100)), "`mark` of the wishes that these come from"),
    ),
  }),
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

export const centralDesiredLink = call({
  ...OURS,
  method: "POST",
  path: "/desired/link",
  summary:
    "Has a site of a group make a link for a wished person, with which that person sets a password there. Told once, here, and kept nowhere.",
  needs: "admin",
  mutates: true,
  body: z.object({ group, hub, name: person.name }),
  answer: answer({
    token: z.string(),
    until: describe(z.number(), "ms since the epoch, by the site's clock"),
    hosts: describe(z.array(z.string()), "names and addresses of the site's console, as it says"),
  }),
});

export const desiredCalls = {
  centralDesired,
  centralDesiredSave,
  centralDesiredLook,
  centralDesiredApply,
  centralDesiredLink,
};
