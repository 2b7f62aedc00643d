import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Counter, type CounterRules, type CounterState } from "./counter.ts";
import { type Posting, QUARTER } from "./spread.ts";

const T0 = Date.UTC(2026, 0, 5);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Readings one a minute, unless they name their minute. */
function run(values: readonly (number | [minute: number, value: number])[], rules: CounterRules = {}) {
  const state: CounterState = {};
  const counter = new Counter(state, rules);
  const all: Posting[] = [];
  const events: string[] = [];
  values.forEach((given, at) => {
    const [minute, v] = typeof given === "number" ? [at, given] : given;
    const { events: told, postings } = counter.reading({ t: T0 + minute * MINUTE, v });
    all.push(...postings);
    events.push(...told.map(({ from, to, what }) => `${what} ${from.v} ${to.v}`));
  });
  const sum = (of: (posting: Posting) => number) => all.reduce((total, posting) => total + of(posting), 0);
  return {
    amount: sum(({ amount }) => amount),
    known: sum(({ known }) => known) / MINUTE,
    estimated: sum(({ estimated }) => estimated) / MINUTE,
    events,
    all,
    state,
  };
}

describe("a counter", () => {
  it("counts differences, and the first reading counts nothing", () => {
    expect(run([100])).toMatchObject({ amount: 0, known: 0 });
    expect(run([100, 101, 101, 105])).toMatchObject({ amount: 5, known: 3, estimated: 0, events: [] });
  });

  it("spreads by time over the quarters between two readings, and marks what is more than a quarter apart", () => {
    expect(
      run([
        [14, 0],
        [16, 10],
      ]).all,
    ).toEqual([
      { slot: T0 / QUARTER, amount: 5, known: MINUTE, estimated: 0 },
      { slot: T0 / QUARTER + 1, amount: 5, known: MINUTE, estimated: 0 },
    ]);
    expect(
      run([
        [0, 0],
        [15, 10],
      ]),
    ).toMatchObject({ amount: 10, known: 15, estimated: 0 });
    expect(
      run([
        [0, 0],
        [16, 10],
      ]),
    ).toMatchObject({ amount: 10, known: 16, estimated: 16 });
    expect(
      run([
        [0, 7],
        [600, 7],
      ]),
    ).toMatchObject({ amount: 0, known: 600, estimated: 0 });
  });

  it("takes a late value for nothing", () => {
    expect(run([100, 102, 101, 103])).toMatchObject({ amount: 3, known: 3, events: ["slip 101 101"] });
    expect(run([100, 200, 150, 151, 152, 153, 201])).toMatchObject({ amount: 101, known: 6 });
  });

  it("takes zeros of a meter that starts for nothing", () => {
    expect(run([1000, 0, 0, 0, 0, 1001, 1002])).toMatchObject({ amount: 2, known: 6, estimated: 5 });
  });

  it("makes a fall that lasts a break: nothing is invented, and the counter goes on from there", () => {
    const { amount, events, known, state } = run([1000, 1001, 3, 4, 5, 6, 7, 8, 9]);
    expect({ amount, events }).toEqual({ amount: 1 + 6, events: ["break 1001 3"] });
    // Of the minute between nothing is known.
    expect(known).toBe(8 - 1);
    expect(state.last?.v).toBe(9);
  });

  it("believes a fall only after five minutes and three readings", () => {
    expect(run([1000, [1, 3], [2, 4], [5, 5]]).events).toEqual([]);
    expect(run([1000, [1, 3], [6, 4]]).events).toEqual([]);
    expect(run([1000, [1, 3], [2, 4], [6, 5]]).events).toEqual(["break 1000 3"]);
  });

  it("counts a roll-over exactly, where the row names the end", () => {
    const rules = { rollover: 100_000 };
    expect(run([99_990, 99_998, 2, 3, 4, 5, 6, 7], rules)).toMatchObject({
      amount: 17,
      known: 7,
      estimated: 0,
      events: ["rollover 99998 2"],
    });
    // In the middle of its range it is none.
    expect(run([50_000, 2, 3, 4, 5, 6, 7], rules).events).toEqual(["break 50000 2"]);
    expect(run([99_990, 60_000, 60_001, 60_002, 60_003, 60_004, 60_005], rules).events).toEqual([
      "break 99990 60000",
    ]);
  });

  it("counts what a counter shows that begins anew by itself, and marks it", () => {
    expect(run([1000, 2, 3, 4, 5, 6, 7], { resets: true })).toMatchObject({
      amount: 7,
      known: 6,
      estimated: 6,
      events: ["reset 1000 2"],
    });
  });

  it("does not count what cannot have been consumed", () => {
    const rules = { max: 60 };
    expect(run([0, 1, 2, 5000, 3, 4], rules)).toMatchObject({ amount: 4, known: 5 });
    expect(run([0, 1, 5000, 5001, 5002, 5003, 5004, 5005], rules)).toMatchObject({
      amount: 1 + 5,
      events: ["break 1 5000"],
    });
    // After a day nobody knows better than 24 times the most of an hour, and one.
    expect(run([0, [1440, 25 * 60]], rules)).toMatchObject({ amount: 1500, estimated: 1440 });
  });

  it("takes back a single slip upwards that was counted, to the last digit", () => {
    const { all, amount, events } = run([1000, 1001, 999_999, 1002, 1003, 1004, 1005, 1006, 1007]);
    expect({ amount, events }).toEqual({ amount: 7, events: ["slip 999999 1002"] });
    expect(all.reduce((sum, { known }) => sum + known, 0)).toBe(8 * MINUTE);
  });

  it("books at its end what nobody saw for more than two months", () => {
    expect(
      run([
        [0, 0],
        [70 * 24 * 60, 5],
      ]).all,
    ).toEqual([{ slot: (T0 + 70 * 24 * HOUR) / QUARTER, amount: 5, known: 0, estimated: 0 }]);
  });

  it("keeps the distance of readings when the time is set", () => {
    const state: CounterState = {};
    const counter = new Counter(state, {});
    counter.reading({ t: T0, v: 0 });
    counter.moved(365 * 24 * HOUR);
    const { postings } = counter.reading({ t: T0 + 365 * 24 * HOUR + MINUTE, v: 4 });
    expect(postings).toEqual([
      { slot: (T0 + 365 * 24 * HOUR) / QUARTER, amount: 4, known: MINUTE, estimated: 0 },
    ]);
  });

  it("lets no announced exchange lapse because the time is set", () => {
    const state: CounterState = { last: { t: T0, v: 0 }, announced: { at: T0, end: 9, start: 0 } };
    const counter = new Counter(state, {});
    counter.reading({ t: T0 + MINUTE, v: 1 });
    counter.moved(24 * HOUR);
    expect(counter.reading({ t: T0 + 24 * HOUR + 2 * MINUTE, v: 2 }).events).toEqual([]);
    const { events } = counter.reading({ t: T0 + 48 * HOUR + MINUTE, v: 3 });
    expect(events).toEqual([{ what: "lapsed", from: { t: T0, v: 9 }, to: { t: T0, v: 0 } }]);
  });
});

