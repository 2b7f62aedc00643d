import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { entry, useBackupFolder } from "@hubwart/archive/testing";
import { useFolder } from "@hubwart/testing/folder";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FileLater, FileRefused } from "../files/file-receiver.ts";
import { readThrough } from "./read-through.ts";
import { archive, named, PASSWORD, seal, signer } from "./testing/archives.ts";
import { HUB, offerOf, Shelf } from "./testing/shelf.ts";

const folder = useFolder();
useBackupFolder();
const OTHER = "bbbbbbbbbbbb";
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

describe("a backup that comes", () => {
  it("is kept for this account alone, read through, and not taken twice", async () => {
    expect(await shelf.send(HUB, named(), plain)).toBe(false);
    expect(await shelf.judged(named())).toMatchObject({
      state: "proved",
      reason: "",
      version: "1",
      encrypted: false,
      device: expect.stringMatching(/^[0-9A-F]{4} /),
    });
    expect((await readFile(shelf.file(named()))).equals(plain)).toBe(true);
    expect((await stat(shelf.file(named()))).mode & 0o777).toBe(0o600);
    expect(await shelf.send(HUB, named(), plain)).toBe(true);
    expect(shelf.events).toEqual([]);
  });

  it("has the name of a backup, and says of itself what its name says", async () => {
    for (const name of ["x.tar", "hubwart-a-20260101T000000Z.tar.gz", "hubwart-..-x.tar", `${named()}.part`])
      await expect(shelf.send(HUB, name, plain), name).rejects.toThrow(FileRefused);
    for (const about of [
      { encrypted: true },
      { at: -1 },
      { password: "x" },
      { password: 5 },
      { at: "today" },
    ])
      await expect(shelf.send(HUB, named(), plain, about)).rejects.toThrow(FileRefused);
    await expect(shelf.send("../../etc", named(), plain)).rejects.toThrow();
    await expect(shelf.send(HUB, `../${named()}`, plain)).rejects.toThrow();
    const offer = { ...offerOf(named(), plain), about: "[" };
    await expect(shelf.backups.receiver.has(HUB, offer)).rejects.toThrow(FileRefused);
    expect(await readdir(path.join(shelf.folder, "sites"))).toEqual([]);
  });

  it("takes no other's place, of this hub or of another", async () => {
    await shelf.send(HUB, named(), plain);
    const other = await archive("anderer Stand");
    await expect(shelf.send(HUB, named(), other)).rejects.toThrow(FileRefused);
    const file = path.join(shelf.folder, "late");
    await writeFile(file, other);
    // Offered before the other one came.
    await expect(shelf.backups.receiver.keep(HUB, offerOf(named(), other), file)).rejects.toThrow(
      FileRefused,
    );
    expect((await readFile(shelf.file(named()))).equals(plain)).toBe(true);
    await shelf.send(OTHER, named(), other);
    expect((await readFile(shelf.file(named()))).equals(plain)).toBe(true);
    expect((await readFile(shelf.file(named(), OTHER))).equals(other)).toBe(true);
  });

  it("is there once when it comes twice at once", async () => {
    const both = await Promise.all([shelf.send(HUB, named(), plain), shelf.send(HUB, named(), plain)]);
    expect(both).toContain(false);
    expect(shelf.backups.list(HUB)).toHaveLength(1);
    expect(await shelf.judged(named())).toMatchObject({ state: "proved" });
  });
});

