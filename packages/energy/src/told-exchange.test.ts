import { createLogger, ManualClock, MemoryLogSink } from "@hubwart/core";
import type { CompiledMeter } from "@hubwart/project/compiled";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Book } from "./book.ts";
import { SteadyClock } from "./steady-clock.ts";
import { MemoryStore } from "./testing/memory-store.ts";
import { tellExchange } from "./told-exchange.ts";

const T0 = Date.UTC(2026, 2, 28, 10);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const METER: CompiledMeter = {
  id: "z",
  source: "bus.a.in",
  medium: "electricity",
  unit: "kWh",
  kind: "counter",
  factor: 10,
};

class Plant {
  readonly clock = new ManualClock(T0);
  readonly store = new MemoryStore();
  readonly sink = new MemoryLogSink();
  steady = new SteadyClock(this.clock);
  book = this.#start();
  #ts = 0;

  #start(): Book {
    const log = createLogger("hub", "energy", this.sink);
    return new Book({ meters: [METER], store: this.store, steady: this.steady, log });
  }
  kill(): void {
    this.steady = new SteadyClock(this.clock);
    this.book = this.#start();
  }
  /** What the meter shows: a tenth of a kWh each, `later` ms after the last one. */
  see(value: number, later = MINUTE): void {
    this.clock.advance(later);
    this.#ts += 1;
    this.book.value("z", value / 10, 0, this.#ts);
  }
  tell(ago: number, end: number, start: number) {
    const now = this.clock.now();
    const told = { at: now - ago, end_reading: end / 10, start_reading: start / 10, by: "Anna" };
    return tellExchange(told, { book: this.book, entry: this.entry, now, bookedAt: this.steady.now() });
  }
  get entry() {
    const entry = this.book.entry("z");
    if (!entry) throw new Error("no meter");
    return entry;
  }
  get total(): number {
    let sum = 0;
    for (const [, { amounts }] of this.book.days(this.entry, -1e6, 1e6))
      for (const amount of amounts) sum += amount;
    return sum / 1e6;
  }
  get events(): string[] {
    return this.book.events(this.entry).map(({ what }) => what);
  }
}

/** The new meter shows more than the old one did, and goes on: counted too much until somebody tells. */
function jumped(): Plant {
  const plant = new Plant();
  for (const value of [1_000, 1_060, 1_090, 1_150]) plant.see(value);
  return plant;
}

describe("an exchange that is told again", () => {
  it("takes out a jump once, and says that it stands", () => {
    const plant = jumped();
    expect(plant.total).toBe(150);
    expect(plant.tell(2 * MINUTE, 1_060, 1_090)).toEqual({ announced: false, amount: -30, repeated: false });
    const again = { announced: false, amount: 0, repeated: true };
    expect(plant.tell(2 * MINUTE, 1_060, 1_090)).toEqual(again);
    // Another person, who remembers another time, after a restart.
    plant.kill();
    plant.see(1_160);
    expect(plant.tell(20 * HOUR, 1_060, 1_090)).toEqual(again);
    expect(plant.total).toBe(130);
    expect(plant.events).toEqual(["exchange"]);
  });

  it("is known however much happened since", () => {
    const plant = jumped();
    plant.tell(2 * MINUTE, 1_060, 1_090);
    for (let n = 0; n < 250; n += 1) {
      plant.see(0);
      plant.see(1_150);
    }
    expect(plant.events).not.toContain("exchange");
    expect(plant.tell(8 * HOUR, 1_060, 1_090).repeated).toBe(true);
    plant.book.commit();
    expect(plant.tell(8 * HOUR, 1_060, 1_090).repeated).toBe(true);
    expect(plant.total).toBe(120);
  });

  it("is refused with other readings, and says which stand", () => {
    const plant = jumped();
    plant.tell(2 * MINUTE, 1_060, 1_090);
    const stands = /eingetragen: Endstand 106, Anfangsstand 109\./;
    expect(() => plant.tell(2 * MINUTE, 1_150, 1_160)).toThrow(stands);
    // Read badly by another person, minutes later.
    expect(() => plant.tell(MINUTE, 1_061, 1_090)).toThrow(stands);
    expect(plant.total).toBe(120);
    expect(plant.events).toEqual(["exchange"]);
  });

  it("is another one where the new meter is exchanged too", () => {
    const plant = jumped();
    plant.tell(2 * MINUTE, 1_060, 1_090);
    expect(plant.tell(0, 1_152, 7)).toMatchObject({ announced: true, repeated: false });
    plant.see(8);
    expect(plant.total).toBe(123);
  });
});

