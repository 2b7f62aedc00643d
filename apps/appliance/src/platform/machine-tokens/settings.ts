/** Tokens of programs as they are stored. Only the SHA-256 of a token is. */
import { LEVELS } from "@hubwart/contract";
import { defineSetting } from "@hubwart/core/store";
import * as z from "zod/mini";
import { lastUses } from "./last-uses.ts";

/** Whose it is: who has the one password, or a person by id. */
export const owner = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("administrator") }),
  z.object({ kind: z.literal("person"), id: z.string() }),
]);
export type Owner = z.output<typeof owner>;

const stored = z.object({
  id: z.string(),
  name: z.string(),
  hash: z.string(),
  level: z.enum(LEVELS),
  channels: z.optional(z.array(z.string())),
  networks: z.optional(z.array(z.string())),
  owner,
  ownerName: z.string(),
  /** ms since the epoch; `expires` 0: never. */
  created: z.number(),
  expires: z.number(),
});
export type StoredToken = z.output<typeof stored>;

/** Of this device: a backup must not bring back what was revoked since. */
export const tokensSetting = defineSetting({
  name: "machine.tokens",
  schema: z.array(stored),
  fallback: [],
});

export const usesSetting = defineSetting({
  name: "machine.tokens.used",
  schema: lastUses,
  fallback: {},
  memory: true,
});