describe("what is in a backup", () => {
  it("is found damaged, cut off, or none at all", async () => {
    const flipped = Buffer.from(plain);
    flipped.write("s", plain.lastIndexOf("Stand"));
    const cases: [string, Buffer, string][] = [
      ["flipped", flipped, "steht nicht so"],
      ["cut", plain.subarray(0, plain.length - 1_100), ""],
      ["zip", Buffer.concat([Buffer.from("PK\u0003\u0004"), Buffer.alloc(2_000)]), "keine Sicherung"],
      ["zeros", Buffer.alloc(4_096), ""],
      ["link", Buffer.concat([entry("manifest.json", "2", Buffer.alloc(0)), Buffer.alloc(1_024)]), ""],
      ["out", Buffer.concat([entry("../../passwd", "0", Buffer.from("x")), Buffer.alloc(1_024)]), ""],
      ["bomb", huge("manifest.json"), ""],
      ["long", huge("x"), ""],
    ];
    for (const [index, [what, bytes, why]] of cases.entries()) {
      await shelf.send(HUB, named(-index), bytes);
      const found = await shelf.judged(named(-index));
      expect(found?.state, what).toBe("damaged");
      expect(found?.reason, what).toContain(why);
    }
    expect(shelf.events.map(([, event]) => event)).toEqual(cases.map(() => "siteBackupDamaged"));
  });

  it("is not told where the password stays at the site, but that it is encrypted is", async () => {
    await shelf.send(HUB, named(0, true), sealed);
    expect(await shelf.judged(named(0, true))).toMatchObject({ state: "whole", password: false, device: "" });
    await shelf.send(HUB, named(-1, true), plain);
    expect(await shelf.judged(named(-1, true))).toMatchObject({ state: "damaged" });
  });

  it("is read with the password that was left, and again when another one comes", async () => {
    const name = named(0, true);
    await shelf.send(HUB, name, sealed, { password: "falsch" });
    expect(await shelf.judged(name)).toMatchObject({
      state: "damaged",
      reason: expect.stringContaining("Passwort"),
    });
    expect(await shelf.send(HUB, name, sealed, { password: PASSWORD })).toBe(true);
    expect(await shelf.judged(name)).toMatchObject({ state: "proved", reason: "" });
    expect(shelf.backups.password({ hub: HUB, name })).toBe(PASSWORD);
    // What proved itself stays.
    expect(await shelf.send(HUB, name, sealed, { password: "falsch" })).toBe(true);
    expect(shelf.backups.password({ hub: HUB, name })).toBe(PASSWORD);
    expect(JSON.stringify([...shelf.table.rows.values()])).not.toContain(PASSWORD);
  });

  it("is not told by a password that is left no longer", async () => {
    const name = named(0, true);
    await shelf.send(HUB, name, sealed, { password: PASSWORD });
    await shelf.judged(name);
    await shelf.backups.withdraw(OTHER);
    expect(shelf.find(name)).toMatchObject({ password: true });
    await shelf.backups.withdraw(HUB);
    expect(shelf.find(name)).toMatchObject({ state: "proved", password: false });
    expect(() => shelf.backups.password({ hub: HUB, name })).toThrow("kein Passwort");
    expect(shelf.events).toEqual([[HUB, "siteEscrowWithdrawn"]]);
  });

  it("says who signed it, and that it was another device than before", async () => {
    await shelf.send(HUB, named(-2), plain);
    await shelf.judged(named(-2));
    await shelf.send(HUB, named(-1), await archive("neu", signer()));
    expect(await shelf.judged(named(-1))).toMatchObject({ state: "proved", other: true });
    await shelf.send(HUB, named(), await archive("ohne", null));
    expect(await shelf.judged(named())).toMatchObject({ state: "proved", other: true, device: "" });
    expect(shelf.find(named(-2))).toMatchObject({ other: false });
    expect(shelf.events).toEqual([
      [HUB, "siteBackupOther"],
      [HUB, "siteBackupOther"],
    ]);
  });

  it("fills no change log, however much of it is damaged", async () => {
    for (let day = 0; day < 30; day += 1) {
      await shelf.send(HUB, named(-day), Buffer.from(`x${day}`));
      await shelf.judged(named(-day)).catch(() => undefined);
      await shelf.backups.remove({ hub: HUB, name: named(-day) });
    }
    expect(shelf.events).toHaveLength(20);
    await shelf.send(OTHER, named(), Buffer.from("x"));
    await shelf.judged(named(), OTHER);
    expect(shelf.events.at(-1)).toEqual([OTHER, "siteBackupDamaged"]);
  });

  it("is judged anew where a password came while it was read", async () => {
    const waiting: (() => void)[] = [];
    shelf.prove = async (task) => {
      if (task.password === "falsch") await new Promise<void>((resolve) => waiting.push(resolve));
      return await readThrough(task);
    };
    await shelf.open();
    const name = named(0, true);
    await shelf.send(HUB, name, sealed, { password: "falsch" });
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    expect(await shelf.send(HUB, name, sealed, { password: PASSWORD })).toBe(true);
    waiting[0]?.();
    expect(await shelf.judged(name)).toMatchObject({ state: "proved", password: true });
    expect(shelf.backups.password({ hub: HUB, name })).toBe(PASSWORD);
    expect(shelf.events).toEqual([]);
  });

  it("that could not be found out is looked at once more, and counts as damaged then", async () => {
    let tries = 0;
    shelf.prove = async () => {
      tries += 1;
      return undefined;
    };
    await shelf.open();
    await shelf.send(HUB, named(), plain);
    expect(await shelf.judged(named())).toMatchObject({ state: "damaged" });
    expect(tries).toBe(2);
  });
});