describe("an announced exchange", () => {
  it("explains one reading, and nothing more however often it is told", () => {
    const plant = new Plant();
    plant.see(1_000);
    expect(plant.tell(0, 1_003, 5)).toMatchObject({ announced: true, repeated: false });
    expect(plant.tell(0, 1_003, 5)).toMatchObject({ announced: true, repeated: true });
    plant.see(7);
    expect(plant.tell(MINUTE, 1_003, 5)).toMatchObject({ announced: false, repeated: true });
    plant.see(9);
    expect(plant.total).toBe(3 + 2 + 2);
  });

  it("gives way to one that is told anew, and can be told again after that", () => {
    const plant = new Plant();
    plant.see(1_000);
    plant.tell(0, 1_300, 5);
    plant.clock.advance(MINUTE);
    expect(plant.tell(0, 1_003, 5)).toMatchObject({ announced: true, repeated: false });
    expect(plant.events).toEqual(["exchange", "lapsed", "exchange"]);
    expect(plant.tell(MINUTE, 1_300, 6).repeated).toBe(false);
    expect(plant.tell(MINUTE / 2, 1_300, 5).repeated).toBe(false);
  });

  it("lapses when the old meter counts on for a day, and is told", () => {
    const plant = new Plant();
    plant.see(1_000);
    plant.tell(0, 1_900, 0);
    // Nothing is known of a meter that stands still: its gateway may repeat what it read last.
    for (let day = 0; day < 5; day += 1) plant.see(1_000, DAY);
    plant.see(1_001);
    plant.see(1_002, DAY - MINUTE);
    expect(plant.events).toEqual(["exchange"]);
    plant.see(1_003);
    expect(plant.events).toEqual(["lapsed", "exchange"]);
    expect(plant.sink.entries.map(({ msg }) => msg).join()).toContain("verfallen");
    // It explains no wrong reading any more, and may be told again.
    plant.see(0);
    plant.see(1_004);
    expect(plant.total).toBe(4);
    expect(plant.tell(0, 1_900, 0)).toMatchObject({ announced: true, repeated: false });
  });

  it("lapses where the readings that come are not those of its meter", () => {
    const plant = new Plant();
    plant.see(1_000);
    plant.tell(0, 1_003, 50);
    for (let n = 0; n < 8; n += 1) plant.see(5 + n);
    expect(plant.events).toEqual(["lapsed", "break", "exchange"]);
    // What was wrong about it is said, and what is right counts.
    expect(() => plant.tell(8 * MINUTE, 1_003, 50)).toThrow("über dem ersten Stand");
    expect(plant.tell(8 * MINUTE, 1_003, 5)).toEqual({ announced: false, amount: 3, repeated: false });
    expect(plant.total).toBe(10);
  });
});

const where = fc.record({
  old: fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 1, maxLength: 10 }),
  /** What both counted that no reading shows. */
  unseen: fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 20 })),
  /** Where the new meter begins, above the old one or below. */
  begins: fc.oneof(fc.integer({ min: 1_000, max: 9_000 }), fc.integer({ min: -19_000, max: -18_000 })),
  fresh: fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 8, maxLength: 30 }),
  /** Before which readings of the new meter it is told, how wrong the time is, and whether the process is killed then. */
  told: fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 600 }), fc.boolean()), {
    minLength: 1,
    maxLength: 6,
  }),
  wrong: fc.boolean(),
});

describe("whatever comes", () => {
  it("counts what both meters counted, however often and whenever the exchange is told", () => {
    fc.assert(
      fc.property(where, ({ begins, fresh, old, told, unseen: [before, after], wrong }) => {
        const plant = new Plant();
        let shows = 20_000;
        let expected = 0;
        plant.see(shows);
        for (const used of old) {
          shows += used;
          expected += used;
          plant.see(shows);
        }
        const end = shows + before;
        const start = shows + begins;
        shows = start + after;
        expected += before + after;
        let first = true;
        const tell = (minutes: number, kill: boolean) => {
          const answer = plant.tell(minutes * MINUTE, end, start);
          expect(answer.repeated).toBe(!first);
          first = false;
          if (kill) plant.kill();
        };
        const tellings = [...told].sort(([a], [b]) => a - b);
        fresh.forEach((used, at) => {
          for (const [when, minutes, kill] of tellings)
            if (Math.min(when, fresh.length - 1) === at) tell(at + (first ? 0 : minutes), kill);
          if (at > 0) {
            shows += used;
            expected += used;
          }
          plant.see(shows);
        });
        if (wrong) {
          plant.see(0, 2 * DAY);
          plant.see(shows);
        }
        expect(plant.total).toBeCloseTo(expected, 6);
      }),
    );
  });
});
