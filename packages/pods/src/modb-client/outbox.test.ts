import { describe, expect, it } from "vitest";
import { podLoad } from "../base/testing.ts";
import { Outbox } from "./outbox.ts";
import { type Outgoing, type Point, pointOf } from "./point.ts";
import { type ModbClientIface, modbClientSchema } from "./schema.ts";
import { Units } from "./units.ts";

function out(point: Point, raw: number): Outgoing {
  return { point, raw, write: { index: point.index, value: raw, ts: 0, seq: 1 } };
}

function setUp(read: number[] = []) {
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
  const units = new Units(new Set(read));
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

describe("a value without an answer", () => {
  const HOUR = 3_600_000;

  it("waits until its unit has been read, and lets the others go", () => {
    const { a, b, outbox, units, sent } = setUp([1]);
    outbox.offer(out(a, 1), true);
    expect(outbox.take(0)?.raw).toBe(1);
    units.missed(1, 0, true);
    units.writtenInVain(a, 0);
    outbox.settle("again");
    outbox.offer(out(b, 2), false);
    expect(sent(HOUR)).toEqual([]);
    units.answered(1);
    const due = units.writeFrom(a);
    expect(due).toBeGreaterThanOrEqual(500);
    expect(sent(0)).toEqual([2]);
    expect(outbox.due).toBe(due);
    expect(sent(due - 1)).toEqual([]);
    expect(sent(due)).toEqual([1]);
  });

  it("is written ever more seldom, and as soon as any other once the device says what became of it", () => {
    const { a, units } = setUp([1]);
    const pauses = Array.from({ length: 9 }, () => {
      units.broke(1, 0);
      units.writtenInVain(a, 0);
      units.answered(1);
      return units.writeFrom(a);
    });
    // A pause is drawn between half of its length and the whole.
    for (const [at, pause] of pauses.entries()) {
      const longest = Math.min(1_000 * 2 ** at, 60_000);
      expect(pause).toBeGreaterThanOrEqual(longest / 2);
      expect(pause).toBeLessThanOrEqual(longest);
    }
    units.reconnected(true);
    expect(units.writeFrom(a)).toBe(pauses.at(-1));
    units.settled(a);
    expect(units.writeFrom(a)).toBe(0);
  });

  it.each<[string, (units: Units) => void]>([
    ["is connected anew", (units) => units.reconnected(false)],
    [
      "was silent and answers again",
      (units) => {
        units.missed(1, 0, true);
        units.missed(1, 0, true);
      },
    ],
  ])("is due at once when the device %s", (_, happens) => {
    const { a, units } = setUp([1]);
    units.missed(1, 0, true);
    units.writtenInVain(a, 0);
    happens(units);
    units.answered(1);
    expect(units.writeFrom(a)).toBe(0);
  });

  it("asks for a unit that is only written, after those that were not tried yet", () => {
    const { a, b, outbox, units, sent } = setUp();
    units.missed(1, 0, true);
    units.writtenInVain(a, 0);
    outbox.offer(out(a, 1), false);
    outbox.offer(out(b, 2), false);
    const due = units.askFrom(1);
    expect(outbox.due).toBe(due);
    expect(sent(due)).toEqual([2, 1]);
  });

  it("is due again after an end that was no fault of the unit", () => {
    const { a, units } = setUp([1]);
    units.writtenInVain(a, 0);
    expect(units.writeFrom(a)).toBe(Number.POSITIVE_INFINITY);
    units.reconnected(false);
    units.answered(1);
    expect(units.writeFrom(a)).toBe(0);
  });

  it("is heard of no more when a read has no answer either: then any request asks for the unit", () => {
    const { a, units } = setUp([1]);
    units.missed(1, 0, true);
    units.writtenInVain(a, 0);
    expect(units.writeFrom(a)).toBe(Number.POSITIVE_INFINITY);
    units.missed(1, 500, true);
    expect(units.writeFrom(a)).toBe(units.askFrom(1));
  });
});
