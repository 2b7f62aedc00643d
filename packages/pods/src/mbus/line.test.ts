/** Minutes of an M-Bus line at its own speed, over a clock moved by hand. */

import type { TestMeter } from "@hubwart/testing";
import { describe, expect, it } from "vitest";
import type { TestChannel } from "../testing/index.ts";
import { meterName } from "./meter.ts";
import { heatMeter, heatRecords } from "./testing/meters.ts";
import { virtualLine } from "./testing/virtual-line.ts";
import { timingOf } from "./timing.ts";

const energy = (chan: string, meter: string | number, more: TestChannel["config"] = {}): TestChannel => ({
  chan,
  config: { meter: String(meter), quantity: "energy", ...more },
});

/** What one reading takes at least: reset, acknowledgement, request, answer, and the shortest rest before each answer. */
function leastMs(baud: number, answer: number): number {
  const { charMs } = timingOf(baud);
  return (5 + 1 + 5 + answer) * charMs + 2 * (11_000 / baud);
}

describe("250 meters at 2400 bit/s", () => {
  const telegram = Buffer.concat([
    heatRecords(),
    heatRecords(),
    heatRecords(),
    heatRecords(),
    Buffer.alloc(5, 0x2f),
  ]);
  const answer = 6 + 3 + 12 + telegram.length;
  const dead = new Set([20, 120, 220]);
  const meters: TestMeter[] = Array.from({ length: 250 }, (_, at) =>
    heatMeter(at + 1, { telegrams: [telegram], dead: dead.has(at + 1) }),
  );
  const channels = meters.map(({ address }) => energy(`m${address}`, address));

  it("take hardly longer than the line does, though three are dead", async () => {
    const { bus, clock, pass, run } = virtualLine(meters, { channels, iface: { interval: 60_000 } });
    const readings = () => run.emitted.filter(({ quality }) => quality === 0).length;
    // One turn of all, in which the dead ones cost what they do, and then the long run.
    await pass(240_000, 2);
    const [before, from] = [readings(), clock.monotonic()];
    await pass(600_000, 2);
    const cycle = ((clock.monotonic() - from) / (readings() - before)) * 247;
    const limit = leastMs(2400, answer) * 247;
    // A poll of one dead meter costs four waits of 710 ms; the pauses between them grow to ten minutes.
    expect(cycle).toBeGreaterThan(limit);
    expect(cycle / limit).toBeLessThan(1.06);
    expect(bus.refused).toEqual([]);
    expect(run.iface()?.error).toBe("Keine Antwort von Zähler 20, 120, 220 an the line");
    // None waits for its turn longer than the others.
    const counts = meters
      .filter(({ dead: silent }) => silent !== true)
      .map(({ address }) => run.values(`m${address}`).length);
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
    if (process.env["MBUS_TELL"]) {
      process.stdout.write(
        `cycle ${Math.round(cycle)} ms, limit of the line ${Math.round(limit)} ms, answer ${answer} bytes\n`,
      );
    }
    await run.stop();
  }, 120_000);
});

describe("twenty dead meters among forty", () => {
  it("leave the line to those that answer", async () => {
    const meters = Array.from({ length: 40 }, (_, at) => heatMeter(at + 1, { dead: at % 2 === 0 }));
    const { pass, run } = virtualLine(meters, {
      channels: meters.map(({ address }) => energy(`m${address}`, address)),
      iface: { interval: 10_000 },
    });
    await pass(120_000, 2);
    // Alone they would be read twelve times each.
    const readings = run.emitted.filter(({ quality }) => quality === 0).length / 20;
    expect(readings).toBeGreaterThan(9);
    await run.stop();
  }, 60_000);
});

describe("a meter that does not answer", () => {
  it("is asked ever more seldom, and again at its interval once it answers", async () => {
    const meters = [heatMeter(5), heatMeter(6, { dead: true })];
    const { bus, clock, pass, run, until } = virtualLine(meters, {
      channels: [energy("a", 5), energy("dead", 6)],
      iface: { interval: 600_000 },
    });
    await pass(3_600_000, 20);
    const tries = bus.asked.filter((asked) => asked === "reset 6").length;
    // 5, 10, 20 … s, at most ten minutes, each by chance down to half.
    expect(tries).toBeGreaterThan(9);
    expect(tries).toBeLessThan(24);
    expect(run.values("a").length).toBe(6);
    bus.meter(6).dead = false;
    await until(() => run.last("dead")?.value === 1006, 700_000, 20);
    const at = clock.monotonic();
    await pass(1_200_000, 20);
    expect(run.values("dead").filter((value) => value !== null).length).toBe(3);
    expect(clock.monotonic() - at).toBeGreaterThan(1_000_000);
    await run.stop();
  }, 60_000);

  it("is named, and holds its value over", async () => {
    const meters = [heatMeter(5), heatMeter(6), heatMeter(7)];
    const { bus, run, until } = virtualLine(meters, {
      channels: [energy("a", 5), energy("b", 6), energy("c", 7)],
      iface: { interval: 60_000 },
    });
    await until(() => run.last("b")?.value === 1006, 10_000);
    bus.meter(6).dead = true;
    await until(() => run.iface()?.error === "Keine Antwort von Zähler 6 an the line", 120_000, 5);
    expect(run.iface()?.state).toBe(true);
    expect(run.last("b")).toMatchObject({ value: 1006, quality: 1 });
    // Held over for three intervals.
    await until(() => run.last("b")?.quality === 2, 900_000, 20);
    expect(run.last("a")?.quality).toBe(0);
    bus.meter(6).dead = false;
    await until(() => run.last("b")?.quality === 0, 700_000, 20);
    expect(run.iface()?.error).toBeUndefined();
    expect(run.log.map(({ msg }) => msg)).toEqual([
      "Verbunden mit the line",
      "Keine Antwort von Zähler 6",
      "Zähler 6 antwortet wieder",
    ]);
    await run.stop();
  }, 60_000);

  it("is spared where it says that it was asked too often", async () => {
    const meters = [heatMeter(5, { says: { ci: 0x70, data: Buffer.from([9]) } })];
    const { bus, pass, run } = virtualLine(meters, {
      channels: [energy("a", 5)],
      iface: { interval: 60_000 },
    });
    await pass(7_200_000, 50);
    expect(bus.asked.filter((asked) => asked === "data 5").length).toBeLessThan(7);
    await run.stop();
  }, 60_000);
});

