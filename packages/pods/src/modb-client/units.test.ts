import { describe, expect, it } from "vitest";
import { podLoad } from "../testing/index.ts";
import { deliveriesTo, type Outgoing } from "./outgoing.ts";
import { type Point, pointOf } from "./point.ts";
import { type ModbClientIface, modbClientSchema } from "./schema.ts";
import { Units } from "./units.ts";

const HOUR = 3_600_000;

/** Units 1 and 2 behind an open connection. @param read those that are read at intervals */
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
  const units = new Units(new Set(read));
  const report = { written: () => undefined, refused: () => undefined };
  const deliveries = deliveriesTo(units, report);
  deliveries.open();
  const offer = (point: Point, raw: number, now = 0) =>
    deliveries.offer({ point, raw, write: { index: point.index, value: raw, ts: 0, seq: raw } }, now);
  const take = (now: number, may?: (outgoing: Outgoing) => boolean) =>
    deliveries.take({ now, ...(may && { may }) })[0];
  const sent = (now: number) => {
    const values: unknown[] = [];
    for (let next = take(now); next; next = take(now)) {
      values.push(next.raw);
      deliveries.settle(next, { t: "written" }, now);
    }
    return values;
  };
  /** The next value goes out, and its unit does not answer. */
  const inVain = (now: number) => {
    const next = take(now);
    if (!next) throw new Error("nothing is due");
    units.missed(next.point.unit, now, true);
    units.writtenInVain(next.point.unit);
    deliveries.settle(next, { t: "vain" }, now);
  };
  return { a, b, far, units, deliveries, offer, take, sent, inVain };
}

describe("a silent unit", () => {
  it("holds back what is for it, and nothing else", () => {
    const { a, far, deliveries, offer, units, sent } = setUp();
    units.missed(2, 1000, false);
    offer(far, 1, 1000);
    offer(a, 2, 1000);
    expect(sent(1000)).toEqual([2]);
    const due = deliveries.due ?? 0;
    expect(due).toBeGreaterThan(1000);
    expect(sent(due - 1)).toEqual([]);
    expect(sent(due)).toEqual([1]);
  });

  it("gets at once what was kept when it answers again", () => {
    const { far, offer, units, sent } = setUp();
    units.missed(2, 1000, false);
    units.missed(2, 1000, false);
    expect(units.silent).toEqual([2]);
    offer(far, 1, 1000);
    expect(units.answered(2)).toBe(true);
    expect(sent(1001)).toEqual([1]);
    expect(units.silent).toEqual([]);
  });

  it("waits where one that answers is due", () => {
    const { a, far, deliveries, offer, take, units } = setUp();
    units.missed(2, 0, true);
    offer(far, 1);
    offer(a, 2);
    const sound = ({ point }: Outgoing) => !units.isDoubted(point.unit);
    const first = take(HOUR, sound);
    expect(first?.raw).toBe(2);
    if (first) deliveries.settle(first, { t: "written" }, HOUR);
    expect(take(HOUR, sound)).toBeUndefined();
    expect(take(HOUR)?.raw).toBe(1);
  });
});

describe("a value without an answer", () => {
  it("waits until its unit has been read, and lets the others go", () => {
    const { a, b, deliveries, inVain, offer, units, sent } = setUp([1]);
    offer(a, 1);
    inVain(0);
    offer(b, 2);
    expect(sent(HOUR)).toEqual([]);
    units.answered(1);
    expect(sent(0)).toEqual([2]);
    const due = deliveries.due ?? 0;
    expect(due).toBeGreaterThanOrEqual(500);
    expect(due).toBeLessThanOrEqual(1_000);
    expect(sent(due - 1)).toEqual([]);
    expect(sent(due)).toEqual([1]);
  });

  it("is asked for a unit that is only written, after those that were not tried yet", () => {
    const { a, b, deliveries, inVain, offer, units, sent } = setUp();
    offer(a, 1);
    inVain(0);
    offer(b, 2);
    const due = units.askFrom(1);
    expect(deliveries.due).toBe(due);
    expect(sent(due)).toEqual([2, 1]);
  });

  it("is due again after an end that was no fault of the unit", () => {
    const { units } = setUp([1]);
    units.writtenInVain(1);
    expect(units.writeFrom(1, 0)).toBe(Number.POSITIVE_INFINITY);
    units.answered(1);
    expect(units.writeFrom(1, 7)).toBe(7);
  });

  it("is heard of no more when a read has no answer either: then any request asks for the unit", () => {
    const { units } = setUp([1]);
    units.missed(1, 0, true);
    units.writtenInVain(1);
    expect(units.writeFrom(1, 0)).toBe(Number.POSITIVE_INFINITY);
    units.missed(1, 500, true);
    expect(units.writeFrom(1, HOUR)).toBe(units.askFrom(1));
  });
});
