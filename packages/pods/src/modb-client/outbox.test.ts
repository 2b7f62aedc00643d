import { describe, expect, it } from "vitest";
import { podLoad } from "../base/testing.ts";
import { Outbox } from "./outbox.ts";
import { type Outgoing, type Point, pointOf } from "./point.ts";
import { type ModbClientIface, modbClientSchema } from "./schema.ts";
import { Units } from "./units.ts";

function out(point: Point, raw: number): Outgoing {
  return { point, raw, write: { index: point.index, value: raw, ts: 0, seq: 1 } };
}

function setUp() {
  const load = podLoad(
    modbClientSchema,
    [{ host: "127.0.0.1" }],
    [
      { chan: "a", dir: "out", config: { address: 0 } },
      { chan: "b", dir: "out", config: { address: 1 } },
      { chan: "far", dir: "out", config: { address: 0, unit_id: 2 } },
    ],
  );
  const [a, b, far] = load.channels.map((channel, index) =>
    pointOf(index, channel, load.ifaces[0]?.config as ModbClientIface),
  ) as [Point, Point, Point];
  const coalesced: Point[] = [];
  const units = new Units();
  const outbox = new Outbox(units, (point) => coalesced.push(point));
  const sent = (now: number) => {
    const values: unknown[] = [];
    for (let next = outbox.take(now); next; next = outbox.take(now)) {
      values.push(next.raw);
      outbox.settle("over");
    }
    return values;
  };
  return { a, b, far, coalesced, units, outbox, sent };
}

describe("Outbox", () => {
  it("sends in order, every value", async () => {
    const { a, b, outbox, sent, coalesced } = setUp();
    outbox.offer(out(a, 1), true);
    outbox.offer(out(b, 2), true);
    outbox.offer(out(a, 3), true);
    let flushed = false;
    const flush = outbox.flush().then(() => {
      flushed = true;
    });
    await Promise.resolve();
    expect(flushed).toBe(false);
    expect(sent(0)).toEqual([1, 2, 3]);
    await flush;
    expect(coalesced).toEqual([]);
  });

  it("keeps the newest of each channel while the connection is away", async () => {
    const { a, b, outbox, sent, coalesced } = setUp();
    outbox.offer(out(a, 1), true);
    outbox.offer(out(b, 2), true);
    outbox.keepAll();
    await outbox.flush();
    outbox.offer(out(a, 3), false);
    expect(coalesced).toEqual([a]);
    expect(sent(0)).toEqual([2, 3]);
  });

  it("never lets an older value follow a newer one of its channel", () => {
    const { a, outbox, sent, coalesced } = setUp();
    outbox.offer(out(a, 1), true);
    expect(outbox.take(0)?.raw).toBe(1);
    outbox.offer(out(a, 2), false);
    outbox.settle("again");
    expect(sent(0)).toEqual([2]);
    expect(coalesced).toEqual([a]);

    outbox.offer(out(a, 3), false);
    outbox.offer(out(a, 4), true);
    expect(sent(0)).toEqual([4]);
  });

  it("holds back what is for a silent unit, and nothing else", () => {
    const { a, far, outbox, units, sent } = setUp();
    units.missed(2, 1000, false);
    outbox.offer(out(far, 1), true);
    outbox.offer(out(a, 2), true);
    expect(sent(1000)).toEqual([2]);
    const due = outbox.due ?? 0;
    expect(due).toBeGreaterThan(1000);
    expect(sent(due - 1)).toEqual([]);
    expect(sent(due)).toEqual([1]);
  });

  it("sends at once what was kept when the unit answers again", () => {
    const { far, outbox, units, sent } = setUp();
    units.missed(2, 1000, false);
    units.missed(2, 1000, false);
    expect(units.silent).toEqual([2]);
    outbox.offer(out(far, 1), false);
    expect(units.answered(2)).toBe(true);
    expect(sent(1001)).toEqual([1]);
    expect(units.silent).toEqual([]);
  });
});
