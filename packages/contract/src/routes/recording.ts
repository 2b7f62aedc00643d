/** Channels that a device records beside those of its project. */
import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import { LIMITS } from "../limits.ts";
import { queryInt, unixSeconds } from "../shapes.ts";
import { channelName } from "./trace.ts";

export const recordingAdded = call({
  method: "GET",
  path: "/recording",
  summary: "Channels that people record on this device although the project does not.",
  needs: "see",
  channels: "filtered",
  mutates: false,
  etag: ["added"],
  answer: answer({
    added: describe(
      z.array(
        z.object({
          chan: z.string(),
          since: unixSeconds(),
          by: describe(z.string(), "who switched it on"),
          state: describe(
            z.enum(["recorded", "project", "missing"]),
            "project: the running project records it itself; missing: it has no such channel",
          ),
        }),
      ),
      `at most ${LIMITS.recordingAdded}, by name`,
    ),
  }),
});

export const recordingChange = call({
  method: "POST",
  path: "/recording/change",
  summary:
    "Records a channel from now on, with each change of its value, or as the project says again. Holds at once, over uploads and restarts; what was recorded stays.",
  needs: "engineer",
  channels: "whole",
  mutates: true,
  body: z.object({ chan: channelName(), record: z.boolean() }),
  answer: answer({
    applied: describe(z.boolean(), "false: the hub is away; it holds when it is there again"),
  }),
});

const days = () => z.int().check(z.minimum(1), z.maximum(LIMITS.recordingDaysMax));
/** Bytes; the least is room for a few days of a small plant. */
const bytes = () => z.int().check(z.minimum(LIMITS.recordingBytesMin), z.maximum(LIMITS.recordingBytesMax));
const gone = z.object({
  days: z.number(),
  bytes: z.number(),
  oldest: z.optional(describe(z.string(), "UTC, `2026-11-24`")),
  newest: z.optional(z.string()),
});

export const recordingKeep = call({
  method: "GET",
  path: "/recording/keep",
  summary: "How much of what is recorded is kept.",
  needs: "see",
  channels: "none",
  mutates: false,
  etag: ["days", "bytes"],
  answer: answer({
    days: z.number(),
    bytes: z.number(),
    chosen: describe(z.boolean(), "by people of this device; false: as the service was set up"),
    room: describe(z.number(), "bytes that there is room for, with what is recorded already"),
  }),
});

export const recordingKeepPreview = call({
  method: "GET",
  path: "/recording/keep/preview",
  summary: "What would be deleted if so much was kept.",
  needs: "admin",
  channels: "none",
  mutates: false,
  query: z.object({
    days: queryInt(1, LIMITS.recordingDaysMax),
    bytes: queryInt(LIMITS.recordingBytesMin, LIMITS.recordingBytesMax),
  }),
  answer: answer({
    at_once: describe(gone, "for lack of room"),
    by_age: describe(gone, "later, one day a day"),
  }),
});

export const recordingKeepSave = call({
  method: "POST",
  path: "/recording/keep",
  summary: "Chooses how much of what is recorded is kept. Days for which there is no room go at once.",
  needs: "admin",
  channels: "none",
  mutates: true,
  guard: "recordingKeep",
  body: z.object({
    days: days(),
    bytes: bytes(),
    deletes: describe(
      z.int().check(z.minimum(0), z.maximum(1_000_000)),
      "days that go at once, as the preview said; 409 if it would be more",
    ),
  }),
  answer: answer({ applied: z.boolean() }),
});
