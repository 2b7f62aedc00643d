/** Recorded values handed on to a time-series database. */
import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import { LIMITS } from "../limits.ts";
import { bytes, unixMillis } from "../shapes.ts";

export const LAKE_EXPORT_KINDS = ["influxdb", "questdb"] as const;

const text = (most = 200) => z.string().check(z.trim(), z.maxLength(most));

const WRONG_URL = "Bitte geben Sie eine Adresse wie https://influx.example:8086 an, ohne Benutzer, ? und #.";
/** Address of a server: http or https, no more than a path behind it, and nobody's password in it. */
const serverUrl = z.string().check(
  z.trim(),
  z.maxLength(300),
  z.regex(/^(|https?:\/\/(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]+)(:\d{1,5})?(\/[A-Za-z0-9\-._~/]*)?)$/, {
    error: WRONG_URL,
  }),
  z.refine((given: string) => given === "" || URL.canParse(given), { error: WRONG_URL }),
);

const fields = {
  active: z.boolean(),
  kind: z.enum(LAKE_EXPORT_KINDS),
  url: describe(serverUrl, "address of the server, with a path if it has one"),
  org: describe(text(), "organisation; InfluxDB 2 only"),
  bucket: describe(text(), "bucket, or the database of an InfluxDB 1"),
  table: describe(
    z.string().check(
      z.trim(),
      z.regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/, {
        error:
          "Erlaubt sind 1 bis 64 Zeichen: Buchstaben ohne Umlaute, Ziffern, „_“ und „-“; am Anfang ein Buchstabe.",
      }),
    ),
    "measurement, or table of a QuestDB",
  ),
  buffer: describe(
    z.int().check(z.minimum(LIMITS.lakeExportBufferMin), z.maximum(LIMITS.lakeExportBufferMax)),
    "room on the disk for what waits, MB",
  ),
};

const token = describe(
  text(500),
  "token, or `user:password`; left out: the stored one, for the same scheme, host and port; empty: none",
);

export const lakeExport = call({
  method: "GET",
  path: "/resources/lake/export",
  summary: "Which time-series database recorded values go to as well.",
  needs: "engineer",
  channels: "whole",
  mutates: false,
  etag: ["export"],
  answer: answer({ export: z.object({ ...fields, has_token: z.boolean() }) }),
});

export const lakeExportSave = call({
  method: "POST",
  path: "/resources/lake/export",
  summary:
    "Saves it; a token that is left out is kept for the same server and has to be given for another, an empty one is removed.",
  needs: "engineer",
  channels: "whole",
  mutates: true,
  guard: "lakeExport",
  body: z.object({ ...fields, token: z.optional(token) }),
});

export const lakeExportTest = call({
  method: "POST",
  path: "/resources/lake/export/test",
  summary: "Writes one point to the stored database and says what it answered.",
  needs: "engineer",
  channels: "whole",
  mutates: true,
  body: z.object({}),
  answer: answer({
    delivered: z.boolean(),
    text: describe(z.string(), "German"),
    duration: describe(z.number(), "ms"),
  }),
});

const count = (what: string) => describe(z.number(), what);

export const lakeExportStatus = call({
  method: "GET",
  path: "/resources/lake/export/status",
  summary: "How handing on goes.",
  needs: "see",
  channels: "whole",
  mutates: false,
  watchesOnly: true,
  answer: answer({
    running: describe(z.boolean(), "the recorder runs and hands on"),
    pending: count("values that wait"),
    bytes: describe(bytes(), "room they take on the disk"),
    sent: count("values taken by the database"),
    refused: count("values it refused for good"),
    dropped: count("values lost because the room for what waits was full"),
    last_success: describe(unixMillis(), "ms since the epoch, 0 never"),
    last_error: z.nullable(z.object({ ts: unixMillis(), text: describe(z.string(), "German") })),
    failing_since: describe(unixMillis(), "0: the last attempt succeeded"),
    retry: describe(unixMillis(), "next attempt; 0 none is due"),
  }),
});