const steps = fc.array(
  fc.record({
    gap: fc.oneof(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 900, max: 400_000 })),
    used: fc.oneof(fc.integer({ min: 0, max: 3_000 }), fc.constant(0)),
    seen: fc.constantFrom("once", "late", "twice", "zero"),
  }),
  { maxLength: 60 },
);

describe("whatever comes", () => {
  it("adds up to the difference of the readings: late ones, repeated ones and slips change nothing", () => {
    fc.assert(
      fc.property(steps, (list) => {
        const state: CounterState = {};
        const counter = new Counter(state, {});
        let [t, v, old] = [T0, 5_000, 5_000];
        const all: Posting[] = [];
        const see = (value: number) => all.push(...counter.reading({ t, v: value }).postings);
        see(v);
        for (const { gap, seen, used } of list) {
          t += gap * 1_000;
          v += used;
          see(v);
          // At most one odd reading at a time: then it fits again.
          if (seen === "late") see(old);
          if (seen === "zero") see(0);
          if (seen !== "once") see(v);
          old = v;
        }
        expect(all.reduce((sum, { amount }) => sum + amount, 0)).toBe(v - 5_000);
        const known = all.reduce((sum, posting) => sum + posting.known, 0);
        expect(known).toBe(list.reduce((sum, { gap }) => sum + gap * 1_000, 0));
        for (const { amount, estimated, known: ms } of all) {
          expect(amount).toBeGreaterThanOrEqual(0);
          expect(estimated === 0 || estimated === ms).toBe(true);
        }
      }),
    );
  });

  it("counts after a reset what each run consumed, and marks the time between as unknown", () => {
    const runs = fc.array(fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 8, maxLength: 20 }), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(runs, (list) => {
        const state: CounterState = {};
        const counter = new Counter(state, {});
        let [t, expected, breaks, unknown] = [T0, 0, 0, 0];
        let last = -1;
        const all: Posting[] = [];
        let told = 0;
        list.forEach((used, nr) => {
          // Each run begins so low that it stays below the one before.
          let v = (list.length - nr) * 100_000;
          if (last >= 0) {
            breaks += 1;
            unknown += MINUTE;
          }
          for (const more of [0, ...used]) {
            v += more;
            expected += more;
            const { events, postings } = counter.reading({ t, v });
            told += events.filter(({ what }) => what === "break").length;
            all.push(...postings);
            t += MINUTE;
          }
          last = v;
        });
        expect(told).toBe(breaks);
        expect(all.reduce((sum, { amount }) => sum + amount, 0)).toBe(expected);
        const known = all.reduce((sum, posting) => sum + posting.known, 0);
        expect(known + unknown).toBe(t - MINUTE - T0);
      }),
    );
  });
});
