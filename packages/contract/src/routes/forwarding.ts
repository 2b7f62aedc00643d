import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import { LIMITS } from "../limits.ts";
import { unixMillis } from "../shapes.ts";

export const FORWARDING_TARGETS = ["http", "mqtt", "influxdb"] as const;
export type ForwardingTarget = (typeof FORWARDING_TARGETS)[number];

const minutes = () => describe(z.literal([...LIMITS.forwardingMinutes]), "minutes, 0 disabled");
const text = () => z.string().check(z.trim(), z.maxLength(500));

export const stateSettings = { interval: minutes() };

const httpPath = z.string().check(
  z.trim(),
  z.maxLength(500),
  z.regex(/^(|\/[A-Za-z0-9\-._~!$&'()*+,;=:@%/]*)$/, {
    error:
      "Erlaubt ist ein Pfad mit / am Anfang, aus Buchstaben von A bis Z, Ziffern und - . _ ~ ! $ & ' ( ) * + , ; = : @ % /.",
  }),
);
const httpPod = z
  .string()
  .check(z.regex(/^(|http_in\.[A-Za-z0-9_-]{1,64})$/, { error: "Erlaubt ist ein Pod vom Typ http_in." }));
export const stateHttp = {
  active: z.boolean(),
  pod: describe(httpPod, "an http_in pod of the project; empty: none chosen"),
  path: describe(httpPath, "path of a json channel of that pod"),
};

/** A name to publish to: no wildcards and no NUL (MQTT 5.0, 4.7.1 and 1.5.4). */
const topic = z.string().check(
  z.trim(),
  z.maxLength(500),
  z.refine((name: string) => !/[#+]/.test(name) && !name.includes("\0"), {
    error: "Erlaubt ist ein Topic ohne # und +.",
  }),
);
export const stateMqtt = {
  active: z.boolean(),
  server: describe(z.literal(LIMITS.forwardingMqttServer), "fixed"),
  topic,
};

export const stateInfluxdb = {
  active: z.boolean(),
  server: describe(z.literal(LIMITS.forwardingInfluxServer), "fixed"),
  org: text(),
  bucket: describe(text(), "bucket, or the database of an InfluxDB 1"),
};

export const stateConfig = call({
  method: "GET",
  path: "/state/config",
  summary: "Where the state is forwarded to, and how often.",
  needs: "admin",
  channels: "whole",
  origin: "spec",
  mutates: false,
  etag: ["settings", "http", "mqtt", "influxdb"],
  answer: answer({
    settings: z.object(stateSettings),
    http: z.object(stateHttp),
    mqtt: z.object(stateMqtt),
    influxdb: z.object({ ...stateInfluxdb, has_token: z.boolean() }),
  }),
});

export const stateSettingsSave = call({
  method: "POST",
  path: "/state/config/settings",
  summary: "Saves the interval.",
  needs: "admin",
  channels: "whole",
  origin: "spec",
  mutates: true,
  guard: "stateConfig",
  body: z.object(stateSettings),
});

export const stateHttpSave = call({
  method: "POST",
  path: "/state/config/http",
  summary: "Saves the HTTP target.",
  needs: "admin",
  channels: "whole",
  origin: "spec",
  mutates: true,
  guard: "stateConfig",
  body: z.object(stateHttp),
});

export const stateMqttSave = call({
  method: "POST",
  path: "/state/config/mqtt",
  summary: "Saves the MQTT target.",
  needs: "admin",
  channels: "whole",
  origin: "spec",
  mutates: true,
  guard: "stateConfig",
  body: z.object(stateMqtt),
});

export const stateInfluxSave = call({
  method: "POST",
  path: "/state/config/influxdb",
  summary: "Saves the InfluxDB target; a token that is left out is kept, an empty one is removed.",
  needs: "admin",
  channels: "whole",
  origin: "spec",
  mutates: true,
  guard: "stateConfig",
  body: z.object({ ...stateInfluxdb, token: z.optional(text()) }),
});

const targetStatus = z.object({
  pending: describe(z.number(), "documents that wait for the target"),
  sent: describe(z.number(), "documents taken by the target since it was switched on"),
  dropped: describe(z.number(), "documents lost because the buffer was full, since it was switched on"),
  last_success: describe(unixMillis(), "ms since the epoch, 0 never"),
  last_error: z.nullable(z.object({ ts: unixMillis(), text: describe(z.string(), "German") })),
  retry: describe(unixMillis(), "next attempt after a failure, ms since the epoch; 0 none is due"),
});
export type ForwardingStatus = z.output<typeof targetStatus>;

export const stateStatus = call({
  method: "GET",
  path: "/state/status",
  summary: "How the forwarding to each target goes.",
  needs: "see",
  channels: "none",
  mutates: false,
  watchesOnly: true,
  answer: answer({
    next: describe(unixMillis(), "when the next document is made, ms since the epoch; 0 disabled"),
    http: targetStatus,
    mqtt: targetStatus,
    influxdb: targetStatus,
  }),
});

export const stateSend = call({
  method: "POST",
  path: "/state/send/{name}",
  summary: "Sends a document to an active target at once and says what it answered.",
  needs: "admin",
  channels: "whole",
  mutates: true,
  params: z.object({ name: z.enum(FORWARDING_TARGETS) }),
  body: z.object({}),
  answer: answer({
    delivered: z.boolean(),
    text: describe(z.string(), "German; what the target answered or why it could not be reached"),
    duration: describe(z.number(), "ms"),
  }),
});
