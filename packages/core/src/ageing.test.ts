import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { useFolder } from "@hubwart/testing/folder";
import { describe, expect, it } from "vitest";
import { Ageing, type AgeingOptions, surplus } from "./ageing.ts";
import { ManualClock } from "./clock.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const folder = useFolder();

/** Something recorded all the time, of which 250 days are there and as many are kept. */
async function recorded(options: Partial<AgeingOptions> = {}) {
  const clock = new ManualClock();
  const keep = 250 * DAY;
  let oldest = clock.now() - keep;
  const open = () => Ageing.open({ clock, synchronised: () => true, ...options });
  let ageing = await open();
  const look = async (newest = clock.now()) => {
    const bound = await ageing.bound({ oldest, newest, keep });
    if (bound !== undefined) oldest = Math.max(oldest, bound);
    return bound;
  };
  return {
    clock,
    look,
    reopen: async () => (ageing = await open()),
    gone: () => oldest - (1_700_000_000_000 - keep),
    put: (at: number) => (oldest = at),
  };
}

describe("age", () => {
  it("lets go what is too old, as time goes by", async () => {
    const { clock, gone, look } = await recorded();
    for (let hour = 0; hour < 72; hour += 1) {
      clock.advance(HOUR);
      await look();
    }
    expect(gone()).toBe(3 * DAY);
  });

  it("deletes nothing for a clock that is ahead for half a minute, nor for one that has just jumped", async () => {
    const { clock, gone, look } = await recorded();
    clock.advance(2 * HOUR);
    await look();
    const before = gone();
    clock.jump(20 * DAY);
    clock.advance(15_000);
    expect(await look()).toBeUndefined();
    clock.advance(13_000);
    clock.jump(-20 * DAY);
    expect(await look()).toBeUndefined();
    clock.advance(HOUR - 1);
    expect(await look()).toBeUndefined();
    expect(gone()).toBe(before);
    clock.advance(HOUR);
    await look();
    expect(gone()).toBe(clock.now() - 1_700_000_000_000);
  });

  it("deletes a day in a real day at most while the clock stays ahead", async () => {
    const { clock, gone, look } = await recorded();
    clock.jump(200 * DAY);
    for (let hour = 0; hour < 48; hour += 1) {
      clock.advance(HOUR);
      await look();
    }
    expect(gone()).toBeGreaterThan(DAY);
    expect(gone()).toBeLessThanOrEqual(2 * DAY);
    clock.advance(30 * DAY);
    await look();
    expect(gone()).toBeLessThanOrEqual(3 * DAY);
  });

  it("counts from the newest recorded data: a device that was off loses nothing", async () => {
    const { clock, gone, look } = await recorded();
    const newest = clock.now();
    clock.jump(400 * DAY);
    clock.advance(5 * HOUR);
    expect(await look(newest)).toBeUndefined();
    expect(gone()).toBe(0);
  });

  it("counts from the clock where data come from the future", async () => {
    const { clock, look } = await recorded();
    clock.advance(5 * HOUR);
    expect(await look(clock.now() + 100 * DAY)).toBe(clock.now() - 250 * DAY);
  });

  it("deletes nothing within the first hour, nor in a week without a time server", async () => {
    const { clock, look } = await recorded({ synchronised: () => false });
    clock.advance(6 * DAY);
    expect(await look()).toBeUndefined();
    clock.advance(DAY);
    expect(await look()).toBeDefined();
  });

  it("lets what lies far apart go piece by piece, a day each", async () => {
    const clock = new ManualClock();
    const pieces = [400, 390, 380, 370].map((days) => clock.now() - days * DAY);
    const ageing = await Ageing.open({ clock, synchronised: () => true });
    for (let hour = 0; hour < 30; hour += 1) {
      clock.advance(HOUR);
      const [oldest = 0] = pieces;
      const bound = await ageing.bound({ oldest, newest: clock.now(), keep: 250 * DAY });
      while (pieces[0] !== undefined && pieces[0] < (bound ?? 0)) pieces.shift();
    }
    expect(pieces).toHaveLength(2);
  });

  it("finds its way after it began with a clock of long ago, or with nothing recorded", async () => {
    const clock = new ManualClock(1_000_000);
    const ageing = await Ageing.open({ clock, synchronised: () => true });
    clock.advance(2 * HOUR);
    expect(await ageing.bound({ oldest: clock.now(), newest: clock.now(), keep: DAY })).toBeUndefined();
    clock.jump(1_700_000_000_000);
    const oldest = clock.now() - 9 * DAY;
    await ageing.bound({ oldest, newest: clock.now(), keep: 5 * DAY });
    clock.advance(DAY);
    await ageing.bound({ oldest, newest: clock.now(), keep: 5 * DAY });
    clock.advance(DAY);
    expect(await ageing.bound({ oldest, newest: clock.now(), keep: 5 * DAY })).toBe(oldest + DAY);
  });

  it("goes on over restarts where it has a file, and no faster", async () => {
    const file = path.join(folder(), "bound");
    const { clock, gone, look, reopen } = await recorded({ file });
    clock.jump(100 * DAY);
    for (let start = 0; start < 12; start += 1) {
      await reopen();
      clock.advance(2 * HOUR);
      await look();
    }
    expect(gone()).toBe(DAY);
    expect(Number(await readFile(file, "utf8"))).toBe(1_700_000_000_000 - 249 * DAY);
  });

  it("is not led astray by a damaged file, nor by older data that were put back", async () => {
    const file = path.join(folder(), "bound");
    for (const content of ["99999999999999", "x", "", "-5"]) {
      await writeFile(file, content);
      const { clock, gone, look, reopen } = await recorded({ file });
      clock.jump(100 * DAY);
      await reopen();
      clock.advance(2 * HOUR);
      await look();
      expect(gone(), content).toBeLessThanOrEqual(DAY + 2 * HOUR);
    }
  });
});

describe("number", () => {
  const kept = [1, 2, 3, 90, 95].map((at) => ({ name: `f${at}`, at }));

  it("lets those from the future go first, then the oldest", () => {
    expect(surplus(kept, { most: 4, now: 10 }).map(({ name }) => name)).toEqual(["f95"]);
    expect(surplus(kept, { most: 2, now: 10 }).map(({ name }) => name)).toEqual(["f1", "f90", "f95"]);
    expect(surplus(kept, { most: 9, now: 10 })).toEqual([]);
  });

  it("never lets go the one just written", () => {
    expect(surplus(kept, { most: 1, now: 10, written: "f1" }).map(({ name }) => name)).not.toContain("f1");
    expect(surplus(kept, { most: 4, now: 92, written: "f95" }).map(({ name }) => name)).toEqual(["f1"]);
  });
});
