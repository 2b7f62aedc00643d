/**
 * People who sign in, beside the administrator of the one password. Those who are told of alarms are others: see alarm-people.ts.
 */
import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import { LEVELS } from "../levels.ts";
import { LIMITS } from "../limits.ts";
import { newPassword, oneTimeCode, unixMillis } from "../shapes.ts";
import { texts } from "../texts/shapes.ts";

const level = () => z.enum(LEVELS);
/** What nobody sees would let two names look alike. */
const personName = () =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, texts.personName),
      z.maxLength(60),
      z.regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, texts.personName),
    );
const personId = () => z.string().check(z.regex(/^[a-z0-9]{1,32}$/, texts.personId));
const channels = () =>
  describe(
    z.nullable(
      z
        .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(200), z.regex(/^\S*$/, texts.pattern)))
        .check(z.minLength(1, texts.patterns), z.maxLength(LIMITS.personPatterns)),
    ),
    "patterns (`*`, `?`) of the channels a person is kept to; null for all. Only `see` and `operate` may be kept to some",
  );
const editable = {
  name: describe(personName(), "to sign in with; unlike all others, whatever its case"),
  label: describe(z.string().check(z.trim(), z.maxLength(100)), "as others read it; empty: the name"),
  role: describe(level(), "what the person may do"),
  channels: channels(),
};
const inviteToken = () => describe(z.string().check(z.minLength(1), z.maxLength(200)), "of the link");
const told = { token: describe(z.string(), "256 random bits, base64url; told once"), until: unixMillis() };

const seen = describe(z.number(), "last sign-in or use, ms since the epoch; 0 before the first");

export const PERSON_STATES = ["active", "invited", "expired", "locked"] as const;
const person = z.object({
  id: z.string(),
  name: z.string(),
  label: z.string(),
  role: level(),
  channels: z.nullable(z.array(z.string())),
  state: describe(
    z.enum(PERSON_STATES),
    "`invited`: has no password yet; `expired`: and the link is over; `locked`: may not sign in",
  ),
  link: describe(z.number(), "until when an open link is good, ms since the epoch; 0 without one"),
  factor: describe(z.boolean(), "signs in with a code besides the password"),
  directory: z.optional(
    describe(
      z.literal(true),
      "came by the directory service, which also says the role; has no password here",
    ),
  ),
  of_central: z.optional(
    describe(
      z.enum(["none", ...LEVELS]),
      "the central keeps the person here; how much of the role the site allows now, `none`: not even to sign in",
    ),
  ),
  own: describe(z.boolean(), "the one that asks"),
  seen,
});
export type Person = z.output<typeof person>;

export const people = call({
  method: "GET",
  path: "/system/people",
  summary: "Who may sign in, and what for.",
  needs: "admin",
  channels: "whole",
  mutates: false,
  etag: ["owner", "people", "demand"],
  etagWithout: ["seen", "own", "of_central"],
  answer: answer({
    owner: describe(
      z.object({ name: z.string(), locked: z.boolean(), factor: z.boolean(), own: z.boolean(), seen }),
      "who has the one password",
    ),
    people: z.array(person),
    demand: describe(z.array(level()), "roles that need a second factor"),
  }),
});

const save = {
  method: "POST",
  needs: "admin",
  channels: "whole",
  mutates: true,
} as const;

export const personInvite = call({
  ...save,
  path: "/system/people/invite",
  summary: "Adds a person, who sets a password by a link that is good once and for three days.",
  guard: "people",
  body: z.object(editable),
  answer: answer({ id: z.string(), ...told }),
});

export const personLink = call({
  ...save,
  path: "/system/people/link",
  summary:
    "Another link for a person: in place of the one before, and for a new password. What the person had holds until the link is used.",
  body: z.object({ id: personId() }),
  answer: answer(told),
});

export const personSave = call({
  ...save,
  path: "/system/people/save",
  summary:
    "Changes a person. Another role or other channels end the person's sessions. 409 where no administrator would be left.",
  guard: "people",
  body: z.object({ id: personId(), ...editable }),
});

export const personLock = call({
  ...save,
  path: "/system/people/lock",
  summary:
    "Locks a person out, at once, or lets the person in again. 409 where no administrator would be left.",
  guard: "people",
  body: z.object({ id: personId(), locked: z.boolean() }),
});

export const personRemove = call({
  ...save,
  path: "/system/people/remove",
  summary: "Removes a person and ends the person's sessions. 409 where no administrator would be left.",
  guard: "people",
  body: z.object({ id: personId() }),
});

export const ownerSave = call({
  ...save,
  path: "/system/people/owner",
  summary:
    "Name of the administrator of the one password, and whether it opens anything. 409 where no administrator would be left.",
  guard: "people",
  body: z.object({ name: personName(), locked: z.boolean() }),
});

export const peopleDemand = call({
  ...save,
  path: "/system/people/demand",
  summary:
    "Which roles need a second factor: who has none is not let in any more. 409 where that would shut out who asks.",
  guard: "people",
  body: z.object({ roles: z.array(level()).check(z.maxLength(LEVELS.length)) }),
});

export const invitation = call({
  method: "POST",
  path: "/invitation",
  summary: "What a link invites to; looking uses nothing up. 404 for one that is used, over or none.",
  access: "public",
  mutates: false,
  body: z.object({ token: inviteToken() }),
  answer: answer({
    name: z.string(),
    label: z.string(),
    role: level(),
    until: unixMillis(),
    factor: z.optional(
      describe(
        z.object({
          secret: describe(z.string(), "20 bytes, base32"),
          uri: describe(z.string(), "otpauth://totp/…, for the picture that apps read"),
        }),
        "where the role needs a second factor: a code of it comes with the password",
      ),
    ),
  }),
});

export const invitationAccept = call({
  method: "POST",
  path: "/invitation/accept",
  summary:
    "Sets the password of who was invited, and signs in. Ends the sessions and the second factor the person had. Result code 1207 for a wrong code.",
  access: "public",
  mutates: true,
  body: z.object({ token: inviteToken(), pwd: newPassword(), otp: z.optional(oneTimeCode()) }),
  answer: answer({
    token: z.string(),
    recovery: z.optional(describe(z.array(z.string()), "codes that each are good once; told this once")),
  }),
});
