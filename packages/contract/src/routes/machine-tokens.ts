/** Tokens with which programs call this API: made by somebody who is signed in, told once, and kept to what they are for. */
import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import { LEVELS } from "../levels.ts";
import { LIMITS } from "../limits.ts";
import { unixMillis } from "../shapes.ts";
import { texts } from "../texts/machine-tokens.ts";

const NETWORK = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);
const network = () =>
  describe(
    z.string().check(z.refine((text) => NETWORK.safeParse(text).success, { error: texts.network })),
    "an address, or a network as CIDR",
  );
const pattern = () => z.string().check(z.regex(/^[A-Za-z0-9_.*?-]{1,200}$/, texts.pattern));
const list = <S extends z.ZodMiniType>(item: S) =>
  z.optional(z.array(item).check(z.minLength(1), z.maxLength(LIMITS.machineTokenLimits)));

const bounds = {
  level: describe(z.enum(LEVELS), "lowered to that of its owner where that is lower"),
  channels: describe(list(pattern()), "patterns (`*`, `?`) of channels it is kept to; absent: all"),
  networks: describe(list(network()), "from where it may be used; absent: from anywhere"),
};

const machineToken = z.object({
  id: z.string(),
  name: z.string(),
  ...bounds,
  owner: describe(z.string(), "name of whoever made it"),
  created: unixMillis(),
  expires: describe(unixMillis(), "0: never"),
  used: describe(unixMillis(), "last use, to the hour; 0: never"),
  state: describe(
    z.enum(["valid", "expired", "stopped"]),
    "stopped: its owner is gone or locked, or may no longer do it",
  ),
});
export type MachineToken = z.output<typeof machineToken>;

export const machineTokens = call({
  method: "GET",
  path: "/system/tokens",
  summary: "The tokens with which programs call this API, and what they are kept to. No token is told.",
  needs: "admin",
  channels: "none",
  mutates: false,
  answer: answer({ tokens: z.array(machineToken) }),
});

export const machineTokenCreate = call({
  method: "POST",
  path: "/system/tokens/create",
  summary:
    "Makes a token of the caller's. Told once, here; it is sent as `Authorization: Bearer`, never in an address.",
  needs: "admin",
  channels: "whole",
  mutates: true,
  body: z.object({
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60), z.regex(/^\P{C}*$/u, texts.name)),
    ...bounds,
    days: describe(
      z.nullable(z.int().check(z.minimum(1), z.maximum(LIMITS.machineTokenDaysMax))),
      "until it expires; null: never",
    ),
  }),
  answer: answer({ id: z.string(), token: describe(z.string(), "`hwt_` and 256 random bits, base64url") }),
});

export const machineTokenRevoke = call({
  method: "POST",
  path: "/system/tokens/revoke",
  summary: "Revokes a token everywhere, at once; event streams that it opened end.",
  needs: "admin",
  channels: "none",
  mutates: true,
  body: z.object({ id: z.string().check(z.minLength(1), z.maxLength(40)) }),
});
