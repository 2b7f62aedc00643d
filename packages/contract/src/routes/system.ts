import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import { anyPassword, isoTime, logLevel, unixSeconds } from "../shapes.ts";

export const hubRestart = call({
  method: "GET",
  path: "/hub/restart",
  summary: "Restarts the hub and its pods (reason 5).",
  needs: "engineer",
  channels: "none",
  origin: "spec",
  mutates: true,
});

export const systemRestart = call({
  method: "GET",
  path: "/system/restart",
  summary: "Restarts the system (appliance and hub), reboots the device, or starts an update.",
  needs: "admin",
  channels: "none",
  origin: "spec",
  mutates: true,
  query: z.object({ action: z.enum(["restart", "reboot", "update"]) }),
});

export const changeChannel = call({
  method: "GET",
  path: "/system/change_channel",
  summary: "Loads the system from another update channel in future.",
  needs: "admin",
  channels: "none",
  origin: "spec",
  mutates: true,
  query: z.object({ channel: z.enum(["stable", "test", "rc", "dev"]) }),
});

export const containerStats = z.object({
  name: z.string(),
  system: z.boolean(),
  running: z.boolean(),
  started: z.nullable(isoTime()),
  memory: describe(z.number(), "MiB"),
  cpu: describe(z.number(), "percent of one core"),
  foreign: z.optional(describe(z.boolean(), "not of this product: shown without controls")),
});

export const systemPs = call({
  method: "GET",
  path: "/system/ps",
  summary: "Containers with their figures. Without a container engine only the system itself.",
  needs: "see",
  channels: "none",
  origin: "spec",
  mutates: false,
  answer: answer({
    engine: describe(z.boolean(), "a container engine is reachable"),
    reason: z.optional(describe(z.string(), "German; why there is none")),
    containers: z.array(containerStats),
  }),
});

export const checkConnectivity = call({
  method: "GET",
  path: "/system/check_connectivity",
  summary: "Asks the licence and update services now.",
  needs: "engineer",
  channels: "none",
  origin: "spec",
  mutates: false,
  answer: answer({
    connectivity: z.object({ license: z.number(), update: z.number(), ts: unixSeconds() }),
  }),
});

export const ticket = call({
  method: "POST",
  path: "/ticket",
  summary: "A single-use ticket (30 s) for a download that a browser opens by its address: `?ticket=…`.",
  needs: "see",
  channels: "none",
  mutates: false,
  body: z.object({
    path: describe(
      z
        .string()
        .check(
          z.maxLength(200),
          z.regex(/^\/[a-z0-9_/.-]+$/, "Erlaubt sind Kleinbuchstaben, Ziffern und / _ . -, am Anfang /."),
        ),
      "below /admin/api",
    ),
    parameters: describe(
      z
        .record(z.string().check(z.maxLength(50)), z.string().check(z.maxLength(4_000)))
        .check(z.refine((given) => Object.keys(given).length <= 20)),
      "query of the download; at most 20",
    ),
    password: z.optional(anyPassword()),
  }),
  answer: answer({
    ticket: z.string(),
    path: describe(z.string(), "address to open, the ticket included"),
  }),
});

export const STREAM_TOPICS = [
  "status",
  "containers",
  "pods",
  "project",
  "jobs",
  "alarms",
  "changed",
  "trace",
  "log",
] as const;
export const stream = call({
  method: "GET",
  path: "/stream",
  summary:
    "Server-sent events. `trace` needs `filter`: comma-separated name patterns; `log` takes `comp`, `priority`, `modules`, `source` and, as `text`, the filter of `/system/log`.",
  needs: "see",
  channels: "filtered",
  mutates: false,
  query: z.object({
    topics: z.string().check(z.maxLength(200)),
    filter: z.optional(z.string().check(z.maxLength(20_000))),
    comp: z.optional(z.string().check(z.maxLength(200))),
    priority: z.optional(logLevel()),
    modules: z.optional(z.string().check(z.maxLength(1000))),
    source: z.optional(z.string().check(z.maxLength(200))),
    text: z.optional(z.string().check(z.maxLength(500))),
  }),
  watchesOnly: true,
  content: "text/event-stream",
});

export const openapi = call({
  method: "GET",
  path: "/openapi.json",
  summary: "This document.",
  needs: "see",
  channels: "none",
  mutates: false,
  content: "application/json",
});
