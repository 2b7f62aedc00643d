import { describe, expect, it } from "vitest";
import { Outbox } from "./outbox.ts";
import type { Point } from "./point.ts";

const a = { name: "a" } as Point;
const b = { name: "b" } as Point;
const out = (point: Point, n: number) => ({
  point,
  patch: { at: 0, bytes: Buffer.from([n]) },
  write: { index: 0, value: n, ts: 0, seq: 1 },
});
const all = () => true;
const shown = (batch: readonly { point: Point; patch: { bytes: Buffer } }[]) =>
  batch.map(({ patch, point }) => `${point.name}${patch.bytes[0]}`);

describe("the outbox", () => {
  it("writes every value while connected, no channel twice in a batch", () => {
    const outbox = new Outbox(() => undefined);
    for (const n of [1, 2]) outbox.offer(out(a, n), true);
    outbox.offer(out(b, 3), true);
    expect(shown(outbox.take(all))).toEqual(["a1"]);
    outbox.settle();
    expect(shown(outbox.take(all))).toEqual(["a2", "b3"]);
    outbox.settle();
    expect(outbox.empty).toBe(true);
  });

  it("keeps the newest of each over an outage, also what was under way", async () => {
    const lost: string[] = [];
    const outbox = new Outbox((point) => lost.push(point.name));
    outbox.offer(out(a, 1), true);
    outbox.offer(out(b, 1), true);
    expect(shown(outbox.take(all))).toEqual(["a1", "b1"]);
    // The connection is gone, the loop has not seen it yet.
    outbox.offer(out(a, 2), false);
    const flushed = outbox.flush();
    outbox.keepAll();
    await flushed;
    outbox.offer(out(b, 3), false);
    expect(lost).toEqual(["a", "b"]);
    outbox.offer(out(a, 4), true);
    expect(shown(outbox.take(all))).toEqual(["a2", "b3"]);
    outbox.settle();
    expect(shown(outbox.take(all))).toEqual(["a4"]);
  });
});
