/** The report of each month by e-mail. */
import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import { LIMITS } from "../limits.ts";
import { unixMillis } from "../shapes.ts";

const may = { needs: "admin", channels: "whole" } as const;

const address = () =>
  z
    .string()
    .check(z.maxLength(254), z.regex(/^[^\s@,;<>]+@[^\s@,;<>]+$/, "Erlaubt ist eine E-Mail-Adresse."));
const period = () => describe(z.string(), "`2026-10`");

const mail = {
  active: z.boolean(),
  pod: describe(
    z.string().check(z.regex(/^(email\.[A-Za-z0-9_-]{1,64})?$/, "Erwartet wird ein E-Mail-Pod.")),
    "`email.{name}`, whose first interface sends; empty: none yet",
  ),
  recipients: z.array(address()).check(z.maxLength(LIMITS.energyMailRecipientsMax)),
  day: describe(
    z.int().check(z.minimum(1), z.maximum(28)),
    "of the month that the report of the one before is sent on, from 06:00 of the device's time zone on",
  ),
};

export const energyMail = call({
  ...may,
  method: "GET",
  path: "/energy/mail",
  summary: "Whether the report of each month is sent by e-mail, to whom, and how that goes.",
  mutates: false,
  etag: ["active", "pod", "recipients", "day"],
  answer: answer({
    ...mail,
    pods: describe(
      z.array(z.object({ id: z.string(), label: z.optional(z.string()) })),
      "e-mail pods of the project",
    ),
    last_success: z.nullable(z.object({ ts: unixMillis(), period: period() })),
    last_error: z.nullable(
      z.object({ ts: unixMillis(), period: period(), text: describe(z.string(), "German") }),
    ),
    next: describe(unixMillis(), "next attempt, ms since the epoch; 0 none"),
  }),
});

export const energyMailSave = call({
  ...may,
  method: "POST",
  path: "/energy/mail/save",
  summary: "Saves whether, when and to whom the report of each month is sent.",
  mutates: true,
  guard: "energyMail",
  body: z.object(mail),
});

export const energyMailTest = call({
  ...may,
  method: "POST",
  path: "/energy/mail/test",
  summary:
    "Sends the report of the last whole month at once, as it is stored, and says what the mail server answered.",
  mutates: true,
  body: z.object({}),
  answer: answer({
    delivered: describe(z.boolean(), "to everybody"),
    text: describe(z.string(), "German; of the mail server, or why nothing was sent"),
    duration: describe(z.number(), "ms"),
  }),
});
