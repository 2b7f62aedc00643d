/** Links for wall panels as they are stored. Only the SHA-256 of a token is. */
import { defineSetting } from "@hubwart/core/store";
import * as z from "zod/mini";
import { lastUses } from "../machine-tokens/last-uses.ts";
import { owner } from "../machine-tokens/settings.ts";

const stored = z.object({
  id: z.string(),
  name: z.string(),
  hash: z.string(),
  page: z.string(),
  may_set: z.boolean(),
  owner,
  ownerName: z.string(),
  /** ms since the epoch. */
  created: z.number(),
});
export type StoredLink = z.output<typeof stored>;

/** Of this device: a backup must not bring back what was revoked since. */
export const linksSetting = defineSetting({ name: "page.links", schema: z.array(stored), fallback: [] });

export const linkUsesSetting = defineSetting({
  name: "page.links.used",
  schema: lastUses,
  fallback: {},
  memory: true,
});
