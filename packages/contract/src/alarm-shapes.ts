/** What the calls about alarms tell. */
import * as z from "zod/mini";
import { describe } from "./define.ts";
import { unixMillis } from "./shapes.ts";

export const ALARM_VIEWS = ["open", "suppressed", "maintenance", "shelved", "all"] as const;
export type AlarmView = (typeof ALARM_VIEWS)[number];

/** What becomes of an alarm. Messages to people are not among it. */
export const LIVE_TRANSITIONS = [
  "raised",
  "cleared",
  "acked",
  "reset",
  "shelved",
  "unshelved",
  "suppressed",
  "unsuppressed",
  "commented",
  "closed",
] as const;

export const ALARM_KINDS = [...LIVE_TRANSITIONS, "told", "untold", "maintenance", "maintenanceOver"] as const;

export const perPriority = () =>
  describe(z.tuple([z.number(), z.number(), z.number(), z.number()]), "by priority, 1 first");

export const alarmCounts = z.object({
  priorities: describe(perPriority(), "standing ones that count: no suppressed, shelved or maintained ones"),
  unacked: z.number(),
  shelved: z.number(),
  suppressed: z.number(),
  maintenance: z.number(),
});

const said = { at: unixMillis(), by: z.string() };

const shelving = z.object({ by: z.string(), why: z.string(), until: unixMillis() });

export const restingAlarm = z.object({
  id: z.string(),
  source: z.string(),
  priority: z.number(),
  text: describe(z.string(), "as the project has it, placeholders and all"),
  label: z.optional(z.string()),
  area: z.optional(z.string()),
  shelved: shelving,
});

export const standingAlarm = z.object({
  nr: z.number(),
  id: z.string(),
  source: describe(z.string(), "full name of a channel or constant"),
  kind: z.string(),
  priority: describe(z.number(), "1 is the most urgent, 4 the least"),
  class: z.optional(z.string()),
  text: z.string(),
  action: z.optional(describe(z.string(), "what to do")),
  state: z.enum(["unacked", "acked", "returned", "latchedUnacked", "latchedAcked"]),
  since: unixMillis(),
  cleared: z.optional(describe(z.number(), "when the condition was over, ms since the epoch")),
  value: describe(z.unknown(), "of the channel, when the alarm came"),
  label: z.optional(z.string()),
  unit: z.optional(z.string()),
  area: z.optional(describe(z.string(), "where its channel belongs in the plant, as a path")),
  tags: z.optional(z.array(z.string())),
  acked: z.optional(z.object(said)),
  comment: z.optional(z.object({ ...said, text: z.string() })),
  shelved: z.optional(shelving),
  suppressed: z.optional(
    z.object({
      by: z.enum(["parent", "enable"]),
      parent: z.optional(describe(z.string(), "id of the alarm that explains it")),
      chan: z.optional(describe(z.string(), "channel that switches it off")),
    }),
  ),
  maintenance: z.optional(describe(z.number(), "number of the maintenance that it falls under")),
  told: z.optional(z.object({ count: z.number(), at: unixMillis() })),
});

/** `none`: the project has no alarms. `unsure`: what follows may be old. */
export const alarmState = () => z.enum(["watching", "none", "no_project", "unsure"]);

export const alarmHead = z.object({
  state: alarmState(),
  trouble: z.optional(describe(z.string(), "German: what is wrong with what keeps the alarms")),
  counts: z.optional(alarmCounts),
  worst: describe(z.array(standingAlarm), "the worst three that count"),
  changes: describe(z.number(), "another number means: ask anew"),
});

export const alarmMaintenance = z.object({
  nr: z.number(),
  scope: describe(z.string(), "a pod, or `#` and a tag"),
  by: z.string(),
  why: z.string(),
  since: unixMillis(),
  until: unixMillis(),
  ranOut: z.optional(
    describe(
      z.number(),
      "when its time was over, ms since the epoch: it hushes nothing, and waits to be ended",
    ),
  ),
});

export const alarmEvent = z.object({
  seq: z.number(),
  at: unixMillis(),
  what: z.enum(ALARM_KINDS),
  nr: describe(z.number(), "of the alarm; 0 where it is about no single one"),
  id: z.string(),
  source: z.string(),
  priority: describe(z.number(), "1 is the most urgent, 4 the least"),
  text: z.string(),
  value: z.optional(z.unknown()),
  by: z.optional(describe(z.string(), "who did it; of `told` whom")),
  why: z.optional(z.string()),
});

export type AlarmHead = z.output<typeof alarmHead>;
