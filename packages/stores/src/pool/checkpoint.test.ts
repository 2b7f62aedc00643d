import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { createLogger, ManualClock, MemoryLogSink, Scope } from "@hubwart/core";
import { useFolder } from "@hubwart/testing/folder";
import { useOpen } from "@hubwart/testing/open";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { PoolEntry } from "./entry.ts";
import { decodeState, encodeState } from "./files.ts";
import { Pool } from "./pool.ts";

const folder = useFolder();
const scopes = useOpen((scope: Scope) => scope.end());

const open = async () => {
  const scope = new Scope();
  scopes.push(scope);
  const log = createLogger("hub", "pool", new MemoryLogSink());
  return await Pool.open({ folder: folder(), clock: new ManualClock(), scope, log });
};
const entry = (chan: string, value: unknown): PoolEntry => ({
  chan,
  type: "json",
  value,
  quality: 0,
  ts: 1,
  fromHub: false,
});

it("a checkpoint that cannot be written loses nothing of what stands in the log", async () => {
  const pool = await open();
  pool.set(entry("a", 1));
  pool.set(entry("b", 2));
  await pool.flush();
  await pool.snapshot("hour");
  await mkdir(path.join(folder(), "state.json", "in the way"), { recursive: true });
  await pool.restore((await pool.snapshots())[0]?.name ?? "").catch(() => undefined);
  await rm(path.join(folder(), "state.json"), { recursive: true });
  // The power fails here: the first one is not closed.
  expect((await open()).get("a")?.value).toBe(1);
});

it("a checkpoint is read as it was written, and no other value comes of a flipped bit", () => {
  const entries = [entry("a", 21.5), entry("b", { deep: [1, "ü"] })];
  const whole = Buffer.from(encodeState(3, entries));
  expect(decodeState(whole.toString()).entries).toEqual(entries);
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.nat(6), (at, bit) => {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] ?? 0) ^ (1 << bit);
      let read: PoolEntry[];
      try {
        read = decodeState(damaged.toString()).entries;
      } catch {
        return;
      }
      // A bit of the generation's number, which is in no sum.
      expect(read).toEqual(entries);
    }),
    { numRuns: 500 },
  );
});