describe("room", () => {
  it("is kept free on the disk, and people hear of it once", async () => {
    shelf.room = { total: 1_000_000, free: 50_000 + plain.length - 1 };
    await expect(shelf.send(HUB, named(), plain)).rejects.toThrow(FileLater);
    await expect(shelf.send(HUB, named(), plain)).rejects.toThrow("Platz");
    expect(shelf.events).toEqual([[HUB, "siteBackupRefused"]]);
    expect(shelf.backups.receiver.refusal(HUB)?.why).toContain("Platz");
    shelf.room.free += 10;
    await shelf.send(HUB, named(), plain);
    expect(shelf.backups.receiver.refusal(HUB)).toBeUndefined();
  });

  it("that another hub was told of is taken", async () => {
    shelf.room = { total: 1_000_000, free: 50_000 + plain.length * 1.5 };
    expect(await shelf.backups.receiver.has(OTHER, offerOf(named(), plain))).toBe(false);
    await expect(shelf.send(HUB, named(), plain)).rejects.toThrow(FileLater);
  });

  it("for all is bounded, for one site by a quarter of it; what goes makes room", async () => {
    shelf.bound = plain.length * 4;
    await shelf.open();
    const large = Buffer.concat([plain, Buffer.alloc(512)]);
    await expect(shelf.send(HUB, named(), large)).rejects.toThrow(/Viertel/);
    const hubs = ["c", "d", "e", "f"].map((letter) => letter.repeat(12));
    for (const hub of hubs) await shelf.send(hub, named(-1), plain);
    await expect(shelf.send(HUB, named(), plain)).rejects.toThrow(FileLater);
    const [hub = ""] = hubs;
    await shelf.judged(named(-1), hub);
    await expect(shelf.send(hub, named(), plain)).rejects.toThrow(FileLater);
    shelf.bound = plain.length * 5;
    await shelf.open();
    // Beside the one that was proved, until it is proved itself.
    await shelf.send(hub, named(), plain);
    expect(await shelf.judged(named(), hub)).toMatchObject({ state: "proved" });
    await vi.waitFor(async () =>
      expect(await readdir(path.dirname(shelf.file(named(), hub)))).toEqual([named()]),
    );
    await expect(shelf.send(hub, named(-2), plain)).rejects.toThrow(FileRefused);
  });

  it("goes to the newest fourteen, and those of a clock that was ahead go first", async () => {
    await shelf.send(HUB, named(400), plain);
    for (let day = -14; day < 0; day += 1) await shelf.send(HUB, named(day), plain);
    const names = shelf.backups.list(HUB).map(({ name }) => name);
    expect(names).toEqual(Array.from({ length: 14 }, (_, index) => named(-1 - index)));
    expect((await readdir(path.dirname(shelf.file(named())))).sort()).toEqual([...names].sort());
    // It would go again at once: it is not sent for nothing.
    await expect(shelf.send(HUB, named(-20), plain)).rejects.toThrow(FileRefused);
    await shelf.send(HUB, named(), plain);
    expect(shelf.find(named(-14))).toBeUndefined();
  });

  it("is never taken from the last that was proved", async () => {
    await shelf.send(HUB, named(-50), plain);
    expect(await shelf.judged(named(-50))).toMatchObject({ state: "proved" });
    const damaged = Buffer.alloc(1_024, "x");
    for (let day = -20; day < 0; day += 1) await shelf.send(HUB, named(day), damaged);
    await shelf.judged(named(-1));
    expect(shelf.find(named(-50))).toMatchObject({ state: "proved" });
    expect(shelf.backups.list(HUB)).toHaveLength(14);
    expect((await stat(shelf.file(named(-50)))).size).toBe(plain.length);
  });
});

/** An entry of 20 MB, which a list never has. */
function huge(name: string): Buffer {
  return Buffer.concat([entry(name, "0", Buffer.alloc(20_000_000, " ")), Buffer.alloc(1_024)]);
}
