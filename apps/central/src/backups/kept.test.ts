/** What is kept stays what it is: after kills between any two writes, on a disk that forgets, and with a database from a backup. */
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { useBackupFolder } from "@hubwart/archive/testing";
import { useFolder } from "@hubwart/testing/folder";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FileRefused } from "../files/file-receiver.ts";
import { archive, DAY, NOW, named, PASSWORD, seal } from "./testing/archives.ts";
import { HUB, Shelf } from "./testing/shelf.ts";

const folder = useFolder();
useBackupFolder();

let plain: Buffer;
let sealed: Buffer;
let shelf: Shelf;
beforeEach(async () => {
  plain = await archive();
  sealed ??= await seal(plain);
  shelf = new Shelf(folder());
  await shelf.open();
});
afterEach(() => shelf.close());

describe("what a kill leaves", () => {
  it("between any two writes is made good: the file is there whole once, and proved", async () => {
    for (let day = -14; day < 0; day += 1) await shelf.send(HUB, named(day), plain);
    await shelf.judged(named(-1));
    await vi.waitFor(() =>
      expect(shelf.backups.list(HUB).every(({ state }) => state === "proved")).toBe(true),
    );
    const newest = await archive("der neueste Stand");
    // Kept, one dropped, judged.
    for (const done of [false, true])
      for (let writes = 0; writes < 3; writes += 1) {
        const before = new Map(shelf.table.rows);
        shelf.table.kill = { in: writes, done };
        await shelf.send(HUB, named(), newest).catch(() => undefined);
        await new Promise((resolve) => setTimeout(resolve, 50));
        await shelf.close();
        shelf.table.kill = undefined;
        await shelf.open();
        await vi.waitFor(() => shelf.send(HUB, named(), newest));
        expect(await shelf.judged(named()), `${writes} ${done}`).toMatchObject({ state: "proved" });
        expect((await readFile(shelf.file(named()))).equals(newest)).toBe(true);
        const names = shelf.backups.list(HUB).map(({ name }) => name);
        expect(names).toEqual(Array.from({ length: 14 }, (_, index) => named(-index)));
        expect((await readdir(path.dirname(shelf.file(named())))).sort()).toEqual([...names].sort());
        // As before, for the next.
        await shelf.close();
        await rm(shelf.file(named()));
        await writeFile(shelf.file(named(-14)), plain);
        shelf.table.rows.clear();
        for (const [key, row] of before) shelf.table.rows.set(key, row);
        await shelf.open();
      }
  });

  it("of a removal is finished, and it is not taken again", async () => {
    await shelf.send(HUB, named(), plain);
    await shelf.judged(named());
    shelf.table.kill = { in: 0, done: true };
    await expect(shelf.backups.remove({ hub: HUB, name: named() })).rejects.toThrow();
    shelf.table.kill = undefined;
    await shelf.open();
    expect(shelf.backups.list(HUB)).toEqual([]);
    expect(await readdir(path.dirname(shelf.file(named())))).toEqual([]);
    await expect(shelf.send(HUB, named(), plain)).rejects.toThrow(FileRefused);
    await expect(shelf.backups.remove({ hub: HUB, name: named() })).rejects.toThrow("gibt es");
  });

  it("and a database from a backup leave no file unread", async () => {
    await shelf.send(HUB, named(), plain);
    await shelf.send(HUB, named(-1, true), sealed, { password: PASSWORD });
    await shelf.judged(named(-1, true));
    await shelf.close();
    shelf.table.rows.clear();
    await shelf.open();
    expect(await shelf.judged(named())).toMatchObject({ state: "proved" });
    expect(await shelf.judged(named(-1, true))).toMatchObject({ state: "whole", password: false });
    expect(await shelf.send(HUB, named(-1, true), sealed, { password: PASSWORD })).toBe(true);
    expect(await shelf.judged(named(-1, true))).toMatchObject({ state: "proved", password: true });
  });
});

describe("what is kept", () => {
  it("is read once a week; what has changed is told, and comes again", async () => {
    await shelf.send(HUB, named(), plain);
    await shelf.send(HUB, named(-1), plain);
    await shelf.judged(named());
    await shelf.judged(named(-1));
    const rotten = Buffer.from(plain);
    rotten[700] = (rotten[700] ?? 0) ^ 1;
    await writeFile(shelf.file(named()), rotten);
    shelf.ahead = 6 * DAY;
    await shelf.open();
    expect(shelf.find(named())).toMatchObject({ state: "proved" });
    shelf.ahead = 8 * DAY;
    await shelf.open();
    await vi.waitFor(() => expect(shelf.find(named())).toMatchObject({ state: "damaged" }));
    expect(shelf.find(named())?.reason).toContain("verändert");
    await vi.waitFor(() => expect(shelf.find(named(-1))?.checked).toBeGreaterThan(NOW + 7 * DAY));
    expect(shelf.find(named(-1))).toMatchObject({ state: "proved" });
    expect(shelf.events).toEqual([[HUB, "siteBackupDamaged"]]);
    expect(await shelf.send(HUB, named(), plain)).toBe(false);
    expect(await shelf.judged(named())).toMatchObject({ state: "proved" });
    expect((await readFile(shelf.file(named()))).equals(plain)).toBe(true);
  });

  it("and went, or came back, is told", async () => {
    await shelf.send(HUB, named(0, true), sealed, { password: PASSWORD });
    await shelf.judged(named(0, true));
    await shelf.close();
    await rm(shelf.file(named(0, true)));
    await shelf.open();
    expect(shelf.find(named(0, true))).toMatchObject({
      state: "damaged",
      reason: expect.stringContaining("fehlt"),
    });
    expect(() => shelf.backups.ticket({ hub: HUB, name: named(0, true) })).toThrow();
    await writeFile(shelf.file(named(0, true)), sealed);
    await shelf.open();
    expect(await shelf.judged(named(0, true))).toMatchObject({ state: "proved" });
    // The site leaves no password with it now; the one that it left stays until that is said.
    await shelf.close();
    await rm(shelf.file(named(0, true)));
    await shelf.open();
    expect(await shelf.send(HUB, named(0, true), sealed)).toBe(false);
    expect(await shelf.judged(named(0, true))).toMatchObject({ state: "proved", password: true });
  });
});
