import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import { queryInt, unixMillis } from "../shapes.ts";

/** Path of the figures for Prometheus, outside of the API: where scrapers look by themselves. */
export const METRICS_PATH = "/metrics";

export const metricsToken = call({
  method: "GET",
  path: "/metrics/token",
  summary: "Whether Prometheus may read the figures under /metrics. The token itself is never told again.",
  access: "session",
  origin: "ours",
  mutates: false,
  etag: ["has_token", "created"],
  answer: answer({
    has_token: z.boolean(),
    created: describe(unixMillis(), "ms since the epoch, 0 without a token"),
    last_used: describe(unixMillis(), "ms since the epoch, 0 not since the system's start"),
    path: z.string(),
  }),
});

export const metricsTokenCreate = call({
  method: "POST",
  path: "/metrics/token/create",
  summary: "Makes a token for /metrics, told this once; a former one ends.",
  access: "session",
  origin: "ours",
  mutates: true,
  guard: "metricsToken",
  body: z.object({}),
  answer: answer({ token: z.string() }),
});

export const metricsTokenRevoke = call({
  method: "POST",
  path: "/metrics/token/revoke",
  summary: "Ends the token for /metrics.",
  access: "session",
  origin: "ours",
  mutates: true,
  guard: "metricsToken",
  body: z.object({}),
  answer: answer({}),
});

export const historyMark = z.object({
  ts: unixMillis(),
  kind: describe(
    z.enum(["system", "hub", "pod", "project"]),
    "start of the system, the hub or a pod; another project version",
  ),
  text: describe(z.string(), "pod id or project version, empty otherwise"),
});
export type HistoryMark = z.output<typeof historyMark>;

export const historySeries = call({
  method: "GET",
  path: "/system/history/series",
  summary: "Figures of the host, the hub or a pod over at most 7 days, with marks for restarts and uploads.",
  access: "session",
  origin: "ours",
  mutates: false,
  query: z.object({
    series: describe(
      z.string().check(z.regex(/^(host|hub|pod:[a-z][a-z0-9_]{0,31}\.[A-Za-z0-9_-]{1,64})$/)),
      "`host`, `hub` or `pod:{id}`",
    ),
    minutes: z.optional(queryInt(1, 10_080)),
  }),
  answer: answer({
    interval: describe(z.number(), "seconds between samples"),
    fields: describe(
      z.array(z.string()),
      "names of the values: cpu, ram, disk (percent); memory (bytes); values (per second); connected (1 all interfaces, 0 none)",
    ),
    samples: describe(z.array(z.array(z.number())), "one row a sample: ms since the epoch, then the fields"),
    marks: z.array(historyMark),
  }),
});
