import { appendFile, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { type DraftDocument, type DraftEntry, LIMITS } from "@hubwart/contract";
import { createLogger, InvalidInputError, ManualClock, MemoryLogSink, Scope } from "@hubwart/core";
import { useFolder } from "@hubwart/testing/folder";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { DraftFile } from "./draft-file.ts";
import { Shelf } from "./shelf.ts";

const EMPTY: DraftDocument = { tables: [], scripts: {} };
const folder = useFolder();
let scope: Scope;
let sink: MemoryLogSink;
let clock: ManualClock;
beforeEach(async () => {
  [scope, sink, clock] = [new Scope(), new MemoryLogSink(), new ManualClock()];
});
afterEach(async () => {
  await scope.end();
});

const open = () => Shelf.open({ folder: folder(), clock, scope, log: createLogger("system", "test", sink) });
const head = (name: string) => ({ name, base: null, created: 1_700_000_000, by: "10.0.0.1" });
const entry = (seq: number, text = String(seq)): DraftEntry => ({
  key: `k${seq}`,
  label: "Skript",
  ops: [{ op: "script", name: "a.lua", text }],
  inverse: [{ op: "script", name: "a.lua", text: null }],
  seq,
  at: 1_700_000_000 + seq,
  by: "10.0.0.1",
});
const done = async (file: DraftFile, ...entries: DraftEntry[]) => {
  for (const one of entries)
    await file.append(
      [one],
      { ...EMPTY, scripts: { "a.lua": one.ops[0]?.op === "script" ? (one.ops[0].text ?? "") : "" } },
      new Map(),
    );
};
const begun = async (shelf: Shelf) => await shelf.add(head("Umbau"), EMPTY, new Map());
const textOf = (shelf: Shelf, id: string) =>
  shelf.with(id, async ({ document, seq }) => [seq, document.scripts["a.lua"]]);

describe("a draft on the disk", () => {
  it("is found again with every step, in files that nobody else reads", async () => {
    const shelf = await open();
    const id = await begun(shelf);
    await shelf.with(id, (file) => done(file, entry(1), entry(2)));
    const again = await open();
    expect(await textOf(again, id)).toEqual([2, "2"]);
    expect(again.list()).toMatchObject([{ id, name: "Umbau", seq: 2, changed: 1_700_000_002 }]);
    for (const name of await readdir(path.join(folder(), id)))
      expect([name, (await stat(path.join(folder(), id, name))).mode & 0o777]).toEqual([name, 0o600]);
  });

  it("loses a last line that is not whole, and goes on behind the others", async () => {
    const shelf = await open();
    const id = await begun(shelf);
    await shelf.with(id, (file) => done(file, entry(1)));
    await appendFile(path.join(folder(), id, "log.ndjson"), '{"key":"k2","label":"Ski');
    const again = await open();
    expect(sink.entries.map(({ msg }) => msg).join("\n")).toContain("nicht vollständig gespeichert");
    await again.with(id, (file) => done(file, entry(2, "neu")));
    expect(await textOf(await open(), id)).toEqual([2, "neu"]);
  });

  it("is written anew after many steps, also when the power goes between document and log", async () => {
    const shelf = await open();
    const id = await begun(shelf);
    const log = path.join(folder(), id, "log.ndjson");
    await shelf.with(id, async (file) => {
      await done(file, ...Array.from({ length: 500 }, (_, n) => entry(n + 1)));
    });
    const before = await readFile(log, "utf8");
    await shelf.with(id, (file) => done(file, entry(501)));
    expect(await readFile(log, "utf8")).toBe("");
    expect(await textOf(await open(), id)).toEqual([501, "501"]);
    expect(await shelf.with(id, async ({ entries }) => entries.length)).toBe(LIMITS.draftUndo);
    await writeFile(log, before);
    expect(await textOf(await open(), id)).toEqual([501, "501"]);
  });

  it("is written anew after much work, which would be done again at each start", async () => {
    const shelf = await open();
    const id = await begun(shelf);
    const log = path.join(folder(), id, "log.ndjson");
    const kept = async (seq: number, work: number) => {
      await shelf.with(id, (file) =>
        file.append(
          [entry(seq)],
          { ...EMPTY, scripts: { "a.lua": String(seq) } },
          new Map(),
          undefined,
          work,
        ),
      );
      return (await readFile(log, "utf8")).length;
    };
    expect([(await kept(1, 15_000_000)) > 0, await kept(2, 6_000_000)]).toEqual([true, 0]);
    expect([(await kept(3, 15_000_000)) > 0, await textOf(await open(), id)]).toEqual([true, [3, "3"]]);
  });

  it("knows when it is as large as can be read again", async () => {
    const shelf = await open();
    const id = await begun(shelf);
    expect(await shelf.with(id, async ({ full }) => full)).toBe(false);
    const place = path.join(folder(), id, "document.json");
    await writeFile(place, (await readFile(place, "utf8")).padEnd(65 * 1024 * 1024));
    const file = await (await open()).with(id, async (one) => one);
    expect(file.full).toBe(true);
    await file.compact();
    expect(file.full).toBe(false);
  });

  it("that cannot be read is named and left alone, and the others stay", async () => {
    const shelf = await open();
    const [id, other] = [await begun(shelf), await begun(shelf)];
    await writeFile(path.join(folder(), id, "document.json"), "{");
    const again = await open();
    expect(again.list().map((draft) => draft.id)).toEqual([other]);
    expect(sink.entries.map(({ msg }) => msg).join("\n")).toContain(`Der Entwurf ${id} ist nicht lesbar`);
    expect(await readFile(path.join(folder(), id, "document.json"), "utf8")).toBe("{");
  });

  it("is there whole or not at all: what was being made or removed is gone at the next start", async () => {
    await mkdir(path.join(folder(), ".d5"));
    await writeFile(path.join(folder(), ".d5", "head.json"), "{}");
    expect((await open()).list()).toEqual([]);
    expect(await readdir(folder())).toEqual([]);
  });

  it("is read from the disk again after a failure that nobody foresaw", async () => {
    const shelf = await open();
    const id = await begun(shelf);
    const failing = shelf.with(id, async (file) => {
      file.document = { tables: [], scripts: { "a.lua": "nie gespeichert" } };
      throw new Error("ENOSPC");
    });
    await expect(failing).rejects.toThrow("ENOSPC");
    expect(await textOf(shelf, id)).toEqual([0, undefined]);
  });

  it("knows for good what each of those typed whom secrets are kept from, and nothing of others", async () => {
    const shelf = await open();
    const id = await shelf.add(head("Umbau"), EMPTY, new Map([["s1", "mitgebracht"]]), "central:anna");
    const all = [
      ["s2", "von Anna", "central:anna"],
      ["s3", "von hier", undefined],
      ["s4", 4711, "central:otto"],
    ] as const;
    await shelf.with(id, async (file) => {
      for (const [index, [ref, value, typist]] of all.entries())
        await file.append([entry(index + 1, ref)], EMPTY, new Map([[ref, value]]), typist);
    });
    const known = (from: Shelf) =>
      from.with(id, async (file) =>
        ["central:anna", "central:otto", "central:eva"].map((who) => file.typedBy(who)),
      );
    const expected = [["mitgebracht", "von Anna"], [4711], []];
    expect([await known(shelf), await known(await open())]).toEqual([expected, expected]);
  });

  it("leaves memory two minutes after the last question", async () => {
    const shelf = await open();
    const id = await begun(shelf);
    const file = await shelf.with(id, async (one) => one);
    clock.advance(90_000);
    expect(await shelf.with(id, async (one) => one === file)).toBe(true);
    clock.advance(180_000);
    expect(await shelf.with(id, async (one) => one === file)).toBe(false);
  });
});

describe("the shelf", () => {
  it("takes as many drafts as are allowed, and says so", async () => {
    const shelf = await open();
    for (let n = 0; n < LIMITS.drafts; n++) await begun(shelf);
    await expect(begun(shelf)).rejects.toThrow("Löschen Sie zuerst einen davon");
  });

  it("refuses a document that is too large before anything is written", async () => {
    const shelf = await open();
    const huge = { tables: [], scripts: { "a.lua": "x".repeat(49 * 1024 * 1024) } };
    await expect(shelf.add(head("x"), huge, new Map())).rejects.toThrow(InvalidInputError);
    expect(await readdir(folder())).toEqual([]);
  });

  it("removes a draft also from those who wait for it", async () => {
    const shelf = await open();
    const id = await begun(shelf);
    const removed = shelf.remove(id);
    const late = shelf.with(id, async () => "da");
    await removed;
    await expect(late).rejects.toThrow("gibt es nicht mehr");
    expect(await readdir(folder())).toEqual([]);
  });
});
