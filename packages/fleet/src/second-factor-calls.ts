/** Calls about the code besides the password (TOTP, RFC 6238) of people of a central; off until a person switches it on. */
import { answer, anyPassword, call, describe, LEVELS, LIMITS, oneTimeCode } from "@hubwart/contract";
import * as z from "zod/mini";

const OWN = { origin: "ours", channels: "none", access: "session", needs: "see" } as const;
const CHANGES = { ...OWN, method: "POST", mutates: true, bodyLimit: 32_768 } as const;
const MANAGES = {
  origin: "ours",
  channels: "none",
  access: "session",
  needs: "admin",
  method: "POST",
  mutates: true,
} as const;

export const personFactor = describe(z.boolean(), "is asked for a code besides the password");
export const recoveryCodes = () =>
  describe(
    z.array(z.string()),
    `${LIMITS.recoveryCodes} codes, each good once instead of one of the app; told this once`,
  );
const confirmed = z.object({ pwd: anyPassword(), otp: oneTimeCode() });

export const centralFactor = call({
  ...OWN,
  method: "GET",
  path: "/session/factor",
  summary: "Whether signing in asks the caller for a code besides the password.",
  mutates: false,
  answer: answer({
    on: z.boolean(),
    since: describe(z.number(), "ms since the epoch; 0 where it is off"),
    recovery_left: describe(z.int(), "recovery codes that were not used"),
    time: describe(z.number(), "clock of the central, which codes go by, ms since the epoch"),
    demanded: describe(z.boolean(), "the caller's level needs it"),
  }),
});

export const centralFactorBegin = call({
  ...CHANGES,
  path: "/session/factor/begin",
  summary:
    "A secret for an app, told this once; nothing is asked for until a code confirms it within ten minutes, in the same session. 409 where it is on, and without a password. Result code 1200. Not with a token.",
  body: z.object({ pwd: anyPassword() }),
  answer: answer({
    secret: describe(z.string(), "20 bytes, base32"),
    uri: describe(z.string(), "otpauth://totp/…, for the picture that apps read"),
  }),
});

export const centralFactorConfirm = call({
  ...CHANGES,
  path: "/session/factor/confirm",
  summary:
    "Switches it on, where the app has the secret; all other sessions of the caller end. Result code 1207 for a wrong code.",
  body: z.object({ otp: oneTimeCode() }),
  answer: answer({ recovery: recoveryCodes() }),
});

export const centralFactorOff = call({
  ...CHANGES,
  path: "/session/factor/off",
  summary:
    "Switches it off; all other sessions of the caller end. 409 where the level needs it. Result codes 1200 and 1207.",
  body: confirmed,
  answer: answer({}),
});

export const centralFactorRecovery = call({
  ...CHANGES,
  path: "/session/factor/recovery",
  summary: "Other recovery codes instead of those that there are. Result codes 1200 and 1207.",
  body: confirmed,
  answer: answer({ recovery: recoveryCodes() }),
});

export const centralPersonFactorRemove = call({
  ...MANAGES,
  path: "/people/factor/remove",
  summary:
    "Takes the second factor of somebody else away who lost it, and ends the person's sessions; the password stays. 409 as for `/people/save`, and where there is none.",
  body: z.object({ id: z.string().check(z.minLength(1), z.maxLength(40)) }),
  answer: answer({}),
});

export const centralPeopleDemand = call({
  ...MANAGES,
  path: "/people/demand",
  summary:
    "Which levels need a second factor: who has none is not let in by the password any more, and a link sets one up. Tokens need none. 409 where that would shut out who asks, or as for `/people/save`.",
  body: z.object({ levels: z.array(z.enum(LEVELS)).check(z.maxLength(LEVELS.length)) }),
  answer: answer({}),
});

export const secondFactorCalls = {
  centralFactor,
  centralFactorBegin,
  centralFactorConfirm,
  centralFactorOff,
  centralFactorRecovery,
  centralPersonFactorRemove,
  centralPeopleDemand,
};
