/**
 * Makes good what a kill left between the disk and the database, and what somebody took away: a file of which the database knows nothing is read through like
 * one that has just come, for the site may be lost and the database from a backup.
 */
import type { FileFacts } from "@hubwart/core";
import type { BackupPlaces } from "./places.ts";
import { IS_GONE } from "./retention.ts";
import type { BackupRow } from "./row.ts";
import type { BackupRows } from "./rows.ts";
import { texts } from "./texts.ts";

/** @returns hubs of which something was found */
export async function settle(rows: BackupRows, places: BackupPlaces, now: number): Promise<string[]> {
  const found = await places.found();
  for (const [hub, files] of found)
    for (const facts of files) {
      const row = rows.get(hub, facts.name);
      if (!row) await rows.put(adopted(hub, facts, now));
      else if (row.state === "removed") await places.remove(row);
      else if (row.state === "lost" && row.reason === texts.missingHere)
        await rows.put({ ...row, state: "proving", reason: "", checked: 0 });
    }
  for (const row of rows.all())
    if (!IS_GONE.has(row.state) && !found.get(row.hub)?.some(({ name }) => name === row.name))
      await rows.put({ ...row, state: "lost", reason: texts.missingHere });
  return [...found.keys()];
}

const adopted = (hub: string, { mtimeMs, name, size }: FileFacts, now: number): BackupRow => ({
  hub,
  name,
  size,
  sha256: "",
  made: Math.round(mtimeMs),
  received: now,
  state: "proving",
  reason: "",
  checked: 0,
  version: "",
  device: "",
  password: undefined,
});
