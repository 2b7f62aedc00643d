import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PodWrite } from "../pod.ts";
import { Deliveries, type DeliveriesOptions } from "./deliveries.ts";

interface Item {
  write: PodWrite;
}

const CHANNELS = 4;
const LANES = 3;
const LONGEST = 60_000;
const laneOf = ({ write }: Item) => write.index % LANES;
const item = (index: number, seq: number): Item => ({ write: { index, seq, value: seq, ts: 0 } });
const name = ({ write }: Item) => `${write.index}=${write.seq}`;

function setUp(options: Partial<DeliveriesOptions<Item, number>> = {}) {
  const told: string[] = [];
  const deliveries = new Deliveries<Item, number>({
    lane: laneOf,
    pauses: { first: 1_000, longest: LONGEST },
    report: {
      written: (write) => told.push(`written ${name({ write })}`),
      refused: (write, reason) => told.push(`refused ${name({ write })}: ${reason}`),
      coalesced: (index) => told.push(`coalesced ${index}`),
    },
    ...options,
  });
  deliveries.open();
  const drain = (now: number) => {
    const names: string[] = [];
    for (let [next] = deliveries.take({ now }); next; [next] = deliveries.take({ now })) {
      names.push(name(next));
      deliveries.settle(next, { t: "written" }, now);
    }
    return names;
  };
  return { deliveries, told, drain };
}

/** What the promise says, for one channel after the other; no order among channels, no pauses. */
class Reference {
  readonly #offered = new Map<number, number>();
  readonly #tried = new Map<number, number>();
  readonly #told = new Map<number, { coalesced: number; ended: number[] }>();

