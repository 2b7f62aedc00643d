import { appendFile, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { useFolder } from "@hubwart/testing/folder";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ManualClock, systemClock } from "../clock.ts";
import { Scope } from "../lifecycle.ts";
import type { LogEntry, LogLevel } from "../logger.ts";
import { type EventLogOptions, EventLogWriter, followLog, readLog, tailLog, trimLogs } from "./index.ts";

const DAY = 24 * 3_600_000;
const logs = useFolder();
let scope: Scope;
beforeEach(() => {
  scope = new Scope();
});
afterEach(() => scope.end());

const folder = (name: string) => path.join(logs(), name);
const open = (name: string, options: Partial<EventLogOptions> = {}) =>
  EventLogWriter.open(folder(name), { clock: systemClock, scope, ...options });

function entry(n: number, more: Partial<LogEntry> = {}): LogEntry {
  return { ts: 1_000 + n, level: "info", src: "hub", module: "m", msg: `entry ${n}`, ...more };
}

async function all(): Promise<string[]> {
  const found: string[] = [];
  for await (const { msg } of readLog(logs(), {})) found.push(msg);
  return found;
}

const messages = (entries: LogEntry[]) => entries.map(({ msg }) => msg);

describe("event log", () => {
  it("is for this account alone", async () => {
    await open("hub");
    expect((await stat(folder("hub"))).mode & 0o777).toBe(0o700);
  });

  it("gives back what was written, from several writers by time", async () => {
    const [hub, system] = [await open("hub"), await open("system")];
    for (let i = 0; i < 10; i += 1) (i % 3 === 0 ? system : hub).write(entry(i));
    await hub.sync();
    await system.sync();
    expect(await all()).toEqual(Array.from({ length: 10 }, (_, i) => `entry ${i}`));
    expect(messages(await tailLog(logs(), {}, 4))).toEqual(["entry 6", "entry 7", "entry 8", "entry 9"]);
    expect(await tailLog(logs(), {}, 0)).toEqual([]);
    expect((await tailLog(logs(), {}, 100)).length).toBe(10);
  });

  it("loses only the line that a power cut tore, and goes on in the same segment", async () => {
    const first = await open("hub");
    first.write(entry(1));
    await first.sync();
    await scope.end();
    const [name = ""] = await readdir(folder("hub"));
    await appendFile(path.join(folder("hub"), name), '{"ts":1002,"level":"in');
    expect(await all()).toEqual(["entry 1"]);
    expect(messages(await tailLog(logs(), {}, 5))).toEqual(["entry 1"]);
    scope = new Scope();
    const second = await open("hub");
    second.write(entry(3));
    await second.sync();
    expect(await readdir(folder("hub"))).toEqual([name]);
    expect(await all()).toEqual(["entry 1", "entry 3"]);
    expect(messages(await tailLog(logs(), {}, 5))).toEqual(["entry 1", "entry 3"]);
  });

  it("never gives a wrong entry, wherever the file was cut", async () => {
    const writer = await open("hub");
    for (let i = 0; i < 5; i += 1) writer.write(entry(i, { msg: `größe ${i} "{}"` }));
    await writer.sync();
    const [name = ""] = await readdir(folder("hub"));
    const whole = await readFile(path.join(folder("hub"), name));
    await scope.end();
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length), async (length) => {
        await writeFile(path.join(folder("hub"), name), whole.subarray(0, length));
        const lines = whole.subarray(0, length).toString("latin1").split("\n").length - 1;
        const expected = Array.from({ length: lines }, (_, i) => `größe ${i} "{}"`);
        expect(await all()).toEqual(expected);
        expect(messages(await tailLog(logs(), {}, 10))).toEqual(expected);
      }),
      { numRuns: 50 },
    );
  });

  it("begins a new segment at its size and removes the oldest beyond the total", async () => {
    const writer = await open("hub", { segmentSize: 1_000, totalSize: 3_000 });
    for (let i = 0; i < 200; i += 1) {
      writer.write(entry(i));
      if (i % 5 === 0) await writer.sync();
    }
    await writer.sync();
    const names = await readdir(folder("hub"));
    const sizes = await Promise.all(
      names.map(async (name) => (await stat(path.join(folder("hub"), name))).size),
    );
    expect(names.length).toBeGreaterThan(2);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1_000);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(4_000);
    const kept = await all();
    expect(kept.at(-1)).toBe("entry 199");
    expect(kept).toEqual(Array.from({ length: kept.length }, (_, i) => `entry ${200 - kept.length + i}`));
    expect(messages(await tailLog(logs(), {}, 20))).toEqual(kept.slice(-20));
  });

  it("removes segments that are too old when it starts a new one", async () => {
    const old = path.join(folder("hub"), "000000000001000.ndjson");
    await mkdir(folder("hub"));
    await writeFile(old, `${JSON.stringify(entry(1))}\n`);
    await writeFile(path.join(folder("hub"), "000000000002000.ndjson"), `${JSON.stringify(entry(2))}\n`);
    const clock = new ManualClock();
    const writer = await open("hub", { maxAge: DAY, segmentSize: 1, clock, synchronised: () => true });
    const later = async (n: number) => {
      writer.write(entry(n));
      await writer.sync();
      clock.advance(2 * 3_600_000);
    };
    await later(3);
    clock.jump(20 * DAY);
    await later(4);
    expect(await readdir(folder("hub"))).toContain("000000000001000.ndjson");
    await later(5);
    await later(6);
    expect(await readdir(folder("hub"))).not.toContain("000000000001000.ndjson");
    expect(await readdir(folder("hub"))).toContain("000000000002000.ndjson");
    await writer.sync();
    expect(await all()).toContain("Meldungen entfernt, die älter sind als 1 Tage (Dateien: 1).");
  });

  it("keeps names in order when the clock was set back", async () => {
    const late = { ...systemClock, now: () => 9_000_000 };
    const writer = await open("hub", { clock: late, segmentSize: 1 });
    writer.write(entry(1));
    await writer.sync();
    await scope.end();
    scope = new Scope();
    const back = await open("hub", { clock: { ...late, now: () => 5_000 }, segmentSize: 1, maxAge: 1e12 });
    back.write(entry(2));
    await back.sync();
    expect(await all()).toEqual(["entry 1", "entry 2"]);
    expect(messages(await tailLog(logs(), {}, 1))).toEqual(["entry 2"]);
  });

  it("cuts a message that is too long", async () => {
    const writer = await open("hub");
    writer.write(entry(1, { msg: "x".repeat(100_000) }));
    await writer.sync();
    expect((await all())[0]?.length).toBeLessThan(9_000);
  });

  it("writes at once what waits when it ends", async () => {
    const writer = await open("hub");
    writer.write(entry(1));
    await scope.end();
    expect(await all()).toEqual(["entry 1"]);
  });
});

