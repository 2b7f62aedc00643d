import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { createLogger, InvalidInputError, ManualClock, MemoryLogSink, Scope } from "@hubwart/core";
import { useFolder } from "@hubwart/testing/folder";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Fetched } from "./fetch.ts";
import { CalendarSources } from "./sources.ts";

const folder = useFolder();
let scope: Scope;
beforeEach(async () => {
  scope = new Scope();
});
afterEach(async () => {
  await scope.end();
});

const HOUR = 3_600_000;
const URL_OF = "https://kalender.example/geheim.ics";
const SETTINGS = { id: "Ferien", priority: 4, url: URL_OF, hours: 12, stale: 14 };

/** The reader takes texts of dates; everything else it refuses. */
async function stage() {
  const clock = new ManualClock(Date.parse("2026-11-25T12:00:00Z"));
  const world = {
    zone: "Europe/Berlin",
    answer: "2026-12-24" as string | undefined | Error,
    asked: 0,
    known: [] as unknown[],
    read: [] as string[],
    full: false,
    /** Servers that are silent until they are made to answer, by address. */
    silent: new Map<string, Promise<string>>(),
    /** Of requests to them. */
    stopped: [] as AbortSignal[],
    changed: 0,
  };
  const open = () =>
    CalendarSources.open({
      folder: path.join(folder(), "sources"),
      file: path.join(folder(), "calendars.json"),
      clock,
      scope,
      log: createLogger("appliance", "schedules", new MemoryLogSink()),
      zone: () => Promise.resolve(world.zone),
      read: async (file, { zone }) => {
        if (world.full) throw Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
        const text = await readFile(file, "utf8");
        world.read.push(`${zone} ${text}`);
        if (!/^[\d-]+$/.test(text)) throw new Error("Das ist keine Kalenderdatei.");
        return { ranges: [{ from: text }], events: 1, left: 0 };
      },
      fetch: async (url, known, stopped): Promise<Fetched | undefined> => {
        world.asked += 1;
        world.known.push(known);
        const silent = world.silent.get(url);
        if (silent) {
          world.stopped.push(stopped);
          return { body: Buffer.from(await silent), etag: '"0"' };
        }
        if (world.answer instanceof Error) throw world.answer;
        return world.answer === undefined ? undefined : { body: Buffer.from(world.answer), etag: '"1"' };
      },
      unused: (_id, act) => act(),
      changed: () => Promise.resolve((world.changed += 1)),
    });
  const sources = await open();
  const silence = (url: string) => {
    let answer: (text: string) => void = () => undefined;
    world.silent.set(url, new Promise((resolve) => void (answer = resolve)));
    return answer;
  };
  const pass = async (hours: number) => {
    clock.advance(hours * HOUR);
    // What a tick began meanwhile, and one of now.
    for (let times = 0; times < 2; times += 1) await sources.look();
  };
  return { clock, open, pass, silence, sources, world };
}

it("keep the last good days when an address gives something else, over a restart too", async () => {
  const { open, sources, world } = await stage();
  expect(await sources.save(SETTINGS)).toBeUndefined();
  const good = [{ id: "Ferien", priority: 4, ranges: [{ from: "2026-12-24" }] }];
  expect(sources.calendars).toEqual(good);
  world.answer = "<html>";
  expect(await sources.fetch("Ferien")).toBe("Das ist keine Kalenderdatei.");
  expect(sources.calendars).toEqual(good);
  const again = await open();
  expect(again.calendars).toEqual(good);
  await again.look();
  expect(again.calendars).toEqual(good);
  expect(world.read.at(-1)).toBe("Europe/Berlin 2026-12-24");
});

it("are asked for again when it is time, sooner after a failure, and then ever less often", async () => {
  const { pass, sources, world } = await stage();
  await sources.save(SETTINGS);
  await pass(11.9);
  expect(world.asked).toBe(1);
  world.answer = new Error("kalender.example antwortet mit dem Status 500.");
  await pass(0.2);
  expect(world.asked).toBe(2);
  for (let minutes = 0; minutes < 24 * 60; minutes += 1) {
    await pass(1 / 60);
  }
  // After 15, 30 and 60 minutes, 2, 4, 8 and 12 hours: not every minute.
  expect(world.asked).toBeGreaterThan(5);
  expect(world.asked).toBeLessThan(10);
  world.answer = undefined;
  await pass(13);
  expect(sources.list()[0]).not.toHaveProperty("error");
});

it("tell the server what they have, and nothing of another address", async () => {
  const { sources, world } = await stage();
  await sources.save(SETTINGS);
  await sources.fetch("Ferien");
  expect(world.known).toEqual([{}, { etag: '"1"', modified: undefined }]);
  await sources.save({ ...SETTINGS, was: "Ferien", url: "https://anders.example/x.ics" });
  expect(world.known.at(-1)).toEqual({ etag: undefined, modified: undefined });
  expect(sources.list()[0]?.from).toBe("https://anders.example/…");
});

it("are worked out anew in another zone, and on another day, without asking anybody", async () => {
  const { pass, sources, world } = await stage();
  await sources.save(SETTINGS);
  const { changed, read } = world;
  const before = read.length;
  await sources.look();
  expect(world.read).toHaveLength(before);
  world.zone = "America/New_York";
  await pass(1 / 60);
  expect(world.read.at(-1)).toBe("America/New_York 2026-12-24");
  expect([world.asked, world.changed]).toEqual([1, changed]);
});

