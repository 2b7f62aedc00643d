/** Copies of the settings' database, for the day it is lost. */
import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import { bytes, unixMillis } from "../shapes.ts";

const may = { needs: "admin", channels: "whole" } as const;

export const copies = call({
  ...may,
  method: "GET",
  path: "/system/copies",
  summary: "Good copies of settings and change log, newest first, and whether these were lost.",
  mutates: false,
  answer: answer({
    loss: describe(
      z.nullable(z.object({ kind: z.enum(["damaged", "missing", "emptied"]), at: unixMillis() })),
      "what was found at a start; null once it is decided",
    ),
    copies: z.array(z.object({ name: z.string(), at: unixMillis(), bytes: bytes() })),
    unread: describe(
      z.array(
        z.object({
          name: z.string(),
          label: describe(z.string(), "German"),
          newer: describe(z.boolean(), "stored by a newer release"),
        }),
      ),
      "settings whose stored values cannot be read; they are kept, and nothing is written in their place",
    ),
  }),
});

export const copyTakeBack = call({
  ...may,
  method: "POST",
  path: "/system/copies/restore",
  summary: "Puts settings and change log of a copy in place of those of today; the system restarts.",
  mutates: true,
  body: z.object({
    name: z
      .string()
      .check(
        z.regex(
          /^state-[0-9]{1,16}\.db$/,
          "Erlaubt ist der Name einer Kopie: state-, 1 bis 16 Ziffern und .db.",
        ),
      ),
  }),
  answer: answer({ settings: describe(z.number(), "how many") }),
});

export const copiesDismiss = call({
  ...may,
  method: "POST",
  path: "/system/copies/dismiss",
  summary: "Does without what was lost: the finding ends, and new copies are made again.",
  mutates: true,
  body: z.object({}),
});

export const settingDiscard = call({
  ...may,
  method: "POST",
  path: "/system/settings/discard",
  summary: "Does without what is stored for a setting that cannot be read; it is kept aside on the device.",
  mutates: true,
  body: z.object({ name: z.string().check(z.maxLength(100)) }),
});
