import { describe, expect, it } from "vitest";
import { Counter, type CounterState } from "./counter.ts";
import { type ExchangeFacts, settle } from "./exchange.ts";
import { type Posting, QUARTER } from "./spread.ts";

const T0 = Date.UTC(2026, 0, 5);
const MINUTE = 60_000;
const DAY = 86_400_000;
const sum = (postings: readonly Posting[]) => postings.reduce((all, { amount }) => all + amount, 0);

function facts(given: Partial<ExchangeFacts> = {}): ExchangeFacts {
  return { state: {}, breaks: [], amountAt: () => 0, now: T0 + DAY, shown: String, ...given };
}

describe("an exchange", () => {
  const broken = { seq: 3, from: { t: T0, v: 1_000 }, to: { t: T0 + 10 * MINUTE, v: 7 } };

  it("explains a break: what both meters counted, over the time between", () => {
    const found = settle({ at: T0 + 5 * MINUTE, end: 1_004, start: 5 }, facts({ breaks: [broken] }));
    expect(found).toMatchObject({ seq: 3, announced: false });
    expect(sum(found.postings)).toBe(4 + 2);
    expect(found.postings.reduce((all, { known }) => all + known, 0)).toBe(10 * MINUTE);
    expect(found.postings.every(({ estimated }) => estimated === 0)).toBe(true);
  });

  it("explains the nearest of several, also where somebody remembers the time badly", () => {
    const later = { seq: 4, from: { t: T0 + 20 * 3_600_000, v: 50 }, to: { t: T0 + 21 * 3_600_000, v: 2 } };
    const found = settle({ at: T0 + 19 * 3_600_000, end: 51, start: 0 }, facts({ breaks: [broken, later] }));
    expect(found.seq).toBe(4);
    expect(sum(found.postings)).toBe(3);
    // An hour without a reading.
    expect(found.postings.every(({ estimated, known }) => estimated === known)).toBe(true);
  });

  it.each([
    ["an end below the last reading", { at: T0, end: 999, start: 5 }, "end_reading"],
    ["a start above the next reading", { at: T0, end: 1_000, start: 8 }, "start_reading"],
    ["a time to come", { at: T0 + 2 * DAY, end: 1_000, start: 5 }, "at"],
  ])("refuses %s", (_name, exchange, field) => {
    expect(() => settle(exchange, facts({ breaks: [broken] }))).toThrowError(
      expect.objectContaining({ fields: [expect.objectContaining({ field })] }),
    );
  });

  it("explains readings that nobody believed yet", () => {
    const state: CounterState = {};
    const counter = new Counter(state, {});
    counter.reading({ t: T0, v: 1_000 });
    counter.reading({ t: T0 + MINUTE, v: 3 });
    counter.reading({ t: T0 + 2 * MINUTE, v: 4 });
    const found = settle({ at: T0 + MINUTE, end: 1_001, start: 0 }, facts({ state }));
    expect(sum(found.postings)).toBe(1 + 3 + 1);
    expect(sum(counter.reading({ t: T0 + 3 * MINUTE, v: 6 }).postings)).toBe(2);
  });

  it("is announced, and explains the reading of the new meter, not another one of the old", () => {
    const state: CounterState = {};
    const counter = new Counter(state, {});
    counter.reading({ t: T0, v: 1_000 });
    expect(settle({ at: T0 + MINUTE, end: 1_003, start: 20 }, facts({ state }))).toEqual({
      postings: [],
      announced: true,
    });
    expect(sum(counter.reading({ t: T0 + 2 * MINUTE, v: 1_002 }).postings)).toBe(2);
    expect(sum(counter.reading({ t: T0 + 3 * MINUTE, v: 22 }).postings)).toBe(1 + 2);
    expect(state).not.toHaveProperty("announced");
    const low: CounterState = { last: { t: T0, v: 10 } };
    settle({ at: T0, end: 11, start: 5_000 }, facts({ state: low, now: T0 }));
    expect(() => settle({ at: T0, end: 9, start: 0 }, facts({ state: low, now: T0 }))).toThrow(
      "letzten Stand",
    );
  });

  it("takes out a jump upwards that was counted", () => {
    const state: CounterState = { last: { t: T0 + 3 * 3_600_000, v: 5_010 } };
    const jumped = T0 / QUARTER + 4;
    const amountAt = (slot: number) => (slot === jumped ? 4_005 : 3);
    const found = settle({ at: T0 + 40 * MINUTE, end: 1_002, start: 5_000 }, facts({ state, amountAt }));
    expect(found.postings).toEqual([{ slot: jumped, amount: -3_998, known: 0, estimated: 0 }]);
    expect(() => settle({ at: T0, end: 1_002, start: 9_999 }, facts({ state, amountAt }))).toThrow(
      "keinen Sprung",
    );
  });

  it.each([10, 15, 60, 24 * 60])(
    "takes out one that lies between readings of every %i minutes",
    (minutes) => {
      const state: CounterState = {};
      const counter = new Counter(state, {});
      const amounts = new Map<number, number>();
      const add = (postings: readonly Posting[]) => {
        for (const { amount, slot } of postings) amounts.set(slot, (amounts.get(slot) ?? 0) + amount);
      };
      // Not at the beginning of a quarter; the meter is exchanged after the fourth reading.
      const begin = T0 + 7 * MINUTE;
      const per = 2 * minutes;
      for (let nr = 0; nr < 8; nr += 1)
        add(
          counter.reading({
            t: begin + nr * minutes * MINUTE,
            v: (nr < 4 ? 1_000_000 : 5_000_000) + nr * per,
          }).postings,
        );
      const at = begin + 3.5 * minutes * MINUTE;
      const exchange = { at, end: 1_000_000, start: 5_000_000 };
      const now = begin + 9 * DAY;
      const found = settle(exchange, facts({ state, now, amountAt: (slot) => amounts.get(slot) ?? 0 }));
      expect(sum(found.postings)).toBe(-4_000_000);
      add(found.postings);
      expect(Math.min(...amounts.values())).toBeGreaterThanOrEqual(0);
      expect([...amounts.values()].reduce((all, amount) => all + amount, 0)).toBe(7 * per);
      expect(() =>
        settle(exchange, facts({ state, now, amountAt: (slot) => amounts.get(slot) ?? 0 })),
      ).toThrow("keinen Sprung");
    },
  );

  it("takes nothing out of what a meter consumed that did not jump", () => {
    const state: CounterState = { last: { t: T0 + 3 * 3_600_000, v: 1_010 } };
    expect(() => settle({ at: T0, end: 1_002, start: 1_200 }, facts({ state, amountAt: () => 50 }))).toThrow(
      "keinen Sprung",
    );
  });
});
