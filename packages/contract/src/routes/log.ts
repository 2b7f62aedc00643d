/** The event log: its lines, and the levels at which it is written. */
import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import { LIMITS } from "../limits.ts";
import { logLevel, POD_ALLOWED, queryFlag, queryInt, unixMillis } from "../shapes.ts";

const may = { needs: "engineer", channels: "whole" } as const;

/** A line of the event log as sent. */
export const logLine = z.object({
  ts: unixMillis(),
  level: describe(z.enum(["debug", "info", "warn", "error", "project"]), "severity"),
  src: describe(z.string(), "`system`, `hub` or `pod:{id}`"),
  module: z.string(),
  chan: z.optional(z.string()),
  msg: z.string(),
  lineno: describe(z.number(), "number of the line within the answer, from 1"),
});

export const systemLog = call({
  ...may,
  method: "GET",
  path: "/system/log",
  summary: "Lines of the event log as NDJSON, oldest first: the last `tail` that match.",
  origin: "spec",
  mutates: false,
  query: z.object({
    comp: z.optional(
      describe(
        z.string().check(z.maxLength(200)),
        "`hub` (its pods included), `system`, `pod:{id}` or `container:{id}`; absent: all",
      ),
    ),
    priority: z.optional(describe(logLevel(), "lowest level")),
    modules: z.optional(describe(z.string().check(z.maxLength(1000)), "comma-separated")),
    source: z.optional(
      describe(z.string().check(z.maxLength(200)), "narrows further: `system`, `hub`, `pod` or `pod:{id}`"),
    ),
    filter: z.optional(describe(z.string().check(z.maxLength(500)), "text the message contains")),
    session: z.optional(describe(queryFlag(), "only since the hub's last start")),
    tail: z.optional(queryInt(1, 2000)),
    download: z.optional(describe(queryFlag(), "everything retained, as a file")),
    after: z.optional(
      describe(queryInt(0, 9_007_199_254_740_991), "only lines later than this, ms since the epoch"),
    ),
    before: z.optional(
      describe(queryInt(0, 9_007_199_254_740_991), "only lines up to this, ms since the epoch"),
    ),
  }),
  content: "application/x-ndjson",
  statuses: [503],
});

/** `system`, `hub` or `pod:{type}.{name}`. */
const logSource = () =>
  describe(
    z
      .string()
      .check(
        z.regex(
          /^(?:system|hub|pod:[a-z][a-z0-9_]{0,31}\.[A-Za-z0-9_-]{1,64})$/,
          `${POD_ALLOWED} Davor steht „pod:“; oder system, hub.`,
        ),
      ),
    "`system`, `hub` or `pod:{id}`",
  );

export const logLevels = call({
  ...may,
  method: "GET",
  path: "/system/log/levels",
  summary: "The lowest level each source logs, and until when where it is set for a while.",
  mutates: false,
  answer: answer({
    sources: z.array(
      z.object({
        source: describe(z.string(), "`system`, `hub` or `pod:{id}`"),
        level: logLevel(),
        normal: describe(logLevel(), "the level it returns to"),
        until: z.nullable(unixMillis()),
      }),
    ),
  }),
});

export const logLevelSet = call({
  ...may,
  method: "POST",
  path: "/system/log/level",
  summary: "Sets a source's log level for a while; it returns by itself, also over restarts.",
  mutates: true,
  body: z.object({
    source: logSource(),
    level: logLevel(),
    minutes: describe(z.int().check(z.minimum(1), z.maximum(LIMITS.logLevelMinutesMax)), "minutes"),
  }),
  answer: answer({ until: unixMillis() }),
});

export const logLevelReset = call({
  ...may,
  method: "POST",
  path: "/system/log/level/reset",
  summary: "Returns a source to its normal log level at once.",
  mutates: true,
  body: z.object({ source: logSource() }),
});
