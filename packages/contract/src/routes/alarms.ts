/** Alarms of the running project: those that stand, what became of others, and what people do about them. */
import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import { LIMITS } from "../limits.ts";
import { queryInt, unixMillis } from "../shapes.ts";

export const ALARM_VIEWS = ["open", "suppressed", "maintenance", "shelved", "all"] as const;
export type AlarmView = (typeof ALARM_VIEWS)[number];

export const ALARM_KINDS = [
  "raised",
  "cleared",
  "acked",
  "reset",
  "shelved",
  "unshelved",
  "suppressed",
  "unsuppressed",
  "commented",
  "told",
  "untold",
  "closed",
  "maintenance",
  "maintenanceOver",
] as const;

const nr = () => describe(z.int().check(z.minimum(1)), "number of this occurrence, never given twice");
const nrs = () => z.array(nr()).check(z.minLength(1), z.maxLength(LIMITS.alarmsAtOnce));
/** Whatever people write about an alarm. */
const words = () =>
  z.string().check(z.trim(), z.minLength(1, "Bitte geben Sie etwas ein."), z.maxLength(LIMITS.alarmWordsMax));
const minutes = (most: number) => z.int().check(z.minimum(1), z.maximum(most));
/** Text that id, source or text contain, whatever its case. */
const part = () => z.string().check(z.maxLength(200));
const time = () => queryInt(0, Number.MAX_SAFE_INTEGER);

const perPriority = () =>
  describe(z.tuple([z.number(), z.number(), z.number(), z.number()]), "by priority, 1 first");

export const alarmCounts = z.object({
  priorities: describe(perPriority(), "standing ones that count: no suppressed, shelved or maintained ones"),
  unacked: z.number(),
  shelved: z.number(),
  suppressed: z.number(),
  maintenance: z.number(),
});

const said = { at: unixMillis(), by: z.string() };

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
  tags: z.optional(z.array(z.string())),
  acked: z.optional(z.object(said)),
  comment: z.optional(z.object({ ...said, text: z.string() })),
  shelved: z.optional(z.object({ by: z.string(), why: z.string(), until: unixMillis() })),
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
const state = () => z.enum(["watching", "none", "no_project", "unsure"]);

export const alarmHead = z.object({
  state: state(),
  trouble: z.optional(describe(z.string(), "German: what is wrong with what keeps the alarms")),
  counts: z.optional(alarmCounts),
  worst: describe(z.array(standingAlarm), "the worst three that count"),
  changes: describe(z.number(), "another number means: ask anew"),
});

const maintenance = z.object({
  nr: z.number(),
  scope: describe(z.string(), "a pod, or `#` and a tag"),
  by: z.string(),
  why: z.string(),
  since: unixMillis(),
  until: unixMillis(),
});

const shown = {
  text: z.optional(part()),
  view: z.optional(z.enum(ALARM_VIEWS)),
};
/** `2` or `1,2`. */
const priorities = () =>
  describe(z.string().check(z.regex(/^[1-4](,[1-4]){0,3}$/, "Erlaubt ist zum Beispiel 1,2.")), "1,2");

export const alarmLook = call({
  method: "GET",
  path: "/alarms",
  summary: "Alarms that stand, worst first, with their counts, maintenance and classes.",
  access: "session",
  origin: "ours",
  mutates: false,
  watchesOnly: true,
  query: z.object({
    ...shown,
    priority: z.optional(priorities()),
    offset: z.optional(queryInt(0, LIMITS.alarmsStanding)),
    limit: z.optional(queryInt(1, 500)),
  }),
  answer: answer({
    state: state(),
    trouble: z.optional(z.string()),
    alarms: describe(z.number(), "that the project has"),
    counts: alarmCounts,
    standing: z.array(standingAlarm),
    total: describe(z.number(), "that match, `offset` and `limit` aside"),
    unacked: describe(z.number(), "of those that match"),
    maintenance: z.array(maintenance),
    classes: z.array(z.object({ id: z.string(), ways: z.array(z.string()) })),
  }),
  statuses: [503],
});

const search = {
  from: time(),
  to: time(),
  text: z.optional(part()),
  what: z.optional(
    describe(z.string().check(z.maxLength(200)), `comma-separated: ${ALARM_KINDS.join(", ")}`),
  ),
  priority: z.optional(priorities()),
};

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

export const alarmHistory = call({
  method: "GET",
  path: "/alarms/history",
  summary: "What became of alarms, newest first. Times in ms since the epoch.",
  access: "session",
  origin: "ours",
  mutates: false,
  watchesOnly: true,
  query: z.object({
    ...search,
    offset: z.optional(queryInt(0, 1_000_000)),
    limit: z.optional(queryInt(1, 500)),
  }),
  answer: answer({ events: z.array(alarmEvent), total: z.number() }),
  statuses: [503],
});

export const alarmHistoryDownload = call({
  method: "GET",
  path: "/alarms/history/download",
  summary: "The history as CSV (RFC 4180, semicolons, UTF-8 with BOM), newest first, at most 100,000 lines.",
  access: "session",
  origin: "ours",
  mutates: false,
  query: z.object(search),
  content: "text/csv",
  statuses: [503],
});