describe("a disk with little room", () => {
  it("costs the oldest segment for each bundle, then the bundle, and says later what was lost", async () => {
    let low = false;
    const clock = new ManualClock();
    const writer = await open("hub", { segmentSize: 1, clock, roomIsLow: async () => low });
    for (let i = 0; i < 3; i += 1) {
      writer.write(entry(i));
      await writer.sync();
      clock.advance(1_000);
    }
    low = true;
    writer.write(entry(3));
    await writer.sync();
    expect(await all()).toEqual(["entry 1", "entry 2", "entry 3"]);
    for (let i = 4; i < 9; i += 1) {
      clock.advance(1_000);
      writer.write(entry(i));
      await writer.sync();
    }
    expect((await readdir(folder("hub"))).length).toBeLessThanOrEqual(3);
    await trimLogs(logs(), async () => true);
    expect((await readdir(folder("hub"))).length).toBe(1);
    clock.advance(1_000);
    writer.write(entry(9));
    await writer.sync();
    expect(await all()).toEqual(["entry 8"]);
    low = false;
    clock.advance(1_000);
    writer.write(entry(10));
    await writer.sync();
    expect(await all()).toEqual(["entry 8", "entry 10", "Eine Meldung konnte nicht geschrieben werden."]);
  });

  it("is relieved of the oldest segments first, never of the newest of a writer", async () => {
    for (const name of ["hub", "system"]) {
      await mkdir(folder(name));
      for (const n of name === "hub" ? [1, 3] : [2, 4]) {
        await writeFile(path.join(folder(name), `00000000000000${n}.ndjson`), "");
      }
    }
    let asked = 0;
    expect(await trimLogs(logs(), async () => ++asked <= 1)).toBe(1);
    expect(await readdir(folder("hub"))).toEqual(["000000000000003.ndjson"]);
    expect(await trimLogs(logs(), async () => true)).toBe(1);
    expect(await readdir(folder("system"))).toEqual(["000000000000004.ndjson"]);
  });
});

