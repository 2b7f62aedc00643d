/**
 * Some hours of one channel as a hub records them, in parts that it sends on.
 *
 *     const source = await recordedHours(folder, scope, "modb_client.kessel.vorlauf", (at) => 60 + 5 * Math.sin(at / 3_600_000));
 */

import { stat } from "node:fs/promises";
import { createLogger, hashFile, ManualClock, MemoryLogSink, type Scope } from "@hubwart/core";
import type { FileSource } from "@hubwart/fleet/uplink";
import { KeptParts } from "@hubwart/stores";
import { Lake } from "@hubwart/stores/lake";

const QUARTER = 900_000;
const QUARTERS = 24;
const MINUTE = 60_000;

/** @param valueAt of a time, ms since the epoch */
export async function recordedHours(
  folder: string,
  scope: Scope,
  channel: string,
  valueAt: (at: number) => number,
): Promise<FileSource> {
  const clock = new ManualClock((Math.floor(Date.now() / QUARTER) - QUARTERS) * QUARTER);
  const log = createLogger("hub", "lake", new MemoryLogSink());
  const lake = await Lake.open({ folder, clock, scope, log, keep: { days: 3_650, bytes: 1e9 } });
  for (let quarter = 0; quarter < QUARTERS; quarter += 1) {
    for (let minute = 0; minute < QUARTER / MINUTE; minute += 1) {
      lake.add(channel, clock.now(), valueAt(clock.now()), 0);
      clock.advance(MINUTE);
    }
    await lake.settle();
  }
  const files = await new KeptParts(folder).list();
  return {
    kind: "history",
    async next() {
      const [first] = files;
      if (!first) return undefined;
      const { size } = await stat(first.file);
      return { name: first.name, file: first.file, size, sha256: await hashFile(first.file) };
    },
    async over() {
      files.shift();
    },
  };
}