const counted = z.object({ id: z.string(), text: z.string(), count: z.number() });

export const alarmFigures = call({
  method: "GET",
  path: "/alarms/figures",
  summary:
    "How the alarms behave, after ISA-18.2 and EEMUA 191. Times in ms since the epoch, at most 366 days.",
  access: "session",
  origin: "ours",
  mutates: false,
  watchesOnly: true,
  query: z.object({ from: time(), to: time() }),
  answer: answer({
    from: unixMillis(),
    to: unixMillis(),
    raised: z.number(),
    rate: describe(z.number(), "per ten minutes, on average"),
    peak: z.object({ at: unixMillis(), count: describe(z.number(), "within ten minutes") }),
    floods: describe(z.number(), "ten-minute spans with more than ten alarms"),
    worst: describe(
      z.array(z.extend(counted, { share: describe(z.number(), "of all, 0 to 1") })),
      "most often raised first, at most ten",
    ),
    chattering: describe(z.array(counted), "raised at least three times within a minute"),
    stale: describe(z.number(), "standing for more than a day"),
    priorities: perPriority(),
    ack_time: z.optional(
      describe(
        z.object({ median: z.number(), p90: z.number() }),
        "ms from coming to acknowledgement, of those that were",
      ),
    ),
  }),
  statuses: [503],
});

/** Numbers, or all that a filter shows. */
const which = z.object({
  nrs: z.optional(nrs()),
  all: z.optional(
    describe(
      z.object({ ...shown, priority: z.optional(priorities()) }),
      "instead of numbers: all that `/alarms` shows with this",
    ),
  ),
});
const done = answer({ done: describe(z.int(), "how many it was right for") });

export const alarmAck = call({
  method: "POST",
  path: "/alarms/ack",
  summary: "Acknowledges alarms.",
  access: "session",
  origin: "ours",
  mutates: true,
  body: which,
  answer: done,
  statuses: [503],
});

export const alarmReset = call({
  method: "POST",
  path: "/alarms/reset",
  summary: "Resets latched alarms whose condition is over.",
  access: "session",
  origin: "ours",
  mutates: true,
  body: which,
  answer: done,
  statuses: [503],
});

export const alarmShelve = call({
  method: "POST",
  path: "/alarms/shelve",
  summary: "Nobody is told of these alarms for a while.",
  access: "session",
  origin: "ours",
  mutates: true,
  body: z.object({ nrs: nrs(), why: words(), minutes: minutes(LIMITS.alarmShelveMinutesMax) }),
  answer: done,
  statuses: [503],
});

export const alarmUnshelve = call({
  method: "POST",
  path: "/alarms/unshelve",
  summary: "Takes shelved alarms up again.",
  access: "session",
  origin: "ours",
  mutates: true,
  body: z.object({ nrs: nrs() }),
  answer: done,
  statuses: [503],
});

export const alarmComment = call({
  method: "POST",
  path: "/alarms/comment",
  summary: "Writes a comment to an alarm, in place of the last one.",
  access: "session",
  origin: "ours",
  mutates: true,
  body: z.object({ nr: nr(), text: words() }),
  answer: answer({}),
  statuses: [503],
});

export const alarmMaintain = call({
  method: "POST",
  path: "/alarms/maintenance",
  summary: "Begins maintenance of a pod or a tag: its alarms are recorded, and nobody is told.",
  access: "session",
  origin: "ours",
  mutates: true,
  body: z.object({
    scope: describe(
      z
        .string()
        .check(
          z.regex(
            /^(?:[a-z][a-z0-9_]{0,31}\.[A-Za-z0-9_-]{1,64}|#[^\s#,;]{1,64})$/,
            "Erlaubt ist ein Pod, zum Beispiel modb_client.zaehler, oder # und ein Tag, zum Beispiel #keller.",
          ),
        ),
      "a pod, or `#` and a tag",
    ),
    why: words(),
    minutes: minutes(LIMITS.alarmMaintenanceMinutesMax),
  }),
  answer: answer({ maintenance }),
  statuses: [503],
});

export const alarmMaintainEnd = call({
  method: "POST",
  path: "/alarms/maintenance/end",
  summary: "Ends maintenance.",
  access: "session",
  origin: "ours",
  mutates: true,
  body: z.object({ nr: nr() }),
  answer: answer({}),
  statuses: [503],
});

export const alarmTest = call({
  method: "POST",
  path: "/alarms/test",
  summary: "Sends a test to each way of a class.",
  access: "session",
  origin: "ours",
  mutates: true,
  body: z.object({ class: z.string().check(z.minLength(1), z.maxLength(100)) }),
  answer: answer({
    results: z.array(
      z.object({ way: z.string(), ok: z.boolean(), text: describe(z.string(), "German: what was answered") }),
    ),
  }),
  statuses: [503],
});

export type AlarmCountsShown = z.output<typeof alarmCounts>;
export type AlarmHead = z.output<typeof alarmHead>;
