/** Backups of sites that have come up to the central. Calls of the central, below `/api`. */
import { answer, call, describe } from "@hubwart/contract";
import * as z from "zod/mini";
import { HUB_ID } from "./subjects.ts";

const OURS = { origin: "ours", channels: "none", access: "session" } as const;

const hub = z.string().check(z.regex(HUB_ID));
const name = describe(
  z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$/)),
  "of the file, as the hub keeps it",
);
const millis = (what: string) => describe(z.number(), `ms since the epoch; ${what}`);

/**
 * `proving`: it is there whole, and its content is about to be read. `proved`: read through against its own list. `whole`: there as the hub
 * has it, and encrypted with a password that the central does not have. `damaged`: it does not open, or has changed on the central's disk.
 */
export const SITE_BACKUP_STATES = ["proving", "proved", "whole", "damaged"] as const;
export type SiteBackupState = (typeof SITE_BACKUP_STATES)[number];

export const siteBackup = z.object({
  name,
  size: describe(z.number(), "bytes"),
  sha256: z.string(),
  made: millis("by the hub's clock"),
  received: millis("by the central's clock"),
  encrypted: z.boolean(),
  state: z.enum(SITE_BACKUP_STATES),
  reason: describe(z.string(), "what is damaged; German, otherwise empty"),
  checked: millis("when all of it was last read here; 0: not yet"),
  version: describe(z.string(), "release that made it; empty: not known"),
  device: describe(
    z.string(),
    "beginning of the SHA-256 of the key that signed it; empty: nobody, or not known",
  ),
  other: describe(z.boolean(), "another device signed it than the one before"),
  password: describe(z.boolean(), "the site has left its password here"),
});
export type SiteBackup = z.output<typeof siteBackup>;

export const centralBackups = call({
  ...OURS,
  method: "GET",
  path: "/sites/backups",
  summary: "Backups of a site that the central keeps, the newest first. Those of a revoked site stay.",
  needs: "see",
  mutates: false,
  query: z.object({ hub }),
  answer: answer({
    backups: z.array(siteBackup),
    refused: z.optional(
      describe(
        z.object({ at: millis("by the central's clock"), why: z.string() }),
        "one was not taken for want of room, and none has come since; German",
      ),
    ),
  }),
});

const one = z.object({ hub, name });

export const centralBackupFetch = call({
  ...OURS,
  method: "POST",
  path: "/sites/backups/fetch",
  summary: "Makes a ticket with which one backup is downloaded, once and within a minute.",
  needs: "engineer",
  mutates: true,
  body: one,
  answer: answer({ ticket: z.string() }),
});

export const centralBackupFile = call({
  origin: "ours",
  access: "public",
  method: "GET",
  path: "/sites/backups/file",
  summary: "The file, for a ticket.",
  mutates: false,
  query: z.object({ ticket: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,100}$/)) }),
  content: "application/octet-stream",
});

export const centralBackupPassword = call({
  ...OURS,
  method: "POST",
  path: "/sites/backups/password",
  summary: "The password that the site has left here for one backup.",
  needs: "admin",
  mutates: true,
  body: one,
  answer: answer({ password: z.string() }),
});

export const centralBackupRemove = call({
  ...OURS,
  method: "POST",
  path: "/sites/backups/remove",
  summary: "Removes a backup from the central; what the hub keeps stays there, and does not come up again.",
  needs: "admin",
  mutates: true,
  body: one,
  answer: answer({}),
});

export const backupCalls = {
  centralBackups,
  centralBackupFetch,
  centralBackupFile,
  centralBackupPassword,
  centralBackupRemove,
};
