import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import { isoTime } from "../shapes.ts";

export const licenseInfo = call({
  method: "GET",
  path: "/license",
  summary: "The licence in use. The key is masked: every character but dashes is replaced.",
  needs: "see",
  channels: "none",
  mutates: false,
  answer: answer({
    valid: z.boolean(),
    name: z.string(),
    key: describe(z.string(), "masked"),
    expiry: z.nullable(isoTime()),
    meta: z.record(z.string(), z.string()),
    fingerprint: describe(z.string(), "device fingerprint, empty if none can be made"),
    reason: z.optional(z.string()),
  }),
});

export const licenseUpload = call({
  method: "POST",
  path: "/license/upload",
  summary: "Activates another key with the manufacturer's service and restarts the hub if it changed.",
  needs: "admin",
  channels: "none",
  origin: "spec",
  mutates: true,
  body: z.object({ key: z.string().check(z.trim(), z.maxLength(200)) }),
  form: { field: "newfile", as: "key" },
  answer: answer({ changed: z.boolean() }),
});

export const licenseCompare = call({
  method: "POST",
  path: "/license/compare",
  summary:
    "Whether a key is the one in use, however it is spaced; nothing is sent to the manufacturer's service.",
  needs: "admin",
  channels: "none",
  mutates: false,
  body: z.object({ key: z.string().check(z.trim(), z.maxLength(200)) }),
  answer: answer({ same: z.boolean() }),
});

export const licenseRenew = call({
  method: "GET",
  path: "/license/renew",
  summary: "Fetches the licence anew and replaces the offline copy; the hub restarts.",
  needs: "admin",
  channels: "none",
  origin: "spec",
  mutates: true,
});
