import type { CompiledMeter } from "@hubwart/project/compiled";
import { Zone } from "@hubwart/schedule/zone";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addTo, type DaySlots, dayOf, decodeDay, emptyDay, encodeDay, SLOTS } from "./day-slots.ts";
import { boundsOf } from "./periods.ts";
import { RateLine } from "./rates.ts";
import { type Posting, QUARTER, slotOf, spread } from "./spread.ts";
import { totalOf } from "./store.ts";
import { answerOf, degreeDays, sumUp } from "./sums.ts";

const BERLIN = new Zone("Europe/Berlin");
const HOUR = 4 * QUARTER;
const meter: CompiledMeter = {
  id: "z",
  source: "bus.a.in",
  medium: "electricity",
  unit: "kWh",
  kind: "counter",
};

function daysOf(postings: readonly Posting[]) {
  const days = new Map<number, DaySlots>();
  for (const posting of postings) {
    const day = dayOf(posting.slot);
    const slots = days.get(day) ?? emptyDay();
    days.set(day, slots);
    addTo(slots, posting);
  }
  return (from: number, to: number) =>
    [...days].filter(([day]) => day >= from && day <= to).sort(([a], [b]) => a - b);
}
const quarters = (from: number, to: number, amount: number): Posting[] =>
  Array.from({ length: slotOf(to) - slotOf(from) }, (_, n) => ({
    slot: slotOf(from) + n,
    amount,
    known: QUARTER,
    estimated: 0,
  }));

describe("days of a zone", () => {
  it.each([
    ["2026-03-29", 92],
    ["2026-10-25", 100],
    ["2026-06-01", 96],
  ])("%s has %i quarters", (day, count) => {
    expect(boundsOf({ from: day, to: day }, "quarter", BERLIN)).toHaveLength(count + 1);
    expect(boundsOf({ from: day, to: day }, "hour", BERLIN)).toHaveLength(count / 4 + 1);
    const [from = 0, to = 0] = boundsOf({ from: day, to: day }, "day", BERLIN);
    expect((to - from) / QUARTER).toBe(count);
  });

  it("are whole months and years where these are asked for", () => {
    expect(
      boundsOf({ from: "2026-02-14", to: "2026-03-02" }, "month", BERLIN).map((at) =>
        new Date(at).toISOString(),
      ),
    ).toEqual(["2026-01-31T23:00:00.000Z", "2026-02-28T23:00:00.000Z", "2026-03-31T22:00:00.000Z"]);
    expect(boundsOf({ from: "2026-02-14", to: "2026-03-02" }, "year", BERLIN)).toHaveLength(2);
  });

  it.each([
    ["2026-02-30", "2026-03-01", "from"],
    ["2026-03-02", "2026-03-01", "to"],
    ["gestern", "2026-03-01", "from"],
  ])("refuse %s to %s", (from, to, field) => {
    expect(() => boundsOf({ from, to }, "day", BERLIN)).toThrowError(
      expect.objectContaining({ fields: [expect.objectContaining({ field })] }),
    );
  });

  it("refuse a span that nobody can look at", () => {
    expect(() => boundsOf({ from: "2000-01-01", to: "2026-03-01" }, "quarter", BERLIN)).toThrow();
  });
});

it("adds up: quarters are the day, days the month, months the year, in any zone, to the last digit", () => {
  const zones = [
    "Europe/Berlin",
    "Pacific/Auckland",
    "America/St_Johns",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "UTC",
  ];
  const begin = Date.UTC(2025, 11, 30);
  const readings = fc.array(
    fc.tuple(fc.integer({ min: 1, max: 3 * 86_400_000 }), fc.integer({ min: 0, max: 9e12 })),
    {
      minLength: 20,
      maxLength: 200,
    },
  );
  fc.assert(
    fc.property(readings, fc.constantFrom(...zones), (list, name) => {
      const postings: Posting[] = [];
      let [t, sum] = [begin, 0];
      for (const [ms, amount] of list) {
        postings.push(...spread(t, t + ms, amount, false));
        t += ms;
        sum += amount;
      }
      const days = daysOf(postings);
      const zone = new Zone(name);
      const span = { from: "2025-12-01", to: "2027-12-31" };
      const whole = (step: "day" | "month" | "year") =>
        sumUp({ meter, days }, boundsOf(span, step, zone)).amounts;
      const totals = (first: number, last: number) => {
        const found = { amount: 0, known: 0, estimated: 0 };
        for (const [, slots] of days(first, last)) {
          const one = totalOf(slots);
          found.amount += one.amount;
          found.known += one.known;
          found.estimated += one.estimated;
        }
        return found;
      };
      // Whole days at once are the same as quarter by quarter, also where prices change within them.
      const lines = () => ({
        cost: new RateLine([
          { since: 0, value: 0.3 },
          { since: begin + 40 * 86_400_000 + 5_000_000, value: 0.2 },
        ]),
        co2: new RateLine([{ since: 0, value: 0.4 }]),
      });
      for (const step of ["day", "month", "year"] as const) {
        const bounds = boundsOf(span, step, zone);
        const slow = sumUp({ meter, days, ...lines() }, bounds);
        const fast = sumUp({ meter, days, totals, ...lines() }, bounds);
        expect([fast.amounts, fast.known, fast.estimated]).toEqual([
          slow.amounts,
          slow.known,
          slow.estimated,
        ]);
        const close = (list: readonly number[]) => list.map((euros) => Number(euros.toPrecision(9)));
        expect([close(fast.cost), close(fast.co2)]).toEqual([close(slow.cost), close(slow.co2)]);
      }
      const total = (amounts: readonly number[]) => amounts.reduce((all, one) => all + BigInt(one), 0n);
      expect(total(whole("day"))).toBe(BigInt(sum));
      expect(total(whole("month"))).toBe(BigInt(sum));
      expect(total(whole("year"))).toBe(BigInt(sum));
      const day = { from: "2026-03-29", to: "2026-03-29" };
      const parts = sumUp({ meter, days }, boundsOf(day, "quarter", zone)).amounts;
      expect(total(parts)).toBe(total(sumUp({ meter, days }, boundsOf(day, "day", zone)).amounts));
      expect(parts.every((one) => Number.isInteger(one) && one >= 0)).toBe(true);
    }),
    { numRuns: 12 },
  );
});

