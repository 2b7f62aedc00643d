import { cp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { createLogger, ManualClock, MemoryLogSink, Scope } from "@hubwart/core";
import { KeptParts } from "@hubwart/stores";
import { Lake } from "@hubwart/stores/lake";
import { useFolder } from "@hubwart/testing/folder";
import { expect, it } from "vitest";
import { HistorySource } from "./history-source.ts";

const folder = useFolder();
const QUARTER = 900_000;
const log = createLogger("hub", "lake", new MemoryLogSink());

/** A device that records a value a quarter of an hour. */
class Device {
  readonly clock = new ManualClock(Date.parse("2026-11-21T20:00:00Z"));
  #scope = new Scope();
  #lake: Lake | undefined;

  get lakeFolder(): string {
    return path.join(folder(), "lake");
  }

  async start(): Promise<void> {
    this.#scope = new Scope();
    const keep = { days: 3_650, bytes: 1e9 };
    this.#lake = await Lake.open({
      folder: this.lakeFolder,
      clock: this.clock,
      scope: this.#scope,
      log,
      keep,
    });
  }

  async stop(): Promise<void> {
    await this.#scope.end();
  }

  async quarters(count: number): Promise<void> {
    for (let more = 0; more < count; more += 1) {
      this.#lake?.add("bus.a.temperatur", this.clock.now(), more, 0);
      this.clock.advance(QUARTER);
      await this.#lake?.settle();
    }
  }

  get corrections() {
    return this.#lake?.corrections ?? expect.fail("not started");
  }

  source = () => HistorySource.open({ lake: this.lakeFolder, file: path.join(folder(), "sent.json") });

  kept = async () =>
    (await new KeptParts(this.lakeFolder).list()).flatMap(({ numbers }) => numbers).sort((a, b) => a - b);

  at(time: string): void {
    this.clock.jump(Date.parse(time) - this.clock.now());
  }
}

/** As a central would take them. */
async function all(source: HistorySource): Promise<string[]> {
  const names: string[] = [];
  for (let next = await source.next(); next; next = await source.next()) {
    names.push(next.name);
    await source.over(next.name);
  }
  return names;
}
const days = (names: readonly string[]) => names.map((name) => name.replace(/-\d{10}/, ""));

it("sends what is recorded from then on, each part once, and as a day what was joined meanwhile", async () => {
  const device = new Device();
  await device.start();
  await device.quarters(2);
  const source = await device.source();
  expect(await all(source)).toEqual([]);
  await device.quarters(3);
  expect(days(await all(source))).toEqual([
    "20261121T2030Z.parquet",
    "20261121T2045Z.parquet",
    "20261121T2100Z.parquet",
  ]);
  expect(await all(source)).toEqual([]);
  // A day without a connection.
  await device.quarters(4 * 24);
  const restarted = await device.source();
  const sent = await all(restarted);
  expect(days(sent).slice(0, 2)).toEqual(["2026-11-21.parquet", "20261122T0000Z.parquet"]);
  expect(sent).toHaveLength(1 + 4 * 21 + 1);
  expect(await all(await device.source())).toEqual([]);
  await device.stop();
});

it("sends again what it did not hear of, and everything where the lake was begun anew or the file is lost", async () => {
  const device = new Device();
  await device.start();
  const source = await device.source();
  await device.quarters(2);
  const first = await source.next();
  expect((await source.next())?.name).toBe(first?.name);
  await source.over("20261121T2015Z-0000000009.parquet");
  expect((await source.next())?.name).toBe(first?.name);
  expect(await all(source)).toHaveLength(2);
  await device.stop();
  await rm(device.lakeFolder, { recursive: true });
  await device.start();
  await device.quarters(1);
  expect(days(await all(source))).toEqual(["20261121T2030Z.parquet"]);
  const file = path.join(folder(), "sent.json");
  await writeFile(file, (await readFile(file, "utf8")).slice(0, 10));
  const anew = await device.source();
  expect(days(await all(anew))).toEqual(["20261121T2030Z.parquet"]);
  await device.stop();
});

it("sends everything of a lake that was put back, also where nobody asked until its numbers were as high again", async () => {
  const device = new Device();
  await device.start();
  const source = await device.source();
  await device.quarters(2);
  await all(source);
  await device.stop();
  await cp(device.lakeFolder, `${device.lakeFolder}.before`, { recursive: true });
  await device.start();
  await device.quarters(3);
  await all(source);
  await device.stop();
  await rm(device.lakeFolder, { recursive: true });
  await rename(`${device.lakeFolder}.before`, device.lakeFolder);
  await (await device.source()).looked;
  await device.start();
  await device.quarters(4);
  expect(await all(await device.source())).toHaveLength(6);
  await device.stop();
});

it("loses no part to a clock that goes back or far ahead, and none to a damaged day", async () => {
  const device = new Device();
  await device.start();
  device.at("2038-01-01T00:00:00Z");
  const source = await device.source();
  device.at("2026-11-21T20:00:00Z");
  await device.quarters(1);
  device.at("2026-11-21T19:00:00Z");
  await device.quarters(2);
  device.at("2031-01-01T00:00:00Z");
  await device.quarters(1);
  device.at("2026-11-21T21:00:00Z");
  await device.quarters(1);
  const kept = await device.kept();
  expect(kept).toEqual([1, 2, 3, 4, 5]);
  await all(source);
  expect(JSON.parse(await readFile(path.join(folder(), "sent.json"), "utf8"))).toEqual({
    sent: "1-5",
    corrections: [],
  });
  await writeFile(path.join(device.lakeFolder, "2026-11-20.parquet"), "not one");
  await device.quarters(1);
  expect(await all(source)).toHaveLength(1);
  expect(await readdir(device.lakeFolder)).toContain("2026-11-20.parquet");
  await device.stop();
});

it("sends corrections after what was recorded, each once, those that were undone too, and none from before", async () => {
  const device = new Device();
  await device.start();
  const begun = device.clock.now();
  await device.quarters(5);
  const correct = (from: number) =>
    device.corrections.correct({
      chan: "bus.a.temperatur",
      from: begun + from * QUARTER,
      to: begun + (from + 1) * QUARTER,
      rows: [[begun + from * QUARTER, 500]],
      by: "Erika Beispiel",
      why: "Fühler am falschen Eingang",
    });
  const before = await correct(0);
  const source = await device.source();
  await correct(1);
  const second = await correct(2);
  await device.quarters(1);
  const [part, ...files] = await all(source);
  expect(part).toMatch(/^20261121T2115Z/);
  expect(files).toEqual(["0000000002.parquet", "0000000003.parquet"]);
  await device.corrections.undo(second.number);
  await device.corrections.undo(before.number);
  const again = await device.source();
  expect(await all(again)).toEqual(["0000000001.undone.parquet", "0000000003.undone.parquet"]);
  expect(await all(await device.source())).toEqual([]);
  // The lake was put back as it was: other files by the same names.
  const lake = path.join(device.lakeFolder, "corrections");
  const name = path.join(lake, "0000000002.parquet");
  const old = await readFile(name);
  await device.corrections.undo(2);
  expect(await all(again)).toEqual(["0000000002.undone.parquet"]);
  await rm(path.join(lake, "0000000002.undone.parquet"));
  await writeFile(name, old);
  expect(await all(again)).toEqual(["0000000002.parquet"]);
  await device.stop();
});
