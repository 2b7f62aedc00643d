/** Log levels at run time. The lines themselves are `systemLog` in diagnose.ts. */
import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import { LIMITS } from "../limits.ts";
import { logLevel, unixMillis } from "../shapes.ts";

/** `system`, `hub` or `pod:{type}.{name}`. */
const logSource = () =>
  describe(
    z.string().check(z.regex(/^(?:system|hub|pod:[a-z][a-z0-9_]{0,31}\.[A-Za-z0-9_-]{1,64})$/)),
    "`system`, `hub` or `pod:{id}`",
  );

export const logLevels = call({
  method: "GET",
  path: "/system/log/levels",
  summary: "The lowest level each source logs, and until when where it is set for a while.",
  access: "session",
  origin: "ours",
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
  method: "POST",
  path: "/system/log/level",
  summary: "Sets a source's log level for a while; it returns by itself, also over restarts.",
  access: "session",
  origin: "ours",
  mutates: true,
  body: z.object({
    source: logSource(),
    level: logLevel(),
    minutes: describe(z.int().check(z.minimum(1), z.maximum(LIMITS.logLevelMinutesMax)), "minutes"),
  }),
  answer: answer({ until: unixMillis() }),
});

export const logLevelReset = call({
  method: "POST",
  path: "/system/log/level/reset",
  summary: "Returns a source to its normal log level at once.",
  access: "session",
  origin: "ours",
  mutates: true,
  body: z.object({ source: logSource() }),
  answer: answer({}),
});
