/** Calls about who may sign in at a central: its people, and their sessions. */
import { answer, anyPassword, call, describe, LEVELS, newPassword, oneTimeCode } from "@hubwart/contract";
import * as z from "zod/mini";
import { personFactor, recoveryCodes, secondFactorCalls } from "./second-factor-calls.ts";

const millis = () => describe(z.number(), "ms since the epoch");
const id = () => z.string().check(z.minLength(1), z.maxLength(40));
const level = () => z.enum(LEVELS);
/** What nobody sees would let two names look alike. */
const personName = () =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(60), z.regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u));
const linkToken = () => describe(z.string().check(z.minLength(1), z.maxLength(200)), "of the link");
const link = z.object({
  token: describe(z.string(), "256 random bits, base64url; told once"),
  until: millis(),
});
export type PersonLink = z.output<typeof link>;

const person = z.object({
  id: z.string(),
  name: z.string(),
  level: level(),
  created: millis(),
  password: describe(z.boolean(), "signs in with a password"),
  token: describe(z.boolean(), "has a token for programs"),
  link: describe(z.number(), "until when an open link is good, ms since the epoch; 0 without one"),
  factor: personFactor,
  seen: describe(z.number(), "last sign-in or use, ms since the epoch; 0 before the first"),
});
export type CentralPerson = z.output<typeof person>;

/**
 * Header by which a page says whose it is: the id of the person with whom it was opened. Somebody else who signed in since, in the same browser,
 * is refused by result code 1209, which names them (`name`).
 */
export const PERSON_HEADER = "hubwart-person";

const OURS = { origin: "ours", channels: "none", access: "session" } as const;
const OPEN = { origin: "ours", access: "public" } as const;
const MANAGES = { ...OURS, method: "POST", needs: "admin", mutates: true } as const;

export const centralSession = call({
  ...OPEN,
  method: "GET",
  path: "/session",
  summary: "Who is signed in, and what the page before that shows.",
  mutates: false,
  answer: answer({
    central: z.string(),
    setup: describe(z.boolean(), "somebody has a password"),
    me: z.optional(z.object({ id: z.string(), name: z.string(), level: level(), password: z.boolean() })),
  }),
});

export const centralSignIn = call({
  ...OPEN,
  method: "POST",
  path: "/session/begin",
  summary:
    "Signs in with name and password; the session is a cookie that scripts do not read. 401 for a wrong password or name, 429 with `retry_after` (s) while it is locked. Result code 1206 where a code is asked for besides (`otp`), 1208 where one is needed and there is none.",
  mutates: true,
  bodyLimit: 32_768,
  body: z.object({
    name: z.string().check(z.maxLength(200)),
    pwd: anyPassword(),
    otp: z.optional(oneTimeCode()),
  }),
  answer: answer({
    recovery_left: z.optional(describe(z.int(), "recovery codes that are left, where one was used")),
  }),
});

export const centralSignInToken = call({
  ...OPEN,
  method: "POST",
  path: "/session/token",
  summary: "Signs in with a token, so that a page need not keep it.",
  mutates: true,
  bodyLimit: 32_768,
  body: z.object({ token: z.string().check(z.maxLength(100)) }),
  answer: answer({}),
});

export const centralSignOut = call({
  ...OURS,
  method: "POST",
  path: "/session/end",
  summary: "Ends the session of the call, at once.",
  needs: "see",
  mutates: true,
  answer: answer({}),
});

export const centralPasswordChange = call({
  ...OURS,
  method: "POST",
  path: "/session/password",
  summary:
    "Changes the caller's password and ends all other sessions of the caller. Without a password yet, within ten minutes after signing in with a token. Not with a token itself.",
  needs: "see",
  mutates: true,
  bodyLimit: 32_768,
  body: z.object({ old: z.optional(anyPassword()), new: newPassword() }),
  answer: answer({}),
});

export const centralInvitation = call({
  ...OPEN,
  method: "POST",
  path: "/invitation",
  summary: "What a link invites to; looking uses nothing up. 404 for one that is used, over or none.",
  mutates: false,
  bodyLimit: 32_768,
  body: z.object({ token: linkToken() }),
  answer: answer({
    name: z.string(),
    level: level(),
    until: millis(),
    asks_code: describe(
      z.boolean(),
      "the person has a second factor, of which a code comes with the password",
    ),
    factor: z.optional(
      describe(
        z.object({ secret: z.string(), uri: z.string() }),
        "where the level needs a second factor and there is none: a code of it comes with the password",
      ),
    ),
  }),
});

export const centralInvitationAccept = call({
  ...OPEN,
  method: "POST",
  path: "/invitation/accept",
  summary:
    "Sets the password of who was invited, and signs in. 404 as for `/invitation`. Result codes 1206 and 1207 for a code that is missing or wrong.",
  mutates: true,
  bodyLimit: 32_768,
  body: z.object({ token: linkToken(), pwd: newPassword(), otp: z.optional(oneTimeCode()) }),
  answer: answer({ recovery: z.optional(recoveryCodes()) }),
});

export const centralPeople = call({
  ...OURS,
  method: "GET",
  path: "/people",
  summary: "Who may sign in at the central. Neither tokens nor passwords are told.",
  needs: "admin",
  mutates: false,
  answer: answer({
    people: z.array(person),
    demand: describe(z.array(level()), "levels that need a second factor besides the password"),
  }),
});

export const centralPersonCreate = call({
  ...MANAGES,
  path: "/people/create",
  summary:
    "Adds a person: with a token, which is sent as `Authorization: Bearer`, or with a link by which the person sets a password. Either is told once, here.",
  body: z.object({
    name: personName(),
    level: level(),
    by: describe(z._default(z.enum(["token", "link"]), "token"), "how the person gets in"),
  }),
  answer: answer({ id: z.string(), token: z.optional(z.string()), link: z.optional(link) }),
});

export const centralPersonSave = call({
  ...MANAGES,
  path: "/people/save",
  summary:
    "Gives a person another level, and ends the person's sessions. 409 where nobody would be left who manages the central.",
  body: z.object({ id: id(), level: level() }),
  answer: answer({}),
});

export const centralPersonLink = call({
  ...MANAGES,
  path: "/people/link",
  summary:
    "A link by which a person sets a new password, in place of one before. The password and the sessions the person has end at once. 409 as for `/people/save`.",
  body: z.object({ id: id() }),
  answer: answer({ link }),
});

export const centralPersonToken = call({
  ...MANAGES,
  path: "/people/token",
  summary: "Another token for a person, told once, here; the one before counts for nothing from then on.",
  body: z.object({ id: id() }),
  answer: answer({ token: z.string() }),
});

export const centralPersonTokenRemove = call({
  ...MANAGES,
  path: "/people/token/remove",
  summary: "Takes a person's token away. 409 as for `/people/save`.",
  body: z.object({ id: id() }),
  answer: answer({}),
});

export const centralPersonRemove = call({
  ...MANAGES,
  path: "/people/remove",
  summary:
    "Removes a person; token, password and sessions count for nothing from then on. 409 as for `/people/save`.",
  body: z.object({ id: id() }),
  answer: answer({}),
});

export const peopleCalls = {
  centralSession,
  centralSignIn,
  centralSignInToken,
  centralSignOut,
  centralPasswordChange,
  centralInvitation,
  centralInvitationAccept,
  centralPeople,
  centralPersonCreate,
  centralPersonSave,
  centralPersonLink,
  centralPersonToken,
  centralPersonTokenRemove,
  centralPersonRemove,
  ...secondFactorCalls,
};
