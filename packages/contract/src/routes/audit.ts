/** The change log: one entry for every mutating call. */
import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import { queryInt, unixMillis } from "../shapes.ts";

const search = {
  filter: z.optional(describe(z.string().check(z.maxLength(200)), "text in call, address, before or after")),
  calls: z.optional(
    describe(z.string().check(z.maxLength(4000)), "names of calls, comma-separated, that are found as well"),
  ),
  only: z.optional(
    describe(z.string().check(z.maxLength(4000)), "names of calls, comma-separated; no others are looked at"),
  ),
};

export const auditEntry = z.object({
  id: describe(z.number(), "rises with every entry"),
  ts: unixMillis(),
  address: describe(z.string(), "caller's address, empty for a command on the device"),
  who: z.optional(
    describe(
      z.object({
        kind: z.string(),
        id: z.optional(z.string()),
        name: z.string(),
        owner: z.optional(z.string()),
      }),
      "whoever was signed in: `administrator`, `person`, `token`, `panel`, `central` (`owner` is the name of the central); `unknown` who gave a name that there is not",
    ),
  ),
  call: describe(z.string(), "name of the call in this contract"),
  result: describe(z.number(), "result code, 0 success"),
  before: z.unknown(),
  after: z.unknown(),
});

export const auditLog = call({
  method: "GET",
  path: "/system/audit",
  summary: "Who changed what, newest first. Secrets are masked.",
  needs: "admin",
  channels: "whole",
  mutates: false,
  query: z.object({
    ...search,
    offset: z.optional(queryInt(0, 1_000_000)),
    limit: z.optional(queryInt(1, 2000)),
  }),
  answer: answer({
    total: describe(z.number(), "entries that match"),
    entries: z.array(auditEntry),
  }),
});

export const auditDownload = call({
  method: "GET",
  path: "/system/audit/download",
  summary: "All entries that match as CSV (RFC 4180, semicolons, UTF-8 with BOM), newest first.",
  needs: "admin",
  channels: "whole",
  mutates: false,
  query: z.object(search),
  content: "text/csv",
});
