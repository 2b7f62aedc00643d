import { appendFile, mkdir, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { createLogger, ManualClock, MemoryLogSink, Scope } from "@hubwart/core";
import { useFolder } from "@hubwart/testing/folder";
import { useOpen } from "@hubwart/testing/open";
import { array, assert, asyncProperty, constant, constantFrom, jsonValue, oneof, record } from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { FrameLog } from "../frames.ts";
import type { PoolEntry } from "./entry.ts";
import { LARGEST_KEPT, Pool } from "./pool.ts";
import { keepSnapshot, listSnapshots } from "./snapshots.ts";

const folder = useFolder();
let clock: ManualClock;
let sink: MemoryLogSink;
const scopes = useOpen((scope: Scope) => scope.end());

beforeEach(async () => {
  clock = new ManualClock();
  sink = new MemoryLogSink();
});

const open = async () => {
  const scope = new Scope();
  scopes.push(scope);
  const pool = await Pool.open({
    folder: folder(),
    clock,
    scope,
    synchronised: () => true,
    log: createLogger("hub", "pool", sink),
  });
  return { pool, close: () => scope.end() };
};
const entry = (chan: string, value: unknown, ts = 1): PoolEntry => ({
  chan,
  type: "json",
  value,
  quality: 0,
  ts,
  fromHub: false,
});
const types = (...chans: string[]) => new Map(chans.map((chan) => [chan, "json"]));
/** Of the snapshots there are. */
const kinds = async () =>
  (await readdir(path.join(folder(), "snapshots")))
    .map((name) => /-(\w+)\.json$/.exec(name)?.[1] ?? "")
    .filter((kind) => kind === "project");
const logs = async () => (await readdir(folder())).filter((name) => name.startsWith("changes-"));

describe("Pool", () => {
  it("has each channel's newest value after it was opened again, with quality, time and origin", async () => {
    const first = await open();
    first.pool.set(entry("a", 1));
    first.pool.set({ chan: "a", type: "float", value: 2.5, quality: 1, ts: 77, fromHub: true });
    first.pool.set(entry("b", { deep: [1, "ü"] }));
    await first.close();
    const { pool, close } = await open();
    expect(pool.get("a")).toEqual({
      chan: "a",
      type: "float",
      value: 2.5,
      quality: 1,
      ts: 77,
      fromHub: true,
    });
    expect(pool.get("b")?.value).toEqual({ deep: [1, "ü"] });
    await close();
  });

  it("has everything that was flushed, whatever became of the bytes behind it", async () => {
    const { pool } = await open();
    pool.set(entry("a", "kept"));
    await pool.flush();
    const log = path.join(folder(), (await logs())[0] ?? "");
    const whole = (await stat(log)).size;
    pool.set(entry("a", "lost"));
    await pool.flush();
    // As a power cut leaves it: the second frame is cut off, or its bytes are not what was written.
    for (const spoil of ["cut", "flip"] as const) {
      const bytes = await readFile(log);
      if (spoil === "cut") await truncate(log, whole + 11);
      else await writeFile(log, Buffer.concat([bytes.subarray(0, -1), Buffer.from([bytes.at(-1)! ^ 1])]));
      const again = await open();
      expect(again.pool.get("a")?.value).toBe("kept");
      again.pool.set(entry("a", "lost"));
      await again.pool.flush();
    }
  });

  it("tells why values do not reach the disk, once that lasts, and that they do again", async () => {
    const { pool } = await open();
    const log = path.join(folder(), (await logs())[0] ?? "");
    const failing = vi
      .spyOn(FrameLog.prototype, "append")
      .mockRejectedValue(Object.assign(new Error("no"), { code: "ENOSPC" }));
    pool.set(entry("a", 1));
    await pool.flush();
    expect(pool.trouble).toBeUndefined();
    clock.advance(10_000);
    await pool.flush();
    expect(pool.trouble).toBe("Der Speicher des Geräts ist voll.");
    // What else succeeds meanwhile is no sign that the values do.
    await pool.snapshot("hour");
    expect(pool.trouble).toBe("Der Speicher des Geräts ist voll.");
    failing.mockRestore();
    await pool.flush();
    expect(pool.trouble).toBeUndefined();
    expect((await stat(log)).size).toBeGreaterThan(0);
  });

  it("goes on behind a torn frame, so that what comes after it is read", async () => {
    const { pool, close } = await open();
    pool.set(entry("a", 1));
    await close();
    await appendFile(path.join(folder(), (await logs())[0] ?? ""), Buffer.from([9, 0, 0, 0, 1]));
    const second = await open();
    second.pool.set(entry("b", 2));
    await second.close();
    const third = await open();
    expect([third.pool.get("a")?.value, third.pool.get("b")?.value]).toEqual([1, 2]);
    expect(pool.size).toBe(1);
  });

  it("writes a checkpoint when the log has outgrown the content, and one log stays", async () => {
    const { pool, close } = await open();
    const text = "x".repeat(60_000);
    for (let round = 0; round < 40; round += 1) {
      pool.set(entry("a", `${text}${String(round)}`));
      await pool.flush();
    }
    expect(await logs()).toHaveLength(1);
    const sizes = await Promise.all(
      (await readdir(folder())).map(async (name) => (await stat(path.join(folder(), name))).size),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_500_000);
    await close();
    expect((await open()).pool.get("a")?.value).toBe(`${text}39`);
  });

  it("falls back to the newest snapshot and the log when the checkpoint is damaged, and says so", async () => {
    const { pool, close } = await open();
    pool.set(entry("a", 1));
    await pool.snapshot("hour");
    await pool.restore((await pool.snapshots())[0]?.name ?? "");
    pool.set(entry("b", 2));
    await close();
    const state = await readFile(path.join(folder(), "state.json"), "utf8");
    await writeFile(path.join(folder(), "state.json"), state.replace('\\"json\\",1', '\\"json\\",7'));
    const again = await open();
    expect(again.pool.get("a")?.value).toBe(1);
    expect(again.pool.get("b")?.value).toBe(2);
    expect(sink.entries.some(({ level, msg }) => level === "error" && msg.includes("beschädigt"))).toBe(true);
    expect((await readdir(folder())).some((name) => name.startsWith("state.damaged-"))).toBe(true);
  });

  it("puts a snapshot back, keeping what was there before as another", async () => {
    const { pool, close } = await open();
    pool.set(entry("a", "before"));
    await pool.snapshot("project");
    const name = (await pool.snapshots())[0]?.name ?? "";
    clock.advance(60_000);
    pool.set(entry("a", "after"));
    pool.set(entry("b", "new"));
    await pool.restore(name);
    expect(pool.get("a")?.value).toBe("before");
    expect(pool.get("b")).toBeUndefined();
    await close();
    const again = await open();
    expect(again.pool.get("a")?.value).toBe("before");
    expect(again.pool.size).toBe(1);
    const kept = (await again.pool.snapshots()).map((snapshot) => snapshot.name);
    expect(kept.some((other) => other.endsWith("-restore.json"))).toBe(true);
  });

  it.each(["../state.json", "nothing.json", "20260101T000000Z-hour.json"])(
    "does not put %s back",
    async (name) => {
      const { pool } = await open();
      pool.set(entry("a", 1));
      await expect(pool.restore(name)).rejects.toThrow("gibt es nicht mehr");
      expect(pool.get("a")?.value).toBe(1);
    },
  );

  it("keeps 24 hourly and 30 daily snapshots", async () => {
    const snapshots = path.join(folder(), "snapshots");
    await mkdir(snapshots);
    // Two a day are enough to have more of each kind than are kept.
    for (let half = 0; half < 2 * 40; half += 1) {
      await keepSnapshot(snapshots, "hour", Date.UTC(2026, 0, 1, half * 12 + 11), [entry("a", half)]);
    }
    const names = (await listSnapshots(snapshots)).map(({ name }) => name);
    expect(names.filter((name) => name.endsWith("-hour.json"))).toHaveLength(24);
    expect(names.filter((name) => name.endsWith("-day.json"))).toHaveLength(30);
    expect(names[0]).toBe("20260209T230000Z-hour.json");
  });

  it("never lets go the snapshot just made, though others bear later times", async () => {
    const snapshots = path.join(folder(), "snapshots");
    await mkdir(snapshots);
    for (let hour = 0; hour < 31; hour += 1)
      await keepSnapshot(snapshots, "hour", Date.UTC(2026, 4, 1, hour), [entry("a", hour)]);
    await keepSnapshot(snapshots, "hour", Date.UTC(2026, 3, 1, 1), [entry("a", 1)]);
    await keepSnapshot(snapshots, "hour", Date.UTC(2026, 3, 1, 2), [entry("a", 2)]);
    const names = (await listSnapshots(snapshots)).map(({ name }) => name);
    expect(names).toContain("20260401T010000Z-day.json");
    expect(names).toContain("20260401T020000Z-hour.json");
    expect(names.filter((name) => name.endsWith("-hour.json"))).toHaveLength(24);
  });

  it("does not keep a value that is too large, and keeps the one before", async () => {
    const { pool } = await open();
    pool.set(entry("a", "small"));
    expect(pool.set(entry("a", "x".repeat(LARGEST_KEPT + 1)))).toBe(false);
    expect(pool.get("a")?.value).toBe("small");
  });

  it("keeps what has lost its channel, with a snapshot from before, and gives it back", async () => {
    const first = await open();
    await first.pool.reconcile(types("a", "b"), "1");
    expect(await kinds()).toEqual([]);
    first.pool.set(entry("a", 1));
    first.pool.set(entry("b", 2));
    await first.close();
    // The hub was started anew for the upload: it knows of no project before.
    const { pool, close } = await open();
    await pool.reconcile(types("b"), "2");
    expect(await kinds()).toEqual(["project"]);
    expect(pool.get("a")).toMatchObject({ value: 1, gone: clock.now() });
    await close();
    const back = await open();
    clock.advance(1_000);
    await back.pool.reconcile(types("a", "b"), "1");
    expect(back.pool.get("a")).toEqual(entry("a", 1));
    expect(await kinds()).toEqual(["project", "project"]);
    await back.pool.reconcile(types("a", "b"), "1");
    expect(await kinds()).toHaveLength(2);
  });

  it("keeps what changed its type apart from what has the new one", async () => {
    const { pool } = await open();
    pool.set(entry("a", 1));
    await pool.reconcile(new Map([["a", "float"]]), "2");
    expect(pool.get("a")?.gone).toBe(clock.now());
    expect(await kinds()).toEqual(["project"]);
    pool.set({ ...entry("a", 2.5), type: "float" });
    expect(pool.get("a")?.gone).toBeUndefined();
  });

  it("forgets what has had no channel for 30 days, on disk as well, and says so", async () => {
    const { pool, close } = await open();
    pool.set(entry("a", 1));
    pool.set(entry("b", 2));
    await pool.reconcile(types("b"), "2");
    const later = async (days: number) => {
      clock.jump(days * 24 * 3_600_000);
      for (let hour = 0; hour < 30; hour += 1) {
        clock.advance(3_600_000);
        pool.set(entry("b", hour, clock.now()));
        await pool.flush();
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    await later(27);
    expect(pool.get("a")?.value).toBe(1);
    await later(3);
    await close();
    const again = await open();
    expect(again.pool.get("a")).toBeUndefined();
    expect(again.pool.get("b")).toBeDefined();
    expect(sink.entries.map(({ msg }) => msg).join()).toContain("seit mehr als 30 Tagen nicht mehr hat: 1.");
  });

  it("is what a plain map is, over any changes, flushes, restarts and cut tails", async () => {
    const step = oneof(
      record({
        do: constant("set" as const),
        chan: constantFrom("a", "b", "c"),
        value: jsonValue(),
      }),
      constant({ do: "flush" as const }),
      constant({ do: "crash" as const }),
    );
    await assert(
      asyncProperty(array(step, { maxLength: 30 }), async (steps) => {
        await rm(folder(), { recursive: true });
        let { pool } = await open();
        const model = new Map<string, unknown>();
        const durable = new Map<string, unknown>();
        for (const one of steps) {
          if (one.do === "set") {
            // JSON has no −0: what is read back is compared, not what was written.
            const value: unknown = JSON.parse(JSON.stringify(one.value));
            if (pool.set(entry(one.chan, value))) model.set(one.chan, value);
          } else if (one.do === "flush") {
            await pool.flush();
            for (const [chan, value] of model) durable.set(chan, value);
          } else {
            const log = path.join(folder(), (await logs())[0] ?? "");
            await appendFile(log, Buffer.from([1, 2, 3]));
            pool = (await open()).pool;
            model.clear();
            for (const [chan, value] of durable) model.set(chan, value);
          }
          for (const [chan, value] of model) expect(pool.get(chan)?.value).toEqual(value);
        }
      }),
      { numRuns: 30 },
    );
  });
});
