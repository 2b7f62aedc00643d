/** Updates and projects that go over many sites in stages: calls of the central, below `/api`. */
import { answer, call, describe } from "@hubwart/contract";
import * as z from "zod/mini";
import { LONGEST_RULE } from "./rule/words.ts";
import { HUB_ID } from "./subjects.ts";

const OURS = { origin: "ours", channels: "none", access: "session" } as const;

/** Open ones first. */
export const ROLLOUT_STATES = ["running", "paused", "stopped", "done", "ended"] as const;
export type RolloutState = (typeof ROLLOUT_STATES)[number];

/** What became of a site, worst first. */
export const ROLLOUT_SITE_STATES = ["failed", "begun", "trial", "waiting", "good"] as const;
export type RolloutSiteState = (typeof ROLLOUT_SITE_STATES)[number];

const millis = (what: string) => describe(z.number(), `ms since the epoch; ${what}`);
const id = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,40}$/));
const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));
export const rolloutWindow = describe(
  z.object({ from: timeOfDay, to: timeOfDay }),
  "only between these times of day of the central's zone, also over midnight, an update is begun",
);
const rolloutVersion = z
  .string()
  .check(z.maxLength(60), z.regex(/^\d{1,6}(\.\d{1,6}){1,3}(-[A-Za-z0-9.-]{1,40})?$/));

const rolloutProject = z.object({
  id: z.string(),
  name: z.string(),
  changed: millis("when the file was uploaded that the sites are to run"),
  back: z.optional(describe(z.string(), "the rollout whose sites get what ran there before")),
});

const row = {
  id: z.string(),
  version: describe(z.string(), "that all sites are to have; empty where it is a project"),
  project: z.optional(describe(rolloutProject, "that all sites of its table are to run")),
  rule: describe(z.string(), "which sites; empty: all"),
  window: z.optional(rolloutWindow),
  state: describe(
    z.enum(ROLLOUT_STATES),
    "paused: by a person; stopped: since a site did not stand it; ended: by a person, for good",
  ),
  reason: describe(z.string(), "why it is paused or stopped, German; otherwise empty"),
  by: describe(z.string(), "in whose name sites are updated"),
  began: millis("when it was begun"),
  stage: describe(z.int(), "1: one site; 2: a tenth of all; 3: the rest, a tenth at a time"),
  counts: describe(z.record(z.enum(ROLLOUT_SITE_STATES), z.int()), "of its sites"),
};
export const rolloutRow = z.object(row);
export type RolloutRow = z.output<typeof rolloutRow>;

export const rolloutSite = z.object({
  hub: z.string().check(z.regex(HUB_ID)),
  name: z.string(),
  state: z.enum(ROLLOUT_SITE_STATES),
  reason: describe(z.string(), "why it waits or failed, German; otherwise empty"),
  at: millis("since when it is so"),
});
export type RolloutSite = z.output<typeof rolloutSite>;

export const centralRollouts = call({
  ...OURS,
  method: "GET",
  path: "/rollouts",
  summary: "Updates in stages, the newest first.",
  needs: "see",
  mutates: false,
  answer: answer({ rollouts: z.array(rolloutRow) }),
});

export const centralRollout = call({
  ...OURS,
  method: "GET",
  path: "/rollouts/one",
  summary: "One of them with all its sites.",
  needs: "see",
  mutates: false,
  query: z.object({ id }),
  answer: answer({ rollout: rolloutRow, sites: z.array(rolloutSite) }),
});

export const centralRolloutBegin = call({
  ...OURS,
  method: "POST",
  path: "/rollouts/begin",
  summary:
    "Brings sites to a version: first one, then a tenth, then the rest. It stops by itself where a site does not stand the version. Sites that come into the rule later are taken as well.",
  needs: "admin",
  mutates: true,
  body: z.object({
    version: rolloutVersion,
    rule: z._default(
      describe(
        z.string().check(z.trim(), z.maxLength(LONGEST_RULE)),
        "such as `tag hotel`; empty: all sites",
      ),
      "",
    ),
    window: z.optional(rolloutWindow),
  }),
  answer: answer({ id: z.string() }),
});

export const centralProjectPublish = call({
  ...OURS,
  method: "POST",
  path: "/projects/publish",
  summary:
    "Has the sites of a project run it as it is now: first one, then a tenth, then the rest, each after its own check. It stops by itself where a site does not stand it.",
  needs: "engineer",
  mutates: true,
  body: z.object({ id, window: z.optional(rolloutWindow) }),
  answer: answer({ id: describe(z.string(), "of the rollout") }),
});

export const centralProjectBack = call({
  ...OURS,
  method: "POST",
  path: "/projects/back",
  summary:
    "Has the sites that a rollout of a project reached run again what ran there before, in stages as well. A site that runs something else by now stays as it is.",
  needs: "engineer",
  mutates: true,
  body: z.object({ rollout: id, window: z.optional(rolloutWindow) }),
  answer: answer({ id: describe(z.string(), "of the rollout that puts back") }),
});

export const centralRolloutSet = call({
  ...OURS,
  method: "POST",
  path: "/rollouts/set",
  summary:
    "Pauses one, goes on with it in the caller's name (also after it stopped: sites that failed stay as they are), or ends it. What is under way at sites goes on. For an update by who manages the central.",
  needs: "engineer",
  mutates: true,
  body: z.object({ id, does: z.enum(["pause", "resume", "end"]) }),
  answer: answer({}),
});

export const rolloutCalls = {
  centralRollouts,
  centralRollout,
  centralRolloutBegin,
  centralProjectPublish,
  centralProjectBack,
  centralRolloutSet,
};