  offer(index: number, seq: number): void {
    this.#offered.set(index, seq);
  }
  try({ write: { index, seq } }: Item): void {
    expect(seq, "an older value follows").toBeGreaterThanOrEqual(this.#tried.get(index) ?? 0);
    this.#tried.set(index, seq);
  }
  coalesced(index: number): void {
    this.#of(index).coalesced += 1;
  }
  ended({ index, seq }: PodWrite): void {
    expect(this.#of(index).ended, "told twice").not.toContain(seq);
    this.#of(index).ended.push(seq);
  }
  /** Nothing waits any more. */
  settled(): void {
    for (const [index, newest] of this.#offered) {
      const { coalesced, ended } = this.#of(index);
      expect(ended, "the newest is lost").toContain(newest);
      expect(coalesced + ended.length, "told once each").toBe(newest);
    }
  }
  #of(index: number) {
    const told = this.#told.get(index) ?? { coalesced: 0, ended: [] };
    this.#told.set(index, told);
    return told;
  }
}

type Step =
  | { t: "offer"; index: number }
  | { t: "open" | "close" | "take" | "batch" }
  | { t: "settle"; which: number; outcome: "written" | "refused" | "vain" | "unsent" }
  /** A protocol comes to doubt a channel, or to trust it again, for reasons of its own. */
  | { t: "doubt"; index: number }
  | { t: "wait"; ms: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ t: fc.constant("offer" as const), index: fc.nat(CHANNELS - 1) }) },
  { weight: 4, arbitrary: fc.record({ t: fc.constantFrom("take" as const, "batch" as const) }) },
  { weight: 1, arbitrary: fc.record({ t: fc.constantFrom("open" as const, "close" as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      t: fc.constant("settle" as const),
      which: fc.nat(9),
      outcome: fc.constantFrom("written" as const, "refused" as const, "vain" as const, "unsent" as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ t: fc.constant("doubt" as const), index: fc.nat(CHANNELS - 1) }) },
  { weight: 1, arbitrary: fc.record({ t: fc.constant("wait" as const), ms: fc.nat(LONGEST) }) },
);

describe("the promise", () => {
  it("holds whatever the other side does", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), fc.boolean(), (steps, bursts) => {
        const reference = new Reference();
        const seqs = Array.from({ length: CHANNELS }, () => 0);
        const doubted = new Set<number>();
        const { deliveries } = setUp({
          sound: ({ write }) => !doubted.has(write.index),
          ...(bursts && { burst: 3 }),
          report: {
            written: (write) => reference.ended(write),
            refused: (write) => reference.ended(write),
            coalesced: (index) => reference.coalesced(index),
          },
        });
        let open = true;
        let now = 0;
        let underWay: Item[] = [];
        const settle = (one: Item, outcome: "written" | "refused" | "vain" | "unsent") => {
          underWay = underWay.filter((other) => other !== one);
          const result = outcome === "refused" ? { t: outcome, reason: "nein" } : { t: outcome };
          deliveries.settle(one, result, now);
        };
        for (const one of steps) {
          if (one.t === "offer") {
            const seq = (seqs[one.index] ?? 0) + 1;
            seqs[one.index] = seq;
            reference.offer(one.index, seq);
            deliveries.offer(item(one.index, seq), now);
          } else if (one.t === "take" || one.t === "batch") {
            const fits = (batch: readonly Item[]) => batch.length < 3;
            const batch = deliveries.take({ now, ...(one.t === "batch" && { fits }) });
            expect(new Set(batch.map(({ write }) => write.index)).size).toBe(batch.length);
            if (!open) expect(batch).toEqual([]);
            for (const taken of batch) reference.try(taken);
            underWay.push(...batch);
          } else if (one.t === "settle") {
            const chosen = underWay[one.which % Math.max(1, underWay.length)];
            if (chosen) settle(chosen, one.outcome);
          } else if (one.t === "doubt") {
            if (!doubted.delete(one.index)) doubted.add(one.index);
          } else if (one.t === "wait") now += one.ms;
          else {
            open = one.t === "open";
            if (open) deliveries.open();
            else {
              deliveries.close();
              underWay = [];
            }
          }
          // Bounded: nothing pauses for longer than the longest pause.
          const { due } = deliveries;
          if (due !== undefined) expect(due).toBeLessThanOrEqual(now + LONGEST);
        }
        deliveries.open();
        for (const one of underWay.slice()) settle(one, "written");
        doubted.clear();
        while (deliveries.due !== undefined) {
          now = Math.max(now, deliveries.due);
          const [next] = deliveries.take({ now });
          expect(next, "due, and not given").toBeDefined();
          if (!next) return;
          reference.try(next);
          deliveries.settle(next, { t: "written" }, now);
        }
        reference.settled();
      }),
      { numRuns: 1_500 },
    );
  });

  it("keeps one value of each channel while the link is away", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(CHANNELS - 1), { maxLength: 200 }), (indices) => {
        const { deliveries, drain, told } = setUp();
        deliveries.close();
        indices.forEach((index, at) => {
          deliveries.offer(item(index, at + 1), 0);
        });
        const channels = new Set(indices).size;
        expect(told).toHaveLength(indices.length - channels);
        deliveries.open();
        expect(drain(0)).toHaveLength(channels);
      }),
    );
  });

  it("starves nobody: with one lane that always fails and one that is never sound, the third gets each of its values at once", () => {
    const { deliveries } = setUp({ sound: (one) => laneOf(one) !== 1 });
    let now = 0;
    for (let seq = 1; seq <= 300; seq += 1) {
      now += 500;
      for (const index of [0, 1, 2]) deliveries.offer(item(index, seq), now);
      const [first] = deliveries.take({ now });
      // The failing one is tried before it is known to fail.
      if (seq === 1) {
        expect(first && name(first)).toBe("0=1");
        if (first) deliveries.settle(first, { t: "vain" }, now);
      } else {
        expect(first && name(first)).toBe(`2=${seq}`);
        if (first) deliveries.settle(first, { t: "written" }, now);
      }
      let more = 0;
      for (let [next] = deliveries.take({ now }); next && more < 9; [next] = deliveries.take({ now })) {
        more += 1;
        deliveries.settle(next, laneOf(next) === 2 ? { t: "written" } : { t: "vain" }, now);
      }
      expect(more).toBeLessThan(3);
    }
  });
});

