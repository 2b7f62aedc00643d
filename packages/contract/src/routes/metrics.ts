/** The page of figures for Prometheus, and its token. */
import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import { unixMillis } from "../shapes.ts";

const may = { needs: "admin", channels: "whole" } as const;

/** Path of the figures for Prometheus, outside of the API: where scrapers look by themselves. */
export const METRICS_PATH = "/metrics";

export const metricsToken = call({
  ...may,
  method: "GET",
  path: "/metrics/token",
  summary: "Whether Prometheus may read the figures under /metrics. The token itself is never told again.",
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
  ...may,
  method: "POST",
  path: "/metrics/token/create",
  summary: "Makes a token for /metrics, told this once; a former one ends.",
  mutates: true,
  guard: "metricsToken",
  body: z.object({}),
  answer: answer({ token: z.string() }),
});

export const metricsTokenRevoke = call({
  ...may,
  method: "POST",
  path: "/metrics/token/revoke",
  summary: "Ends the token for /metrics.",
  mutates: true,
  guard: "metricsToken",
  body: z.object({}),
});
