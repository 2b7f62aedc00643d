import * as fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { Quality, ValueBatch } from "./pod-messages.ts";
import { ValueSender, type ValueSenderOptions, weigh } from "./value-sender.ts";

interface Update {
  n: number;
  v: unknown;
  q: Quality;
}

/** A sender whose turns of the event loop are run by hand. */
function setup(options: Partial<ValueSenderOptions> = {}) {
  const batches: { seq: number; values: ValueBatch }[] = [];
  const received: Update[] = [];
  let flushes: (() => void)[] = [];
  const sender = new ValueSender({
    ...options,
    send: (seq, values) => {
      batches.push({ seq, values });
      values.n.forEach((n, i) => received.push({ n, v: values.v[i], q: values.q?.[i] ?? 0 }));
    },
    schedule: (flush) => flushes.push(flush),
  });
  const turn = () => {
    const due = flushes;
    flushes = [];
    for (const flush of due) flush();
  };
  const drain = () => {
    for (let rounds = 0; !sender.idle; rounds += 1) {
      if (rounds > 100_000) throw new Error("the sender does not come to rest");
      turn();
      sender.ack(batches.at(-1)?.seq ?? 0);
    }
  };
  return { sender, batches, received, turn, drain };
}

/** What a run does: push a value of a channel, end a turn, or acknowledge everything sent. */
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ push: fc.nat(5), q: fc.constantFrom<Quality>(0, 0, 1, 2) }) },
  { weight: 1, arbitrary: fc.constant("turn" as const) },
  { weight: 1, arbitrary: fc.constant("ack" as const) },
);

function play(
  steps: readonly ("turn" | "ack" | { push: number; q: Quality })[],
  options: Partial<ValueSenderOptions>,
) {
  const run = setup(options);
  const pushed: Update[] = [];
  let most = 0;
  for (const [i, what] of steps.entries()) {
    if (what === "turn") run.turn();
    else if (what === "ack") run.sender.ack(run.batches.at(-1)?.seq ?? 0);
    else {
      pushed.push({ n: what.push, v: i, q: what.q });
      run.sender.push(what.push, i, what.q, i);
    }
    most = Math.max(most, run.sender.waiting);
  }
  run.drain();
  return { ...run, pushed, most };
}

const of = (updates: readonly Update[], n: number) => updates.filter((update) => update.n === n);

describe("ValueSender", () => {
  it("sends every update in order while it stays below its limit", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), fc.integer({ min: 1, max: 4 }), (steps, window) => {
        const { pushed, received, sender } = play(steps, { window, batchSize: 7, limit: 1_000 });
        expect(received).toEqual(pushed);
        expect(sender.coalesced).toBe(0);
      }),
    );
  });

  it("beyond its limit loses only what a newer value of the channel replaced, and counts it", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), fc.integer({ min: 1, max: 5 }), (steps, limit) => {
        const { pushed, received, sender, most } = play(steps, { window: 1, batchSize: 3, limit });
        expect(received.length + sender.coalesced).toBe(pushed.length);
        for (let n = 0; n <= 5; n += 1) {
          const sent = of(received, n);
          const wanted = of(pushed, n);
          // A subsequence of what was pushed that ends with the newest.
          expect(wanted.filter((update) => sent.some((other) => other.v === update.v))).toEqual(sent);
          expect(sent.at(-1)).toEqual(wanted.at(-1));
        }
        expect(most).toBeLessThanOrEqual(limit + 6);
      }),
    );
  });

  it("lets at most its window of batches go unacknowledged", () => {
    const { sender, batches, turn } = setup({ window: 2, batchSize: 10 });
    for (let i = 0; i < 100; i += 1) sender.push(0, i, 0, i);
    turn();
    expect(batches).toHaveLength(2);
    sender.ack(1);
    expect(batches).toHaveLength(3);
    sender.ack(3);
    expect(batches).toHaveLength(5);
    expect(sender.waiting).toBe(50);
  });

  it("ignores acknowledgements of what was never sent", () => {
    const { sender, batches, turn } = setup({ window: 1, batchSize: 1 });
    for (let i = 0; i < 3; i += 1) sender.push(0, i, 0, i);
    turn();
    for (const seq of [0, -1, 7, Number.NaN]) sender.ack(seq);
    expect(batches).toHaveLength(1);
  });

  it("puts everything of one turn into one batch, with qualities only where they matter", () => {
    const { sender, batches, turn } = setup();
    sender.push(3, true, 0, 10);
    sender.push(1, "x", 0, 11);
    turn();
    sender.push(1, null, 2, 12);
    turn();
    expect(batches.map(({ values }) => values)).toEqual([
      { n: [3, 1], v: [true, "x"], t: [10, 11] },
      { n: [1], v: [null], q: [2], t: [12] },
    ]);
  });

  it("closes a batch of heavy values early, and bounds what it keeps by weight", () => {
    const { sender, batches, turn, drain } = setup({ window: 1, batchWeight: 1_000, weightLimit: 3_000 });
    const text = "x".repeat(600);
    for (let i = 0; i < 20; i += 1) sender.push(0, `${i}${text}`, 0, i);
    turn();
    expect(batches[0]?.values.n).toHaveLength(2);
    drain();
    expect(sender.coalesced).toBeGreaterThan(10);
    expect(String(batches.at(-1)?.values.v.at(-1)).startsWith("19")).toBe(true);
  });

  it("sends at once after a quiet time, and lets values wait for company under load", () => {
    vi.useFakeTimers();
    try {
      const batches: number[][] = [];
      const sender = new ValueSender({ pace: 2, send: (_seq, values) => batches.push(values.n) });
      sender.push(1, 0, 0, 0);
      vi.advanceTimersByTime(0);
      expect(batches).toEqual([[1]]);
      sender.push(2, 0, 0, 0);
      vi.advanceTimersByTime(1);
      sender.push(3, 0, 0, 0);
      expect(batches).toEqual([[1]]);
      vi.advanceTimersByTime(1);
      expect(batches).toEqual([[1], [2, 3]]);
      vi.advanceTimersByTime(5);
      sender.push(4, 0, 0, 0);
      vi.advanceTimersByTime(0);
      expect(batches).toEqual([[1], [2, 3], [4]]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("sends what waits when asked to, once", () => {
    vi.useFakeTimers();
    try {
      const batches: number[][] = [];
      const sender = new ValueSender({ pace: 2, send: (_seq, values) => batches.push(values.n) });
      sender.push(1, 0, 0, 0);
      vi.advanceTimersByTime(0);
      sender.push(2, 0, 0, 0);
      sender.flush();
      expect(batches).toEqual([[1], [2]]);
      vi.advanceTimersByTime(5);
      expect(batches).toEqual([[1], [2]]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("sends nothing after it was closed", () => {
    const { sender, batches, turn } = setup();
    sender.push(0, 1, 0, 1);
    sender.close();
    sender.push(0, 2, 0, 2);
    turn();
    expect(batches).toEqual([]);
  });
});

describe("weigh", () => {
  it("is in the order of the JSON text's length", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(weigh(value) * 8).toBeGreaterThanOrEqual(JSON.stringify(value).length / 8);
      }),
    );
  });

  it("takes any depth", () => {
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level += 1) deep = level % 2 ? [deep] : { a: deep };
    expect(weigh(deep)).toBeGreaterThan(100_000);
    const { sender, batches, turn } = setup();
    sender.push(0, deep, 0, 1);
    turn();
    expect(batches).toHaveLength(1);
  });
});