describe("deliveries", () => {
  it("try every value in order while the link stands, no channel twice in a batch", async () => {
    const { deliveries, told } = setUp();
    for (const [index, seq] of [
      [0, 1],
      [1, 1],
      [0, 2],
    ] as const)
      deliveries.offer(item(index, seq), 0);
    let flushed = false;
    const flush = deliveries.flush().then(() => (flushed = true));
    const all = () => true;
    for (const expected of [["0=1", "1=1"], ["0=2"]]) {
      const batch = deliveries.take({ now: 0, fits: all });
      expect(batch.map(name)).toEqual(expected);
      await Promise.resolve();
      expect(flushed).toBe(false);
      for (const one of batch) deliveries.settle(one, { t: "written" }, 0);
    }
    await flush;
    expect(told).toEqual(["written 0=1", "written 1=1", "written 0=2"]);
  });

  it("try a lane that failed alone, after all others, after its pause, which grows until it is answered", () => {
    const { deliveries, drain } = setUp();
    deliveries.offer(item(0, 1), 0);
    for (const [failure, longest] of [1_000, 2_000, 4_000].entries()) {
      const now = deliveries.due ?? 0;
      const [one] = deliveries.take({ now });
      expect(one && name(one)).toBe("0=1");
      if (one) expect(deliveries.settle(one, { t: "vain" }, now)).toBe(failure + 1);
      expect((deliveries.due ?? 0) - now).toBeGreaterThanOrEqual(longest / 2);
      expect((deliveries.due ?? 0) - now).toBeLessThanOrEqual(longest);
    }
    const due = deliveries.due ?? 0;
    deliveries.offer(item(1, 1), due);
    deliveries.offer(item(3, 1), due);
    expect(deliveries.take({ now: due, fits: () => true }).map(name)).toEqual(["1=1"]);
    deliveries.settle(item(1, 1), { t: "written" }, due);
    expect(deliveries.take({ now: due, fits: () => true }).map(name)).toEqual(["0=1"]);
    deliveries.close();
    deliveries.open();
    expect(drain(due)).toEqual(["1=1", "0=1", "3=1"]);
    expect(deliveries.due).toBeUndefined();
  });

  it("give failures that may be chance no pause, and heed how long the other side asks for", () => {
    const { deliveries } = setUp({ pauses: { chance: 2, first: 10, longest: LONGEST } });
    deliveries.offer(item(0, 1), 0);
    const fail = (least?: number) => {
      const [one] = deliveries.take({ now: 0 });
      if (one) deliveries.settle(one, { t: "vain", least }, 0);
      return deliveries.due ?? -1;
    };
    expect([fail(), fail()]).toEqual([0, 0]);
    expect(fail(7_000)).toBe(7_000);
  });

  it("let the newest take the last place of a burst", () => {
    const { deliveries, drain, told } = setUp({ burst: 2 });
    for (const seq of [1, 2, 3, 4]) deliveries.offer(item(0, seq), 0);
    expect(told).toEqual(["coalesced 0", "coalesced 0"]);
    expect(drain(0)).toEqual(["0=1", "0=4"]);
  });

  it("take only what may go now, and what waits for a lane that pauses meanwhile holds up nothing", () => {
    const asleep = new Set<number>();
    const { deliveries } = setUp({ from: ({ write }, until) => (asleep.has(write.index) ? 500 : until) });
    for (const index of [0, 1, 2]) deliveries.offer(item(index, 1), 0);
    asleep.add(1);
    const may = ({ write }: Item) => write.index !== 0;
    expect(deliveries.take({ now: 0, may }).map(name)).toEqual(["2=1"]);
    expect(deliveries.take({ now: 0, may })).toEqual([]);
    expect(deliveries.take({ now: 0 }).map(name)).toEqual(["0=1"]);
    expect([deliveries.take({ now: 499 }), deliveries.due]).toEqual([[], 500]);
    expect(deliveries.take({ now: 500 }).map(name)).toEqual(["1=1"]);
  });

  it("let no value of the queue follow a newer one that waited while its lane was doubted", () => {
    const doubted = new Set<number>();
    const { deliveries, drain, told } = setUp({ sound: ({ write }) => !doubted.has(write.index) });
    deliveries.offer(item(0, 1), 0);
    doubted.add(0);
    deliveries.offer(item(0, 2), 0);
    doubted.delete(0);
    expect(drain(0)).toEqual(["0=2"]);
    expect(told).toEqual(["coalesced 0", "written 0=2"]);
  });

  it("try no value again once a newer one of its channel was tried", () => {
    const { deliveries, told } = setUp();
    for (const seq of [1, 2]) deliveries.offer(item(0, seq), 0);
    const [older] = deliveries.take({ now: 0 });
    const [newer] = deliveries.take({ now: 0 });
    if (newer) deliveries.settle(newer, { t: "written" }, 0);
    if (older) deliveries.settle(older, { t: "unsent" }, 0);
    expect(told).toEqual(["written 0=2", "coalesced 0"]);
    expect(deliveries.due).toBeUndefined();
  });

  it("tell of a value once, also where its answer comes after the end of the link", () => {
    const { deliveries, told } = setUp();
    deliveries.offer(item(0, 1), 0);
    const [late] = deliveries.take({ now: 0 });
    deliveries.close();
    if (late) deliveries.settle(late, { t: "written" }, 0);
    expect(told).toEqual([]);
    deliveries.open();
    const [again] = deliveries.take({ now: 0 });
    if (again) deliveries.settle(again, { t: "refused", reason: "nein" }, 0);
    expect(told).toEqual(["refused 0=1: nein"]);
  });
});
