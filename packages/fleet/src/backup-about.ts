/** What a hub says of a backup that it sends on (`about` of `fileOffer`), as JSON. */
import * as z from "zod/mini";

export const backupAbout = z.object({
  /** When it was made, ms since the epoch by the hub's clock. */
  at: z.int().check(z.minimum(0), z.maximum(8.64e15)),
  encrypted: z.boolean(),
  /** That opens this one; only where the site leaves passwords of its backups with the central. */
  password: z.optional(z.string().check(z.minLength(1), z.maxLength(1_000))),
});
export type BackupAbout = z.output<typeof backupAbout>;