it("reads all that was there when reading began, also what is removed meanwhile", async () => {
  const writer = await open("hub", { segmentSize: 200 });
  for (let i = 0; i < 8; i += 1) {
    writer.write(entry(i));
    await writer.sync();
  }
  const stream = readLog(logs(), {});
  const found = [(await stream.next()).value?.msg];
  expect(await trimLogs(logs(), async () => true)).toBeGreaterThan(2);
  writer.write(entry(8));
  await writer.sync();
  for await (const { msg } of stream) found.push(msg);
  expect(found).toEqual(Array.from({ length: 8 }, (_, i) => `entry ${i}`));
});

describe("filter of the event log", () => {
  beforeEach(async () => {
    const writer = await open("hub");
    const levels: LogLevel[] = ["debug", "info", "warn", "error"];
    levels.forEach((level, i) => writer.write(entry(i, { level, module: `m${i}` })));
    writer.write(entry(10, { src: "pod:mqtt.p1", chan: "mqtt.p1.Temperatur" }));
    writer.write(entry(11, { src: "pod:mqtt.p10" }));
    writer.write(entry(12, { src: "system" }));
    await writer.sync();
  });

  it.each([
    [{ level: "warn" as const }, ["entry 2", "entry 3"]],
    [{ modules: ["m1", "m3"] }, ["entry 1", "entry 3"]],
    [{ src: ["pod:mqtt.p1"] }, ["entry 10"]],
    [{ src: ["pod", "system"] }, ["entry 10", "entry 11", "entry 12"]],
    [{ src: ["pod", "hub"], source: "pod:mqtt.p10" }, ["entry 11"]],
    [{ src: ["hub"], source: "system" }, []],
    [{ text: "TEMPERATUR" }, ["entry 10"]],
    [{ since: 1_011 }, ["entry 11", "entry 12"]],
    [{ since: 1_004, until: 1_010 }, ["entry 10"]],
    [{ text: "nothing like it" }, []],
  ])("%j", async (filter, expected) => {
    expect(messages(await tailLog(logs(), filter, 100))).toEqual(expected);
    const found: string[] = [];
    for await (const { msg } of readLog(logs(), filter)) found.push(msg);
    expect(found).toEqual(expected);
  });
});

describe("following the event log", () => {
  it("gives the tail and then every new entry once, over segments and new writers", async () => {
    const hub = await open("hub", { segmentSize: 300 });
    for (let i = 0; i < 5; i += 1) hub.write(entry(i));
    await hub.sync();
    const abort = new AbortController();
    const seen: string[] = [];
    const options = { tail: 2, clock: systemClock, signal: abort.signal, interval: 5 };
    const following = (async () => {
      for await (const entries of followLog(logs(), {}, options)) {
        seen.push(...messages(entries));
        if (seen.includes("entry 29")) abort.abort();
      }
    })();
    const system = await open("system");
    for (let i = 5; i < 29; i += 1) {
      (i % 4 === 0 ? system : hub).write(entry(i));
      await hub.sync();
      await system.sync();
    }
    hub.write(entry(29));
    await hub.sync();
    await following;
    const number = (msg: string) => Number(msg.slice("entry ".length));
    expect(seen.slice(0, 2)).toEqual(["entry 3", "entry 4"]);
    expect(seen.map(number).sort((a, b) => a - b)).toEqual(Array.from({ length: 27 }, (_, i) => i + 3));
  });

  it("ends when told to, also while nothing happens", async () => {
    await open("hub");
    const abort = new AbortController();
    const stream = followLog(logs(), {}, { clock: systemClock, signal: abort.signal });
    const next = stream.next();
    abort.abort();
    expect((await next).done).toBe(true);
  });
});

it("begins another segment where the newest one cannot be gone on with", async () => {
  const first = await open("hub");
  first.write(entry(1));
  await first.sync();
  await scope.end();
  const [name = ""] = await readdir(folder("hub"));
  await rm(path.join(folder("hub"), name));
  await mkdir(path.join(folder("hub"), name));
  scope = new Scope();
  const second = await open("hub");
  second.write(entry(2));
  await second.sync();
  const next = (await readdir(folder("hub"))).find((other) => other !== name) ?? "";
  expect(await readFile(path.join(folder("hub"), next), "utf8")).toContain("entry 2");
});
