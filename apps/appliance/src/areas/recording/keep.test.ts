import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { ConflictError, InvalidInputError } from "@hubwart/core";
import type { LakeDay } from "@hubwart/stores";
import { useFolder } from "@hubwart/testing/folder";
import { beforeEach, describe, expect, it } from "vitest";
import { goneOf, KeepSetting } from "./keep.ts";

const DAY = 86_400_000;
const GB = 1e9;
const NOW = Date.parse("2026-11-21T12:00:00Z");
/** The last `count` days, newest first, a gigabyte each. */
const daysOf = (count: number, last = "2026-11-20"): LakeDay[] =>
  Array.from({ length: count }, (_, at) => ({
    name: `${new Date(Date.parse(last) - at * DAY).toISOString().slice(0, 10)}.parquet`,
    size: GB,
    ts: 0,
  }));

describe("what goes", () => {
  it("is nothing as long as all of it fits", () => {
    const nothing = { days: 0, bytes: 0 };
    expect(goneOf([], { days: 1, bytes: 1 }, NOW)).toEqual({ at_once: nothing, by_age: nothing });
    expect(goneOf(daysOf(5), { days: 5, bytes: 5 * GB }, NOW)).toEqual({ at_once: nothing, by_age: nothing });
  });

  it("is the oldest days for lack of room, and later those that are too old, each told once", () => {
    expect(goneOf(daysOf(10), { days: 4, bytes: 7 * GB }, NOW)).toEqual({
      at_once: { days: 3, bytes: 3 * GB, oldest: "2026-11-11", newest: "2026-11-13" },
      by_age: { days: 3, bytes: 3 * GB, oldest: "2026-11-14", newest: "2026-11-16" },
    });
  });

  it("is never the newest day", () => {
    expect(goneOf(daysOf(3), { days: 1, bytes: 1 }, NOW).at_once).toMatchObject({
      days: 2,
      newest: "2026-11-19",
    });
  });

  it("counts from the newest day where the clock is ahead", () => {
    const ahead = NOW + 20 * 365 * DAY;
    expect(goneOf(daysOf(10), { days: 10, bytes: 99 * GB }, ahead).by_age.days).toBe(0);
    expect(goneOf(daysOf(10), { days: 8, bytes: 99 * GB }, ahead).by_age.days).toBe(2);
  });
});

describe("how much is kept", () => {
  const fallback = { days: 3_650, bytes: 10 * GB };
  const folder = useFolder();
  let file: string;
  let days: LakeDay[];
  const open = () =>
    KeepSetting.open({
      file,
      fallback,
      days: async () => days,
      room: async () => 20 * GB,
      now: () => NOW,
      changed: async () => true,
    });
  beforeEach(async () => {
    file = path.join(folder(), "recording", "keep.json");
    days = daysOf(10);
  });

  it("is as the service was set up until somebody chooses, and then over restarts", async () => {
    const setting = await open();
    expect(await setting.look()).toEqual({ ...fallback, chosen: false, room: 20 * GB });
    expect(await setting.save({ days: 100, bytes: 12 * GB }, 0)).toBe(true);
    expect(await (await open()).look()).toMatchObject({ days: 100, bytes: 12 * GB, chosen: true });
  });

  it("is not changed where more would be deleted than was said", async () => {
    const setting = await open();
    await expect(setting.save({ days: 100, bytes: 7 * GB }, 2)).rejects.toThrow(ConflictError);
    expect(setting.keep).toEqual(fallback);
    await expect(readFile(file, "utf8")).rejects.toThrow("ENOENT");
    await setting.save({ days: 100, bytes: 7 * GB }, 3);
    expect(setting.keep.bytes).toBe(7 * GB);
  });

  it("is no more than there is room for, but may be less than too much", async () => {
    const setting = await open();
    await expect(setting.save({ days: 1, bytes: 21 * GB }, 10)).rejects.toThrow(InvalidInputError);
    await writeFile(file, JSON.stringify({ format: 1, days: 9, bytes: 40 * GB }));
    const large = await open();
    await large.save({ days: 9, bytes: 30 * GB }, 0);
    expect(large.keep.bytes).toBe(30 * GB);
  });

  it.each([
    "{",
    "null",
    '{"format":2,"days":1,"bytes":1}',
    '{"format":1,"days":0,"bytes":-1}',
    '{"format":1,"days":"1","bytes":9}',
  ])("is said to be lost beside a file with %s", async (text) => {
    await open();
    await writeFile(file, text);
    const setting = await open();
    expect([setting.damaged, setting.keep]).toEqual([true, fallback]);
    await setting.save(fallback, 0);
    expect(setting.damaged).toBe(false);
  });
});