it("keeps a day on the disk as it was", () => {
  const posting = fc.record({
    slot: fc.integer({ min: 0, max: SLOTS - 1 }),
    amount: fc.oneof(fc.integer({ min: -5_000, max: 5_000 }), fc.integer({ min: 0, max: 4e15 })),
    known: fc.integer({ min: 0, max: QUARTER }),
    estimated: fc.integer({ min: 0, max: QUARTER }),
  });
  fc.assert(
    fc.property(fc.array(posting, { maxLength: 120 }), (postings) => {
      const day = emptyDay();
      for (const one of postings)
        if (Math.abs((day.amounts[one.slot] ?? 0) + one.amount) < 4e15) addTo(day, one);
      expect(decodeDay(encodeDay(day))).toEqual(day);
    }),
  );
  const full = emptyDay();
  for (const one of quarters(0, 96 * QUARTER, 250_000)) addTo(full, one);
  expect(encodeDay(full).length).toBeLessThan(100);
  for (const bytes of [
    [],
    [2, 0],
    [1, 13],
    [1, 0, 1],
    [1, 0, ...Array(96).fill(0), 96, 0, 0],
    [1, 0, ...Array(96).fill(255)],
  ])
    expect(() => decodeDay(Uint8Array.from(bytes))).toThrow(RangeError);
});

describe("what is told of a meter", () => {
  const [from = 0, to = 0] = boundsOf({ from: "2026-06-01", to: "2026-06-01" }, "day", BERLIN);
  const facts = { begun: from, now: to + HOUR };

  it("says what is missing and what is estimated, and nothing is no zero", () => {
    const postings = [
      ...quarters(from, from + 6 * HOUR, 1_000_000),
      ...spread(from + 6 * HOUR, from + 12 * HOUR, 6_000_000, true),
    ];
    const bounds = [from, to, to + HOUR];
    const sums = sumUp({ meter, days: daysOf(postings) }, bounds);
    const answer = answerOf({ meter }, sums, bounds, facts);
    expect(answer).toMatchObject({ amounts: [30, null], missing: [0.5, 1], estimated: [0.25, 0] });
    expect(answer.total.amount).toBe(30);
    expect(answer).not.toHaveProperty("cost");
  });

  it("misses nothing before the meter began, nor of what is to come", () => {
    const postings = quarters(from + 12 * HOUR, from + 18 * HOUR, 1);
    const sums = sumUp({ meter, days: daysOf(postings) }, [from, to]);
    const one = answerOf({ meter }, sums, [from, to], { begun: from + 12 * HOUR, now: from + 18 * HOUR });
    expect(one.missing).toEqual([0]);
  });

  it("costs what a unit cost at the time", () => {
    const steps = [
      { since: 0, value: 0.3 },
      { since: from + 6 * HOUR, value: 0.2 },
      { since: from + 12 * HOUR, value: -0.1 },
    ];
    const priced = { ...meter, cost: { chan: "sched.main.price" } };
    const days = daysOf(quarters(from, to, 1_000_000));
    const sums = sumUp({ meter: priced, days, cost: new RateLine(steps) }, [from, to]);
    expect(answerOf({ meter: priced }, sums, [from, to], facts).cost).toEqual([7.2]);
    const line = new RateLine(steps);
    expect([slotOf(to), slotOf(from), 0].map((slot) => line.valueAt(slot))).toEqual([-0.1, 0.3, 0.3]);
    expect(new RateLine([]).valueAt(0)).toBeUndefined();
  });

  it("is a mean where it is a temperature", () => {
    const outside: CompiledMeter = { ...meter, kind: "temperature", unit: "°C", medium: "temperature" };
    const sums = sumUp({ meter: outside, days: daysOf(quarters(from, from + 12 * HOUR, -1_250_000)) }, [
      from,
      to,
    ]);
    expect(answerOf({ meter: outside }, sums, [from, to], facts)).toMatchObject({
      amounts: [-5],
      missing: [0.5],
    });
  });
});

it("counts degree days after VDI 2067, and none where half of a day is missing", () => {
  const of = (mean: number, hours: number) => [mean * hours * 1_000_000, hours * HOUR] as const;
  const days = [of(10.6, 24), of(15.5, 24), of(-3, 12), of(5, 11), of(14.9, 24)];
  const sums = { amounts: days.map(([amount]) => amount), known: days.map(([, known]) => known) };
  const period = [0, 0, 0, 1, 2];
  const found = degreeDays(sums, (day) => period[day] ?? 0, 3);
  expect(found.map((one) => one && Math.round(one * 10) / 10)).toEqual([32.4, null, 5.1]);
});
