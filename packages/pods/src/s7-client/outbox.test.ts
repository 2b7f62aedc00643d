import { describe, expect, it } from "vitest";
import { Outbox } from "./outbox.ts";
import type { Point } from "./point.ts";

const a = { name: "a" } as Point;
const b = { name: "b" } as Point;
const c = { name: "c" } as Point;
const out = (point: Point, n: number) => ({
  point,
  patch: { at: 0, bytes: Buffer.from([n]) },
  write: { index: 0, value: n, ts: 0, seq: 1 },
});
const all = () => true;
const shown = (batch: readonly { point: Point; patch: { bytes: Buffer } }[]) =>
  batch.map(({ patch, point }) => `${point.name}${patch.bytes[0]}`);

const taken = (outbox: Outbox, now: number) => {
  const batch = shown(outbox.take(all, now));
  outbox.settle();
  return batch;
};

describe("the outbox", () => {
  it("writes every value while connected, no channel twice in a batch", () => {
    const outbox = new Outbox(() => undefined);
    for (const n of [1, 2]) outbox.offer(out(a, n), true, 0);
    outbox.offer(out(b, 3), true, 0);
    expect(shown(outbox.take(all, 0))).toEqual(["a1"]);
    outbox.settle();
    expect(shown(outbox.take(all, 0))).toEqual(["a2", "b3"]);
    outbox.settle();
    expect(outbox.due).toBeUndefined();
  });

  it("keeps the newest of each over an outage, also what was under way", async () => {
    const lost: string[] = [];
    const outbox = new Outbox((point) => lost.push(point.name));
    outbox.offer(out(a, 1), true, 0);
    outbox.offer(out(b, 1), true, 0);
    expect(shown(outbox.take(all, 0))).toEqual(["a1", "b1"]);
    // The connection is gone, the loop has not seen it yet.
    outbox.offer(out(a, 2), false, 0);
    const flushed = outbox.flush();
    outbox.keepAll(0);
    await flushed;
    outbox.offer(out(b, 3), false, 0);
    expect(lost).toEqual(["a", "b"]);
    outbox.offer(out(c, 4), true, 0);
    outbox.offer(out(c, 5), false, 0);
    // What was under way when it ended is tried again alone.
    expect([1, 2, 3, 4].map(() => taken(outbox, 1_000))).toEqual([["a2"], ["b3"], ["c4"], ["c5"]]);
  });

  it("a value over which the connection ended waits, alone, and holds up no other", () => {
    const outbox = new Outbox(() => undefined);
    outbox.offer(out(a, 1), true, 0);
    outbox.offer(out(b, 2), true, 0);
    outbox.take(all, 0);
    expect(shown(outbox.keepAll(0))).toEqual(["a1", "b2"]);
    const due = outbox.due ?? 0;
    expect(due).toBeGreaterThanOrEqual(500);
    expect(outbox.take(all, due - 1)).toEqual([]);
    // Newer values of theirs wait as well; others go.
    outbox.offer(out(a, 3), true, 1);
    outbox.offer(out(c, 4), true, 1);
    expect(outbox.due).toBe(0);
    expect(taken(outbox, 1)).toEqual(["c4"]);
    expect(shown(outbox.take(all, 1_000))).toEqual(["b2"]);
    outbox.settle();
    expect(shown(outbox.take(all, 1_000))).toEqual(["a3"]);
    outbox.keepAll(1_000);
    // Ever more seldom, until the CPU says what became of it.
    expect(outbox.due).toBeGreaterThanOrEqual(2_000);
    outbox.offer(out(b, 5), true, 1_000);
    expect(taken(outbox, 1_000)).toEqual(["b5"]);
    expect(taken(outbox, 3_000)).toEqual(["a3"]);
    expect(outbox.due).toBeUndefined();
  });

  it.each(["before", "after"])(
    "one that is tried again takes no other with it that stands %s it",
    (where) => {
      const outbox = new Outbox(() => undefined);
      outbox.offer(out(a, 1), true, 0);
      outbox.take(all, 0);
      outbox.keepAll(0);
      outbox.offer(out(b, 2), false, 5_000);
      // The newer value of a channel stands behind what came before it.
      if (where === "before") outbox.offer(out(a, 3), false, 5_000);
      const batches = [taken(outbox, 5_000), taken(outbox, 5_000)];
      expect(batches).toEqual(where === "before" ? [["b2"], ["a3"]] : [["a1"], ["b2"]]);
    },
  );
});