describe("the search", () => {
  const ids = Array.from({ length: 40 }, (_, at) => String(10_000_000 + ((at * 7_654_321) % 80_000_000)));
  const meters = ids.map((id, at) => heatMeter(at + 1, { id }));

  it("by secondary addresses finds all of 40, and tells of how far it is", async () => {
    const { bus, line, run, until } = virtualLine(meters, {
      channels: [energy("a", 1)],
    });
    await until(() => run.last("a") !== undefined, 10_000);
    line.beginSearch("secondary");
    let before = 0;
    await until(
      () => {
        const progress = line.search?.progress ?? 0;
        // It only grows.
        expect(progress).toBeGreaterThanOrEqual(before - 1e-9);
        before = progress;
        return line.search?.over === true;
      },
      3_600_000,
      5,
    );
    const found = line.search?.found.map(({ ref }) => (ref.kind === "secondary" ? ref.mask.id : "")) ?? [];
    expect(found.toSorted()).toEqual(ids.toSorted());
    expect(bus.refused).toEqual([]);
    await run.stop();
  }, 60_000);

  it("finds no meter that is but two answers at once", async () => {
    // Each bit of a space wins, and here even the checksum fits: 87654320, of address 4.
    const pair = [heatMeter(4, { id: "87654321" }), heatMeter(5, { id: "87654322" })];
    const { line, run, until } = virtualLine(pair, { channels: [] });
    await until(() => run.iface()?.state === true, 1_000);
    line.beginSearch("secondary");
    await until(() => line.search?.over === true, 600_000, 5);
    expect(line.search?.found.map(({ ref }) => meterName(ref))).toEqual([
      "87654321.KAM.1.4",
      "87654322.KAM.1.4",
    ]);
    await run.stop();
  }, 60_000);

  it("by primary addresses says where two meters share one, and can be ended", async () => {
    const shared = [heatMeter(0), heatMeter(5), heatMeter(5, { id: "22222222" }), heatMeter(250)];
    const { line, run, until } = virtualLine(shared, { channels: [] });
    await until(() => run.iface()?.state === true, 1_000);
    line.beginSearch("primary");
    await until(() => line.search?.over === true, 600_000, 5);
    expect(line.search?.asked).toBe(251);
    const shown = line.search?.found.map(({ problem, ref }) => [meterName(ref), problem !== undefined]);
    expect(shown).toEqual([
      ["0", false],
      ["5", true],
      ["250", false],
    ]);
    line.beginSearch("primary");
    await until(() => line.search?.asked === 20, 60_000, 5);
    line.search?.stop();
    expect(line.search?.over).toBe(true);
    await run.stop();
  }, 60_000);

  it("finds two meters with one number by their manufacturers only as a problem", async () => {
    const twins = [heatMeter(1, { id: "12345678" }), heatMeter(2, { id: "12345678", manufacturer: "LUG" })];
    const { line, run, until } = virtualLine(twins, { channels: [] });
    await until(() => !line.search && run.iface()?.state === true, 1_000);
    line.beginSearch("secondary");
    await until(() => line.search?.over === true, 600_000, 5);
    expect(line.search?.found).toMatchObject([
      { ref: { mask: { id: "12345678" } }, problem: expect.stringMatching(/mehrere Zähler/) },
    ]);
    await run.stop();
  }, 60_000);

  it("takes turns with readings that are due all the time", async () => {
    const { line, pass, run, until } = virtualLine(meters, {
      channels: meters.map(({ address }) => energy(`m${address}`, address)),
      iface: { interval: 10_000 },
    });
    await until(() => run.last("m1") !== undefined, 10_000);
    line.beginSearch("primary");
    const before = run.emitted.length;
    await pass(120_000, 2);
    expect(line.search?.asked).toBeGreaterThan(60);
    expect(run.emitted.length - before).toBeGreaterThan(60);
    await run.stop();
  }, 60_000);
});

it("asks a meter no sooner again after an outage than a minute after the last time", async () => {
  const { bus, clock, line, pass, run } = virtualLine([heatMeter(5)], {
    channels: [energy("a", 5)],
    iface: { interval: 900_000 },
  });
  await pass(2_000, 5);
  expect(bus.asked).toEqual(["reset 5", "data 5"]);
  expect(line.search).toBeUndefined();
  expect(clock.monotonic()).toBeGreaterThanOrEqual(2_000);
  await run.stop();
});