it("are complained of when an address is silent for longer than it may", async () => {
  const { pass, sources, world } = await stage();
  await sources.save(SETTINGS);
  world.answer = new Error("weg");
  await pass(13 * 24);
  expect(sources.old()).toEqual([]);
  await pass(24);
  expect(sources.old()).toEqual([{ id: "Ferien", days: 14, never: false, error: "weg" }]);
});

it("that cannot be read are kept aside, and the days that the hub has stay", async () => {
  const { open, sources, world } = await stage();
  await sources.save(SETTINGS);
  await writeFile(path.join(folder(), "sources", "sources.json"), "{");
  const again = await open();
  const lost = [{ id: "Ferien", from: "unbekannt", polled: true, days: 1 }];
  expect([again.damaged, again.list(), again.calendars.length]).toMatchObject([true, lost, 1]);
  const file = path.join(folder(), "calendars.json");
  const before = await readFile(file, "utf8");
  await again.look();
  await again.save({ ...SETTINGS, id: "Feiertage" });
  expect(await readFile(file, "utf8")).toContain(
    before.slice(before.indexOf('{"id"'), before.lastIndexOf("]}")),
  );
  // Where it came from stays unknown until somebody says it, over a restart too.
  const later = await open();
  await later.look();
  expect([later.damaged, later.calendars.map(({ id }) => id)]).toEqual([true, ["Ferien", "Feiertage"]]);
  await expect(later.fetch("Ferien")).rejects.toBeInstanceOf(InvalidInputError);
  await expect(later.save({ ...SETTINGS, was: "Ferien", url: undefined })).rejects.toBeInstanceOf(
    InvalidInputError,
  );
  world.answer = "2027-01-01";
  expect(await later.save({ ...SETTINGS, was: "Ferien" })).toBeUndefined();
  expect([later.damaged, later.calendars[0]?.ranges]).toEqual([false, [{ from: "2027-01-01" }]]);
});

it("whose own file cannot be read at the start keep the days that the hub has", async () => {
  const { open, sources, world } = await stage();
  await sources.save(SETTINGS);
  const good = sources.calendars;
  world.full = true;
  const again = await open();
  await again.look();
  expect(again.calendars).toEqual(good);
  expect(await readFile(path.join(folder(), "calendars.json"), "utf8")).toContain("2026-12-24");
});

it("of a file say whether the file is at fault or the disk is full", async () => {
  const { sources, world } = await stage();
  const upload = () => sources.upload("Ferien", 4, "ferien.ics", Buffer.from("<html>"));
  await expect(upload()).rejects.toBeInstanceOf(InvalidInputError);
  world.full = true;
  await expect(upload()).rejects.toMatchObject({ code: "ENOSPC" });
  expect(sources.list()).toEqual([]);
});

const SILENT = "https://stumm.example/x.ics";
const days = (sources: CalendarSources) => sources.calendars.map(({ id, ranges }) => [id, ranges]);

it("wait for no server that is silent, and are asked for once however often somebody wants them", async () => {
  const { silence, sources, world } = await stage();
  const answer = silence(SILENT);
  const saved = sources.save({ ...SETTINGS, id: "stumm", url: SILENT });
  expect(await sources.save(SETTINGS)).toBeUndefined();
  await sources.upload("Datei", 4, "x.ics", Buffer.from("2026-12-31"));
  expect(days(sources)).toEqual([
    ["stumm", []],
    ["Ferien", [{ from: "2026-12-24" }]],
    ["Datei", [{ from: "2026-12-31" }]],
  ]);
  const again = [sources.fetch("stumm"), sources.look()];
  await sources.save({ ...SETTINGS, was: "stumm", id: "spät", url: SILENT, priority: 9 });
  answer("2027-01-01");
  expect(await Promise.all([saved, ...again])).toEqual([undefined, undefined, undefined]);
  expect(sources.calendars[0]).toEqual({ id: "spät", priority: 9, ranges: [{ from: "2027-01-01" }] });
  expect(world.asked).toBe(2);
});

it.each([
  [
    "another address",
    (sources: CalendarSources) => sources.save({ ...SETTINGS, was: "stumm", id: "stumm" }),
    [["stumm", [{ from: "2026-12-24" }]]],
  ],
  [
    "a file",
    (sources: CalendarSources) => sources.upload("stumm", 4, "x.ics", Buffer.from("2026-12-31")),
    [["stumm", [{ from: "2026-12-31" }]]],
  ],
  ["nothing", (sources: CalendarSources) => sources.remove("stumm"), []],
])("take nothing that comes when the source is %s meanwhile", async (_, change, kept) => {
  const { open, silence, sources, world } = await stage();
  const answer = silence(SILENT);
  const saved = sources.save({ ...SETTINGS, id: "stumm", url: SILENT });
  // After the one that is being saved.
  await sources.upload("Datei", 4, "x.ics", Buffer.from("2026-12-30"));
  await sources.remove("Datei");
  await change(sources);
  expect(world.stopped.map(({ aborted }) => aborted)).toEqual([true]);
  answer("2027-01-01");
  expect(await saved).toContain("inzwischen geändert");
  expect(days(sources)).toEqual(kept);
  expect((await open()).list().map(({ error, id }) => [id, error])).toEqual(
    kept.map(([id]) => [id, undefined]),
  );
});
