import { describe, expect, it } from "vitest";
import { Outbox } from "./outbox.ts";
import type { Point } from "./point.ts";

const a = { name: "a" } as Point;
const b = { name: "b" } as Point;
const value = (n: number) => ({ at: 0, bytes: Buffer.from([n]) });
const all = () => true;
const shown = (batch: readonly { point: Point; patch: { bytes: Buffer } }[]) =>
  batch.map(({ patch, point }) => `${point.name}${patch.bytes[0]}`);

describe("the outbox", () => {
  it("writes every value while connected, no channel twice in a batch", () => {
    const outbox = new Outbox(() => undefined);
    for (const n of [1, 2]) outbox.offer({ point: a, patch: value(n) }, true);
    outbox.offer({ point: b, patch: value(3) }, true);
    expect(shown(outbox.take(all))).toEqual(["a1"]);
    outbox.settle();
    expect(shown(outbox.take(all))).toEqual(["a2", "b3"]);
    outbox.settle();
    expect(outbox.empty).toBe(true);
  });

  it("keeps the newest of each over an outage, also what was under way", async () => {
    const lost: string[] = [];
    const outbox = new Outbox((point) => lost.push(point.name));
    outbox.offer({ point: a, patch: value(1) }, true);
    outbox.offer({ point: b, patch: value(1) }, true);
    expect(shown(outbox.take(all))).toEqual(["a1", "b1"]);
    // The connection is gone, the loop has not seen it yet.
    outbox.offer({ point: a, patch: value(2) }, false);
    const flushed = outbox.flush();
    outbox.keepAll();
    await flushed;
    outbox.offer({ point: b, patch: value(3) }, false);
    expect(lost).toEqual(["a", "b"]);
    outbox.offer({ point: a, patch: value(4) }, true);
    expect(shown(outbox.take(all))).toEqual(["a2", "b3"]);
    outbox.settle();
    expect(shown(outbox.take(all))).toEqual(["a4"]);
  });
});
