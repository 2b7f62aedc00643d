/** A code besides the password (TOTP, RFC 6238); off until somebody switches it on. */
import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import { LIMITS } from "../limits.ts";
import { anyPassword, oneTimeCode, unixMillis } from "../shapes.ts";

const may = { needs: "see", channels: "none" } as const;

const recoveryCodes = describe(
  z.array(z.string()),
  `${LIMITS.recoveryCodes} codes, each good once instead of one of the app; told this once`,
);
const confirmed = z.object({ pwd: anyPassword(), otp: oneTimeCode() });

export const secondFactor = call({
  ...may,
  method: "GET",
  path: "/system/second_factor",
  summary: "Whether signing in asks the caller for a code besides the password.",
  mutates: false,
  answer: answer({
    on: z.boolean(),
    since: describe(unixMillis(), "0 where it is off"),
    recovery_left: describe(z.int(), "recovery codes that were not used"),
    time: describe(unixMillis(), "clock of the device, which codes go by"),
  }),
});

export const secondFactorBegin = call({
  ...may,
  method: "POST",
  path: "/system/second_factor/begin",
  summary:
    "A secret for an app, told this once; nothing is asked for until a code confirms it within ten minutes. 409 where it is on.",
  mutates: true,
  body: z.object({ pwd: anyPassword() }),
  answer: answer({
    secret: describe(z.string(), "20 bytes, base32"),
    uri: describe(z.string(), "otpauth://totp/…, for the picture that apps read"),
  }),
});

export const secondFactorConfirm = call({
  ...may,
  method: "POST",
  path: "/system/second_factor/confirm",
  summary:
    "Switches it on, where the app has the secret. Ends all tokens of the caller; the answer has a new one. Result code 1207 for a wrong code.",
  mutates: true,
  body: z.object({ otp: oneTimeCode() }),
  answer: answer({ token: z.string(), recovery: recoveryCodes }),
});

export const secondFactorOff = call({
  ...may,
  method: "POST",
  path: "/system/second_factor/off",
  summary:
    "Switches it off. Ends all tokens of the caller; the answer has a new one. Result codes 1200 and 1207.",
  mutates: true,
  body: confirmed,
  answer: answer({ token: z.string() }),
});

export const secondFactorRecovery = call({
  ...may,
  method: "POST",
  path: "/system/second_factor/recovery",
  summary: "Other recovery codes instead of those that there are. Result codes 1200 and 1207.",
  mutates: true,
  body: confirmed,
  answer: answer({ recovery: recoveryCodes }),
});
