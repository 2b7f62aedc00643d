/** Alarms of the running project: those that stand, what became of others, and what people do about them. */
import * as z from "zod/mini";
import {
  ALARM_KINDS,
  ALARM_VIEWS,
  alarmCounts,
  alarmEvent,
  alarmMaintenance,
  alarmState,
  perPriority,
  restingAlarm,
  standingAlarm,
} from "../alarm-shapes.ts";
import { answer, call, describe } from "../define.ts";
import { LIMITS } from "../limits.ts";
import { queryInt, unixMillis } from "../shapes.ts";

const nr = () => describe(z.int().check(z.minimum(1)), "number of this occurrence, never given twice");
const nrs = () => z.array(nr()).check(z.minLength(1), z.maxLength(LIMITS.alarmsAtOnce));
/** Whatever people write about an alarm. */
const words = () =>
  z.string().check(z.trim(), z.minLength(1, "Bitte geben Sie etwas ein."), z.maxLength(LIMITS.alarmWordsMax));
const minutes = (most: number) => z.int().check(z.minimum(1), z.maximum(most));
/** Text that id, source or text contain, whatever its case. */
const part = () => z.string().check(z.maxLength(200));
const time = () => queryInt(0, Number.MAX_SAFE_INTEGER);

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
  needs: "see",
  channels: "filtered",
  mutates: false,
  watchesOnly: true,
  query: z.object({
    ...shown,
    priority: z.optional(priorities()),
    offset: z.optional(queryInt(0, LIMITS.alarmsStanding)),
    limit: z.optional(queryInt(1, 500)),
  }),
  answer: answer({
    state: alarmState(),
    trouble: z.optional(z.string()),
    alarms: describe(z.number(), "that the project has"),
    counts: alarmCounts,
    standing: z.array(standingAlarm),
    total: describe(z.number(), "that match, `offset` and `limit` aside"),
    unacked: describe(z.number(), "of those that match"),
    resting: z.optional(describe(z.array(restingAlarm), "shelved ones that do not stand; only of `shelved`")),
    maintenance: z.array(alarmMaintenance),
    classes: z.array(z.object({ id: z.string(), ways: z.array(z.string()), rosters: z.array(z.string()) })),
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

export const alarmHistory = call({
  method: "GET",
  path: "/alarms/history",
  summary: "What became of alarms, newest first. Times in ms since the epoch.",
  needs: "see",
  channels: "filtered",
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
  needs: "see",
  channels: "filtered",
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
  needs: "see",
  channels: "filtered",
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
  needs: "operate",
  channels: "filtered",
  mutates: true,
  body: which,
  answer: done,
  statuses: [503],
});

export const alarmReset = call({
  method: "POST",
  path: "/alarms/reset",
  summary: "Resets latched alarms whose condition is over.",
  needs: "operate",
  channels: "filtered",
  mutates: true,
  body: which,
  answer: done,
  statuses: [503],
});

export const alarmShelve = call({
  method: "POST",
  path: "/alarms/shelve",
  summary: "Nobody is told of these alarms for a while.",
  needs: "operate",
  channels: "filtered",
  mutates: true,
  body: z.object({ nrs: nrs(), why: words(), minutes: minutes(LIMITS.alarmShelveMinutesMax) }),
  answer: done,
  statuses: [503],
});

export const alarmUnshelve = call({
  method: "POST",
  path: "/alarms/unshelve",
  summary: "Takes shelved alarms up again.",
  needs: "operate",
  channels: "filtered",
  mutates: true,
  body: z.object({
    nrs: z.optional(nrs()),
    ids: z.optional(
      describe(
        z.array(z.string().check(z.maxLength(1_000))).check(z.minLength(1), z.maxLength(LIMITS.alarmsAtOnce)),
        "of those that do not stand (`resting`)",
      ),
    ),
  }),
  answer: done,
  statuses: [503],
});

export const alarmComment = call({
  method: "POST",
  path: "/alarms/comment",
  summary: "Writes a comment to an alarm, in place of the last one.",
  needs: "operate",
  channels: "filtered",
  mutates: true,
  body: z.object({ nr: nr(), text: words() }),
  statuses: [503],
});

export const alarmMaintain = call({
  method: "POST",
  path: "/alarms/maintenance",
  summary: "Begins maintenance of a pod or a tag: its alarms are recorded, and nobody is told.",
  needs: "engineer",
  channels: "whole",
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
  answer: answer({ maintenance: alarmMaintenance }),
  statuses: [503],
});

export const alarmMaintainEnd = call({
  method: "POST",
  path: "/alarms/maintenance/end",
  summary: "Ends maintenance.",
  needs: "engineer",
  channels: "whole",
  mutates: true,
  body: z.object({ nr: nr() }),
  statuses: [503],
});

export const alarmTest = call({
  method: "POST",
  path: "/alarms/test",
  summary: "Sends a test to each way of a class.",
  needs: "engineer",
  channels: "whole",
  mutates: true,
  body: z.object({ class: z.string().check(z.minLength(1), z.maxLength(100)) }),
  answer: answer({
    results: z.array(
      z.object({ way: z.string(), ok: z.boolean(), text: describe(z.string(), "German: what was answered") }),
    ),
  }),
  statuses: [503],
});

const HEARTBEAT_ALLOWED =
  "Erlaubt ist eine Adresse, die mit http:// oder https:// beginnt, ohne Benutzer, Passwort und #.";

/** Where somebody else waits to hear from this device. No names and passwords: the address is shown and backed up. */
const heartbeatUrl = z.string().check(
  z.trim(),
  z.maxLength(500),
  z.regex(/^(https?:\/\/.*)?$/i, HEARTBEAT_ALLOWED),
  z.refine(isHeartbeatUrl, {
    error: HEARTBEAT_ALLOWED,
  }),
);

function isHeartbeatUrl(text: string): boolean {
  // Empty, or said by the pattern.
  if (!/^https?:\/\//i.test(text)) return true;
  try {
    const { hash, hostname, password, protocol, username } = new URL(text);
    return (
      /^https?:$/.test(protocol) &&
      /^(\[[0-9a-f:.]+\]|[a-z0-9]([a-z0-9.-]*[a-z0-9])?)$/.test(hostname) &&
      `${username}${password}${hash}` === ""
    );
  } catch {
    return false;
  }
}

const heartbeat = {
  active: z.boolean(),
  url: describe(heartbeatUrl, "http or https; asked by GET"),
  interval: describe(
    z.int().check(z.minimum(1), z.maximum(LIMITS.alarmHeartbeatMinutesMax)),
    "minutes from one to the next",
  ),
};

export const alarmHeartbeat = call({
  method: "GET",
  path: "/alarms/heartbeat",
  summary: "The sign of life that this device sends, so that somebody else notices when it is dead.",
  needs: "admin",
  channels: "whole",
  mutates: false,
  etag: ["active", "url", "interval"],
  answer: answer({
    ...heartbeat,
    last_success: describe(unixMillis(), "since the appliance started, ms since the epoch; 0 never"),
    last_error: z.nullable(z.object({ ts: unixMillis(), text: describe(z.string(), "German") })),
    next: describe(unixMillis(), "next attempt, ms since the epoch; 0 none"),
  }),
});

export const alarmHeartbeatSave = call({
  method: "POST",
  path: "/alarms/heartbeat/save",
  summary: "Saves where the sign of life goes, and how often.",
  needs: "admin",
  channels: "whole",
  mutates: true,
  guard: "alarmHeartbeat",
  body: z.object(heartbeat),
});

export const alarmHeartbeatTest = call({
  method: "POST",
  path: "/alarms/heartbeat/test",
  summary: "Sends a sign of life at once, as it is stored, and says what was answered.",
  needs: "admin",
  channels: "whole",
  mutates: true,
  body: z.object({}),
  answer: answer({
    delivered: z.boolean(),
    text: describe(z.string(), "German; what was answered, or why nothing was sent"),
    duration: describe(z.number(), "ms"),
  }),
});
