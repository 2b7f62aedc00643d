import { readdir, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { backupName } from "@hubwart/archive/names";
import { useFolder } from "@hubwart/testing/folder";
import { describe, expect, it } from "vitest";
import { makeRoom, spare, trimBackups } from "./kept.ts";

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 21);
const of = (days: number, host = "keller") => backupName(host, NOW + days * DAY, false);
const written = of(0);

describe("what goes for a new backup", () => {
  it("is the oldest beyond seven", () => {
    expect(
      spare(
        [-9, -1, -2, -3, -4, -5, -6, 0].map((day) => of(day)),
        written,
      ),
    ).toEqual([of(-9)]);
    expect(
      spare(
        [-1, -2, -3, -4, -5, -6, 0].map((day) => of(day)),
        written,
      ),
    ).toEqual([]);
  });
  it("is never the one just written, but what was made while the clock was ahead", () => {
    const ahead = [20, 21, 22, 23, 24, 25, 26].map((day) => of(day));
    expect(spare([...ahead, written], written)).toEqual([of(26)]);
    expect(spare([...ahead, of(-1), written], written)).toEqual([of(25), of(26)]);
  });
  it("is nothing of another device, also one whose name begins alike", () => {
    const others = [1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((day) => [of(-day, "dach"), of(-day, "keller-2")]);
    expect(spare([...others, written, "foto.jpg"], written)).toEqual([]);
  });
});

describe("the folder", () => {
  const folder = useFolder();
  it("keeps seven, and the new one whatever the times of files say", async () => {
    for (const day of [0, 1, 2, 3, 4, 5, 6, 7]) {
      await writeFile(path.join(folder(), of(day)), "x");
      await utimes(path.join(folder(), of(day)), new Date(NOW), new Date(NOW - day * DAY));
    }
    await trimBackups(folder(), written);
    expect((await readdir(folder())).sort()).toEqual([0, 1, 2, 3, 4, 5, 6].map((day) => of(day)));
  });
  it("loses the oldest until another fits, those from the future first, never the new one or another device's", async () => {
    const other = of(-9, "dach");
    for (const name of [of(-3), of(-2), of(5), written, other])
      await writeFile(path.join(folder(), name), "1234");
    // Room for another of four bytes and ten more is there once two have gone.
    const free = async () => 10 + 4 * (5 - (await readdir(folder())).length) - 3;
    expect(await makeRoom(folder(), written, 10, free)).toEqual([of(5), of(-3)]);
    expect((await readdir(folder())).sort()).toEqual([other, of(-2), written].sort());
    expect(await makeRoom(folder(), written, 10, () => Promise.resolve(0))).toEqual([of(-2)]);
    expect((await readdir(folder())).sort()).toEqual([other, written].sort());
  });
});
