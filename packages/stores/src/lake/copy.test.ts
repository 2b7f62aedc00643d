import { existsSync } from "node:fs";
import { appendFile, cp, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { createLogger, ManualClock, MemoryLogSink, Scope } from "@hubwart/core";
import { useFolder } from "@hubwart/testing/folder";
import { useOpen } from "@hubwart/testing/open";
import { beforeEach, describe, expect, it } from "vitest";
import { problemInRecorded as problemIn } from "./check.ts";
import { copyLake, lakeSize } from "./copy.ts";
import { writeCorrection } from "./correction-file.ts";
import { Lake } from "./lake.ts";
import { joinParquet } from "./parquet.ts";
import { DAY, HOUR, MINUTE } from "./spans.ts";

const START = Date.UTC(2026, 10, 21, 13, 0);
const A = "mqtt.halle.temperatur";
const folder = useFolder();
let clock: ManualClock;
let sink: MemoryLogSink;
const scopes = useOpen((scope: Scope) => scope.end());
const at = (...names: string[]) => path.join(folder(), ...names);

beforeEach(async () => {
  clock = new ManualClock(START);
  sink = new MemoryLogSink();
});

async function open(name: string) {
  const scope = new Scope();
  scopes.push(scope);
  const keep = { days: 3650, bytes: 1e12 };
  const log = createLogger("hub", "lake", sink);
  return { lake: await Lake.open({ folder: at(name), clock, scope, log, keep }), close: () => scope.end() };
}
/** Once its summaries are made. */
async function openWhole(name: string): Promise<Lake> {
  await (await open(name)).close();
  return (await open(name)).lake;
}
/** A value every six hours for two days and a bit, and one that lies in the log. @returns their times */
async function record(lake: Lake): Promise<number[]> {
  const times: number[] = [];
  const add = () => {
    times.push(clock.now());
    lake.add(A, clock.now(), times.length, 0);
  };
  for (let hour = 0; hour < 60; hour += 6) {
    add();
    clock.advance(6 * HOUR);
    await lake.flush();
  }
  add();
  await lake.flush();
  return times;
}
const read = async (lake: Lake, span = { from: START, to: START + 3 * DAY }, points = 1_000_000) =>
  (await lake.chart({ channels: [A], ...span, points })).series[0]?.points ?? [];
const drawn = async (lake: Lake) => (await read(lake)).map(([time]) => time);
const problemInRecorded = (file: string) => problemIn(file, path.basename(file));
const files = async (name: string) =>
  (await readdir(at(name), { recursive: true })).filter((file) => file !== "hot").sort();

describe("a copy of the recorded values", () => {
  it("has every value up to now, made while the recorder writes, and none twice", async () => {
    const { lake } = await open("lake");
    const times = await record(lake);
    await copyLake(at("lake"), at("copy"));
    clock.advance(MINUTE);
    lake.add(A, clock.now(), 99, 0);
    await lake.settle();
    expect(await drawn(await openWhole("copy"))).toEqual(times);
  });

  it("has every value at whatever moment a log becomes a part and parts their day", async () => {
    const { lake } = await open("lake");
    for (let hour = 0; hour < 4; hour += 1) {
      lake.add(A, clock.now(), hour, 0);
      clock.advance(HOUR);
      await lake.flush();
    }
    const expected = await drawn(lake);
    clock.advance(DAY);
    lake.add(A, clock.now(), 1, 0);
    let over = false;
    const joined = lake.flush().finally(() => (over = true));
    const made: string[] = [];
    while (!over && made.length < 20) {
      made.push(`copy-${String(made.length)}`);
      await copyLake(at("lake"), at(made.at(-1) ?? ""));
    }
    await joined;
    for (const name of made) {
      const found = await drawn(await openWhole(name));
      expect(found.slice(0, expected.length)).toEqual(expected);
    }
    expect(made.length).toBeGreaterThan(0);
  });

  it("costs no room for what is finished, and outlives its removal", async () => {
    const { close, lake } = await open("lake");
    const times = await record(lake);
    await copyLake(at("lake"), at("copy"));
    const day = (await files("copy")).find((name) => /^\d{4}-/.test(name)) ?? "";
    expect((await stat(at("copy", day))).ino).toBe((await stat(at("lake", day))).ino);
    await close();
    await rm(at("lake"), { recursive: true });
    expect(await drawn(await openWhole("copy"))).toEqual(times);
  });

  it("has the values and nothing else: no summaries, no lines for a database, no rests", async () => {
    const { lake } = await open("lake");
    await record(lake);
    await mkdir(at("lake", "export"));
    await writeFile(at("lake", "export", "settings.json"), "{}");
    await writeFile(at("lake", "2026-11-20.parquet.damaged"), "x");
    await writeFile(at("lake", ".2026-11-20.parquet.tmp"), "x");
    await copyLake(at("lake"), at("copy"));
    for (const name of await files("copy"))
      expect(name).toMatch(/^(\d{4}-\d\d-\d\d\.parquet|alive|hot\/\d{8}T\d{4}Z-\d{10}\.(log|parquet))$/);
    expect((await stat(at("copy", "alive"))).mtimeMs).toBe((await stat(at("lake", "alive"))).mtimeMs);
  });

  it("leaves out half a frame, which its log is about to get", async () => {
    await mkdir(at("lake", "hot"), { recursive: true });
    const { lake } = await open("lake");
    lake.add(A, START, 1, 0);
    await lake.flush();
    const [log = ""] = await readdir(at("lake", "hot"));
    await appendFile(at("lake", "hot", log), Buffer.from([200, 0, 0, 0, 1, 2]));
    await writeFile(at("lake", "hot", "20261121T1315Z-0000000099.log"), Buffer.from([200, 0, 0, 0, 1, 2]));
    await copyLake(at("lake"), at("copy"));
    expect(await readdir(at("copy", "hot"))).toEqual([log]);
    expect(await problemInRecorded(at("copy", "hot", log))).toBeUndefined();
  });

  it("draws charts of long spans too, from summaries that are made again, and says why", async () => {
    const { lake } = await open("lake");
    await record(lake);
    const days = { from: START - 30 * DAY, to: START + 30 * DAY };
    const expected = await read(lake, days, 60);
    await copyLake(at("lake"), at("copy"));
    expect(await read(await openWhole("copy"), days, 60)).toEqual(expected);
    const said = sink.entries.filter(({ msg }) => msg.includes("Übersicht"));
    expect(said.map(({ msg }) => msg)[0]).toContain("fehlt, wie nach dem Wiederherstellen");
  });

  it("is of the size that is told", async () => {
    const { lake } = await open("lake");
    await record(lake);
    await copyLake(at("lake"), at("copy"));
    let bytes = 0;
    for (const name of await files("copy")) bytes += (await stat(at("copy", name))).size;
    expect(await lakeSize(at("lake"))).toBe(bytes);
    expect(await lakeSize(at("nowhere"))).toBe(0);
  });
});

describe("a file of recorded values", () => {
  const DAY_NAME = "2026-11-22.parquet";
  async function recorded() {
    const { lake } = await open("lake");
    await record(lake);
    await copyLake(at("lake"), at("copy"));
  }
  it("is taken as it was written", async () => {
    await recorded();
    for (const name of await files("copy"))
      if (name !== "alive")
        expect([name, await problemInRecorded(at("copy", name))]).toEqual([name, undefined]);
  });

  it.each<[string, (whole: Buffer) => Buffer]>([
    ["cut off", (whole) => whole.subarray(0, whole.length - 100)],
    ["without its middle", (whole) => Buffer.concat([whole.subarray(0, 100), whole.subarray(200)])],
    ["with other metadata", (whole) => Buffer.from(whole).fill(0xa5, whole.length - 200, whole.length - 8)],
    ["nothing", () => Buffer.alloc(0)],
    ["a web page", () => Buffer.from("<html>".repeat(100))],
    [
      "metadata without end",
      (whole) => {
        const changed = Buffer.from(whole);
        changed.writeUInt32LE(0xffff_ff00, whole.length - 8);
        return changed;
      },
    ],
  ])("is refused: %s", async (_, change) => {
    await recorded();
    await writeFile(at("copy", DAY_NAME), change(await readFile(at("lake", DAY_NAME))));
    expect(await problemInRecorded(at("copy", DAY_NAME))).toMatch(/beschädigt|keine Datei/);
  });

  it("is refused under the name of another day", async () => {
    await recorded();
    await cp(at("lake", DAY_NAME), at("copy", "2026-11-23.parquet"));
    expect(await problemInRecorded(at("copy", "2026-11-23.parquet"))).toContain("nicht aus der Zeit");
  });

  it("is refused when it names parts that are none, which a start would remove", async () => {
    await recorded();
    const victim = at("settings");
    await writeFile(victim, "kept");
    await joinParquet([at("lake", DAY_NAME)], at("copy", DAY_NAME), ["../../settings"]);
    expect(await problemInRecorded(at("copy", DAY_NAME))).toContain("keine Datei aufgezeichneter Werte");
    // Whatever names them: a start removes parts only.
    await open("copy");
    expect(existsSync(victim)).toBe(true);
  });

  it("is refused as a log with a rest behind its frames", async () => {
    await recorded();
    const log = (await readdir(at("copy", "hot"))).find((name) => name.endsWith(".log")) ?? "";
    const file = at("copy", "hot", log);
    await appendFile(file, "rest");
    expect(await problemInRecorded(file)).toContain("beschädigt");
    await writeFile(file, "x");
    expect(await problemInRecorded(file)).toContain("beschädigt");
  });
});

describe("corrections", () => {
  const NAME = "0000000001.parquet";
  const corrected = async () => {
    const { lake } = await open("lake");
    lake.add(A, START, 1, 0);
    clock.freeze(2 * HOUR);
    await lake.settle();
    const span = { from: START, to: START + HOUR };
    await lake.corrections.correct({ chan: A, ...span, rows: [[START, 7]], by: "Erika", why: "Test" });
    await lake.corrections.correct({ chan: A, ...span, rows: [], by: "Erika", why: "Test" });
    await lake.corrections.undo(2);
    await copyLake(at("lake"), at("copy"));
  };

  it("are part of a backup, those undone too, and count there", async () => {
    await corrected();
    expect((await readdir(at("copy", "corrections"))).sort()).toEqual([NAME, "0000000002.undone.parquet"]);
    const sizes = await Promise.all(
      [NAME, "0000000002.undone.parquet"].map((name) => stat(at("lake", "corrections", name))),
    );
    const before = await lakeSize(at("lake"));
    await rm(at("lake", "corrections"), { recursive: true });
    expect(before - (await lakeSize(at("lake")))).toBe(sizes.reduce((sum, { size }) => sum + size, 0));
    for (const name of await readdir(at("copy", "corrections")))
      expect(await problemIn(at("copy", "corrections", name), name)).toBeUndefined();
    const lake = await openWhole("copy");
    const { series } = await lake.chart({ channels: [A], from: START, to: START + HOUR, points: 5 });
    expect(series[0]?.points.map(([, value]) => value)).toEqual([7]);
  });

  it("are refused that say nothing of themselves, or have rows of another time", async () => {
    await corrected();
    const part = (await readdir(at("copy", "hot"))).find((name) => name.endsWith(".parquet")) ?? "";
    expect(await problemIn(at("copy", "hot", part), NAME)).toContain("keine Datei");
    await writeCorrection(
      at("copy", NAME),
      { chan: A, from: START, to: START + 1, rows: [[START + 5, 1]], by: "Erika", why: "Test" },
      START,
    );
    expect(await problemIn(at("copy", NAME), NAME)).toContain("nicht aus der Zeit");
  });
});
