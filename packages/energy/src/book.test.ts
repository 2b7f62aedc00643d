import { createLogger, ManualClock, MemoryLogSink } from "@hubwart/core";
import type { CompiledMeter } from "@hubwart/project/compiled";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Book } from "./book.ts";
import { DAY } from "./day-slots.ts";
import { SteadyClock } from "./steady-clock.ts";
import { MemoryStore } from "./testing/memory-store.ts";

const T0 = Date.UTC(2026, 2, 28, 10);
const MINUTE = 60_000;
const KWH = 1_000_000;

const counter = (given: Partial<CompiledMeter> = {}): CompiledMeter => ({
  id: "z",
  source: "bus.a.in",
  medium: "electricity",
  unit: "kWh",
  kind: "counter",
  ...given,
});
const power = (given: Partial<CompiledMeter> = {}) => counter({ kind: "power", ...given });

/** A device with its disk: `kill` leaves what was committed. */
class Device {
  readonly clock = new ManualClock(T0);
  readonly store = new MemoryStore();
  readonly sink = new MemoryLogSink();
  meter: CompiledMeter;
  book: Book;
  #ts = 0;

  constructor(meter: CompiledMeter) {
    this.meter = meter;
    this.book = this.#start();
  }
  #start(): Book {
    return new Book({
      meters: [this.meter],
      store: this.store,
      steady: new SteadyClock(this.clock),
      log: createLogger("hub", "energy", this.sink),
    });
  }
  kill(meter = this.meter): void {
    this.meter = meter;
    this.book = this.#start();
  }
  see(value: unknown, quality = 0): void {
    this.#ts += 1;
    this.book.value("z", value, quality, this.#ts);
  }
  /** The hub tells the same value again. */
  again(value: unknown): void {
    this.book.value("z", value, 0, this.#ts);
  }
  pass(ms: number): void {
    for (let left = ms; left > 0; left -= 10_000) {
      this.clock.advance(Math.min(10_000, left));
      this.book.tick();
    }
  }
  /** Amounts in kWh, times in minutes. */
  get total() {
    const entry = this.book.entry("z");
    let [amount, known, estimated, least] = [0, 0, 0, 0];
    for (const [, slots] of entry ? this.book.days(entry, -1e6, 1e6) : []) {
      for (let at = 0; at < 96; at += 1) {
        amount += slots.amounts[at] ?? 0;
        known += slots.known[at] ?? 0;
        estimated += slots.estimated[at] ?? 0;
        least = Math.min(least, slots.amounts[at] ?? 0);
      }
    }
    return { amount: amount / KWH, known: known / MINUTE, estimated: estimated / MINUTE, least };
  }
}

describe("a counter over kills", () => {
  it("loses no consumption and counts none twice, wherever it is killed", () => {
    const action = fc.oneof(
      {
        weight: 6,
        arbitrary: fc.integer({ min: 0, max: 5_000 }).map((used) => ({ what: "see" as const, used })),
      },
      { weight: 2, arbitrary: fc.constant({ what: "commit" as const, used: 0 }) },
      { weight: 1, arbitrary: fc.constant({ what: "kill" as const, used: 0 }) },
      { weight: 1, arbitrary: fc.constant({ what: "full" as const, used: 0 }) },
      { weight: 1, arbitrary: fc.constant({ what: "jump" as const, used: 0 }) },
      { weight: 1, arbitrary: fc.constant({ what: "off" as const, used: 0 }) },
    );
    fc.assert(
      fc.property(
        fc.array(action, { maxLength: 80 }),
        fc.integer({ min: 1, max: 1200 }),
        (actions, seconds) => {
          const device = new Device(counter());
          let reading = 7_000;
          device.see(reading / 1_000);
          device.book.commit();
          const first = reading;
          for (const { used, what } of actions) {
            device.clock.advance(seconds * 1_000);
            if (what === "commit") device.book.commit();
            if (what === "kill") device.kill();
            if (what === "full") device.store.full = !device.store.full;
            if (what === "jump") device.clock.jump(used % 2 === 0 ? 30_000 : -30_000);
            if (what === "off") {
              device.clock.advance(5 * 3_600_000);
              reading += 12_345;
              device.kill();
            }
            if (what === "see") reading += used;
            device.see(reading / 1_000);
          }
          device.store.full = false;
          device.clock.advance(1_000);
          device.see(reading / 1_000);
          device.book.commit();
          expect(Math.round(device.total.amount * 1_000)).toBe(reading - first);
          expect(device.total.least).toBe(0);
        },
      ),
    );
  });

  it("marks the time that it was off as estimated, and spreads what was consumed over it", () => {
    const device = new Device(counter());
    device.see(0);
    device.book.commit();
    device.clock.advance(2 * 60 * MINUTE);
    device.kill();
    device.see(8);
    expect(device.total).toEqual({ amount: 8, known: 120, estimated: 120, least: 0 });
    const entry = device.book.entry("z");
    if (!entry) throw new Error("no meter");
    const [[, slots] = []] = [...device.book.days(entry, T0 / DAY - 1, T0 / DAY)];
    expect(Array.from(slots?.amounts.slice(40, 48) ?? [])).toEqual(Array(8).fill(KWH));
  });

  it("does not take a value that the hub tells again for a reading", () => {
    const device = new Device(counter());
    device.see(5);
    device.book.commit();
    device.clock.advance(120 * MINUTE);
    device.kill();
    device.again(5);
    device.clock.advance(MINUTE);
    device.see(6);
    expect(device.total).toMatchObject({ amount: 1, estimated: 121 });
  });

  it("leaves out values that are not good, no numbers, or beyond what can be counted", () => {
    const device = new Device(counter());
    device.see(1);
    device.clock.advance(MINUTE);
    for (const [value, quality] of [
      [900, 1],
      [900, 2],
      ["x", 0],
      [null, 0],
      [Number.NaN, 0],
      [1e300, 0],
      [Infinity, 0],
    ])
      device.see(value, quality as number);
    device.see(2);
    expect(device.total).toMatchObject({ amount: 1, known: 1 });
  });

  it("goes on from no reading with another source or factor, and keeps what it counted", () => {
    const device = new Device(counter());
    device.see(10);
    device.clock.advance(MINUTE);
    device.see(12);
    device.book.commit();
    device.kill(counter({ source: "bus.a.other" }));
    device.clock.advance(MINUTE);
    device.see(9_000);
    device.clock.advance(MINUTE);
    device.see(9_001);
    expect(device.total).toMatchObject({ amount: 3, known: 2 });
    device.book.commit();
    device.kill(counter({ source: "bus.a.other", unit: "MWh", factor: 0.001 }));
    expect(device.total.amount).toBe(3);
    device.see(9_002);
    expect(device.total.amount).toBe(4);
  });

  it("keeps everything while the disk is full, says so once, and writes it when there is room", () => {
    const device = new Device(counter());
    device.see(0);
    device.store.full = true;
    for (let n = 1; n <= 5; n += 1) {
      device.clock.advance(20 * MINUTE);
      device.see(n);
      device.book.commit();
    }
    expect(device.book.trouble).toContain("ENOSPC");
    expect(device.sink.entries.filter(({ level }) => level === "error")).toHaveLength(1);
    device.store.full = false;
    device.book.commit();
    expect(device.book.trouble).toBeUndefined();
    device.kill();
    expect(device.total.amount).toBe(5);
  });
});

describe("clocks", () => {
  it("books nothing in another time while the clock is ahead for half a minute", () => {
    for (const ms of [365 * DAY, -365 * DAY, 3_600_000]) {
      const device = new Device(counter());
      device.see(0);
      device.clock.advance(MINUTE);
      device.clock.jump(ms);
      device.see(1);
      device.clock.advance(30_000);
      device.see(2);
      device.book.commit();
      device.clock.jump(-ms);
      device.clock.advance(30_000);
      device.see(3);
      device.book.commit();
      const entry = device.book.entry("z");
      if (!entry) throw new Error("no meter");
      const days = [...device.book.days(entry, -1e6, 1e6)].map(([day]) => day);
      expect(days).toEqual([Math.floor(T0 / DAY)]);
      expect(device.total).toEqual({ amount: 3, known: 2, estimated: 0, least: 0 });
    }
  });

  it("follows a clock that stays set, without spreading anything over time that never was", () => {
    for (const ms of [30 * DAY, -30 * DAY]) {
      const device = new Device(counter());
      let reading = 0;
      device.see(reading);
      for (let n = 0; n < 20; n += 1) {
        if (n === 5) device.clock.jump(ms);
        device.clock.advance(MINUTE);
        reading += 1;
        device.see(reading);
      }
      expect(device.total).toEqual({ amount: 20, known: 20, estimated: 0, least: 0 });
    }
  });

  it("sums no power over time that never was", () => {
    const device = new Device(power());
    device.see(60);
    device.pass(10 * MINUTE);
    device.clock.jump(3_600_000);
    device.pass(20 * MINUTE);
    expect(device.total).toEqual({ amount: 30, known: 30, estimated: 0, least: 0 });
  });
});

describe("a power", () => {
  it("is summed over time to the last digit, whatever the steps", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 90_000 }), fc.integer({ min: 1, max: 60_000 })), {
          maxLength: 30,
        }),
        (steps) => {
          const device = new Device(power());
          let exact = 0n;
          for (const [watts, ms] of steps) {
            device.see(watts / 1_000);
            device.clock.advance(ms);
            device.book.tick();
            exact += BigInt(watts * 1_000) * BigInt(ms);
          }
          const micro = BigInt(Math.round(device.total.amount * KWH));
          expect(micro).toBe(exact / 3_600_000n);
          expect(device.total.estimated).toBe(0);
        },
      ),
    );
  });

  it("is missing, not zero, while its source is not good or nobody looks", () => {
    const device = new Device(power());
    device.see(6);
    device.pass(10 * MINUTE);
    device.see(6, 1);
    device.pass(10 * MINUTE);
    device.see(6);
    device.pass(10 * MINUTE);
    device.book.commit();
    device.clock.advance(10 * MINUTE);
    device.kill();
    device.see(6);
    device.pass(10 * MINUTE);
    expect(device.total).toEqual({ amount: 3, known: 30, estimated: 0, least: 0 });
  });

  it("is not summed over a standstill of the process", () => {
    const device = new Device(power());
    device.see(60);
    device.pass(MINUTE);
    device.clock.freeze(10 * MINUTE);
    device.book.tick();
    device.pass(MINUTE);
    expect(device.total).toEqual({ amount: 2, known: 2, estimated: 0, least: 0 });
  });

  it("is missing from the last that was written to the first value after a kill", () => {
    const device = new Device(power());
    device.see(60);
    device.pass(10 * MINUTE);
    device.book.commit();
    device.clock.advance(30_000);
    device.kill();
    device.see(60);
    device.pass(MINUTE);
    expect(device.total).toEqual({ amount: 11, known: 11, estimated: 0, least: 0 });
  });

  it("loses no more than what was not written when it is killed", () => {
    const device = new Device(power());
    device.see(60);
    device.pass(10 * MINUTE);
    device.book.commit();
    device.pass(MINUTE);
    device.kill();
    expect(device.total).toEqual({ amount: 10, known: 10, estimated: 0, least: 0 });
  });
});
