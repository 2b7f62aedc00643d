/** Corrected values: a layer over what was recorded, and how it is taken back. */
import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import { LIMITS } from "../limits.ts";
import { unixMillis } from "../shapes.ts";
import { texts } from "../texts/shapes.ts";
import { channelName } from "./trace.ts";

/** ECMA-262, 21.4.1.1: there is no later time. */
const LATEST = 8_640_000_000_000_000;
const millis = (what: string) =>
  describe(z.int().check(z.minimum(0), z.maximum(LATEST)), `${what}, ms since the epoch`);
const reason = () =>
  describe(
    z.string().check(z.maxLength(400), z.regex(/^\s*\S.{1,298}\S\s*$/, { error: texts.reason })),
    "why, 3 to 300 characters",
  );
const does = () =>
  describe(z.enum(["replace", "remove"]), "remove: a time without values, and none are given with it");
const local = () =>
  describe(
    z.string().check(z.minLength(1), z.maxLength(40)),
    "`2026-11-25T13:00` or `25.11.2026 13:00`, with an offset or of the device's zone",
  );
const stored = answer({
  number: describe(z.number(), "of the correction; it counts over those with a lower one"),
  values: describe(z.number(), "rows that count now"),
});

export const correctionEnter = call({
  method: "POST",
  path: "/recording/correct",
  summary:
    "Has values count in place of those recorded in a time that is over for half an hour, or none. What was recorded stays, and comes back when this is undone.",
  needs: "engineer",
  channels: "whole",
  mutates: true,
  bodyLimit: LIMITS.correctionBytes,
  body: z.object({
    chan: channelName(),
    from: millis("among the time"),
    to: millis("not included; at most 366 days behind `from`"),
    does: does(),
    values: describe(
      z
        .array(z.tuple([millis("when"), z.union([z.number(), z.boolean()])]))
        .check(z.maxLength(LIMITS.correctionRows)),
      "[ms since the epoch, number or boolean]",
    ),
    reason: reason(),
  }),
  answer: stored,
  statuses: [503],
});

export const correctionUpload = call({
  method: "POST",
  path: "/recording/correct/file",
  summary:
    "The same with the values as a file, `time;value` line by line. A line that cannot be read refuses all of it.",
  needs: "engineer",
  channels: "whole",
  mutates: true,
  upload: {
    file: "newfile",
    most: LIMITS.correctionBytes,
    fields: z.object({ chan: channelName(), from: local(), to: local(), does: does(), reason: reason() }),
  },
  answer: stored,
  statuses: [503],
});

export const correctionList = call({
  method: "GET",
  path: "/recording/corrections",
  summary: "Corrections of recorded values, those undone among them, the newest first.",
  needs: "see",
  channels: "filtered",
  mutates: false,
  query: z.object({ chan: z.optional(channelName()) }),
  answer: answer({
    corrections: describe(
      z.array(
        z.object({
          number: z.number(),
          chan: z.string(),
          from: unixMillis(),
          to: unixMillis(),
          values: describe(
            z.number(),
            "rows that count in place of those recorded; 0: a time without values",
          ),
          by: z.string(),
          at: describe(unixMillis(), "when it was entered, ms since the epoch"),
          why: z.string(),
          undone: z.boolean(),
        }),
      ),
      `at most ${LIMITS.correctionsMax}`,
    ),
  }),
  statuses: [503],
});

export const correctionUndo = call({
  method: "POST",
  path: "/recording/corrections/undo",
  summary: "Takes a correction back: what it covered counts again.",
  needs: "engineer",
  channels: "whole",
  mutates: true,
  body: z.object({ number: z.int().check(z.minimum(1), z.maximum(9_999_999_999)) }),
  answer: answer({ chan: z.string() }),
  statuses: [503],
});
