import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import { LIMITS } from "../limits.ts";
import { anyPassword } from "../shapes.ts";

const may = { needs: "admin", channels: "whole" } as const;

export const USER_KINDS = ["assets", "websocket"] as const;
export type UserKind = (typeof USER_KINDS)[number];

const userName = () => z.string().check(z.trim(), z.minLength(1), z.maxLength(100));
/** A colon ends the name in HTTP's own sign-in (RFC 7617, 2); what nobody sees would let two names look alike. */
const newUserName = () =>
  userName().check(
    z.regex(/^[^:\p{Cc}\p{Cf}]*$/u, {
      error: "Erlaubt sind sichtbare Zeichen und Leerzeichen, kein Doppelpunkt.",
    }),
  );
/** Empty keeps the present one. */
const userPassword = () =>
  describe(
    anyPassword().check(
      z.refine((pwd) => pwd === "" || pwd.length >= LIMITS.passwordMin, {
        error: `Erlaubt sind mindestens ${LIMITS.passwordMin} Zeichen.`,
      }),
    ),
    "8 to 1024 characters, or empty",
  );
const kind = () => describe(z.optional(z.enum(USER_KINDS)), "which list; `websocket` without");
const user = z.object({
  username: z.string(),
  role: describe(z.string(), "free text; what it opens: `read`, `write`, patterns (see roles.ts)"),
  pwd: describe(z.boolean(), "a password is set"),
  token: describe(z.boolean(), "a token is set"),
});

export const wsUsers = call({
  ...may,
  method: "GET",
  path: "/wsauth/config",
  summary: "Users of assets and of websockets.",
  origin: "spec",
  mutates: false,
  etag: ["assets", "websocket"],
  answer: answer({ assets: z.array(user), websocket: z.array(user) }),
});

export const wsUserSet = call({
  ...may,
  method: "POST",
  path: "/wsauth/users/set",
  summary: "Adds or changes a user and ends their connections; without a password the present one is kept.",
  origin: "spec",
  mutates: true,
  guard: "wsUsers",
  body: z.object({
    user: newUserName(),
    role: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)),
    pwd: z.optional(userPassword()),
    kind: kind(),
  }),
});

export const wsUserDelete = call({
  ...may,
  method: "GET",
  path: "/wsauth/users/delete",
  summary: "Removes a user and ends their connections.",
  origin: "spec",
  mutates: true,
  guard: "wsUsers",
  query: z.object({ usr: userName(), kind: kind() }),
});

export const wsUserToken = call({
  ...may,
  method: "POST",
  path: "/wsauth/users/token",
  summary: "Makes a token for a user, in place of the one before. Told once, here.",
  mutates: true,
  body: z.object({ user: userName(), kind: kind() }),
  answer: answer({ token: describe(z.string(), "256 random bits, base64url") }),
});

export const wsUserTokenDelete = call({
  ...may,
  method: "POST",
  path: "/wsauth/users/token/delete",
  summary: "Takes a user's token away and ends their connections.",
  mutates: true,
  body: z.object({ user: userName(), kind: kind() }),
});
