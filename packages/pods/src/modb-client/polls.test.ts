import { describe, expect, it } from "vitest";
import { itemOf } from "../shared/modbus/item.ts";
import { Polls } from "./polls.ts";

const polls = (...addresses: number[]) => planned(addresses.map((address) => ({ address, unit: 1 })));
const units = (...ids: number[]) => planned(ids.map((unit) => ({ address: 0, unit })));
const planned = (places: { address: number; unit: number }[]) => {
  const made = new Polls(
    places.map(({ address, unit }, index) => ({
      index,
      unit,
      interval: 1000,
      item: itemOf({ area: "holding", address, order: "ABCD", scale: 1, offset: 0 }),
    })),
    { maxBlock: 125, maxGap: 0 },
  );
  made.restart(0);
  return made;
};
const turn = { now: 0, from: () => 0, doubted: () => false, doubtedFirst: false };

function next(made: Polls) {
  const poll = made.next(turn);
  if (!poll) throw new Error("nothing is planned");
  return poll;
}

/** A device of one unit, which fails for some registers. */
function asks(made: Polls, broken: (address: number) => boolean) {
  const device = {
    broken,
    asked: [] as number[][],
    read: [] as number[][],
    until: (end: number) => {
      for (let poll = next(made); poll.due < end; poll = next(made)) {
        const { block, due } = poll;
        const addresses = block.items.map(({ item }) => item.address);
        device.asked.push(addresses);
        if (addresses.some(device.broken)) made.refuse(block, due, true);
        else {
          device.read.push(addresses);
          made.done(block, due);
        }
      }
    },
  };
  return device;
}

describe("Polls", () => {
  it("hurries what is due first of a unit, and nothing of another", () => {
    const made = polls(0, 10);
    made.done(next(made).block, 0);
    made.done(next(made).block, 500);
    made.hurry(2, 600);
    expect(next(made).due).toBe(1000);
    made.hurry(1, 600);
    const hurried = next(made);
    expect([hurried.due, hurried.block.items[0]?.index]).toEqual([600, 0]);
    made.done(hurried.block, 600);
    expect(next(made).due).toBe(1000);
    made.hurry(1, 5_000);
    expect(next(made).due).toBe(1000);
  });

  it("keeps the beat, and does not make up for beats that were missed", () => {
    const made = polls(0);
    made.done(next(made).block, 30);
    expect(next(made).due).toBe(1000);
    made.done(next(made).block, 5300);
    expect(next(made).due).toBe(5300);
  });

  it("takes the one that is due first, and none of a unit before its time", () => {
    const made = polls(0, 50);
    const first = next(made);
    made.done(first.block, 0);
    expect(next(made).block.address).not.toBe(first.block.address);
    expect(made.next({ ...turn, from: () => 700 })?.due).toBe(700);
  });

  it("lets the others go first after the connection ended over a block", () => {
    const made = polls(0, 50, 100);
    const bad = next(made).block;
    made.broke(bad, 10);
    for (let turn = 0; turn < 2; turn += 1) {
      const { block, due } = next(made);
      expect([block === bad, due]).toEqual([false, 0]);
      made.done(block, 10);
    }
    // The others' next turns come before it too.
    made.broke(bad, 900);
    made.broke(bad, 900);
    expect(next(made).block).not.toBe(bad);
  });

  it("parts a refused block and asks the halves at once", () => {
    const made = polls(0, 1, 2, 3);
    expect(made.refuse(next(made).block, 10)).toBe(true);
    expect(next(made)).toMatchObject({ due: 10, block: { address: 0, count: 2 } });
    made.done(next(made).block, 10);
    expect(next(made)).toMatchObject({ due: 10, block: { address: 2, count: 2 } });
  });

  it("asks for a register that is refused ever more seldom, but at least once a minute", () => {
    const made = polls(0);
    let now = 0;
    const pauses: number[] = [];
    for (let i = 0; i < 12; i += 1) {
      expect(made.refuse(next(made).block, now)).toBe(false);
      pauses.push(next(made).due - now);
      now = next(made).due;
    }
    expect(pauses[0]).toBe(1000);
    expect(pauses.at(-1)).toBeGreaterThanOrEqual(30_000);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(60_000);
    made.done(next(made).block, now);
    expect(next(made).due).toBe(now + 1000);
  });

  it("reads what it can of a block over which the device fails, and the whole again after a while", () => {
    const made = polls(4, 5, 6, 7);
    const device = asks(made, (address) => address === 5);
    device.until(5_000);
    expect(device.read.slice(0, 3)).toEqual([[4], [6, 7], [4]]);
    device.asked.length = 0;
    device.until(25_000);
    // The broken one more seldom than the others, but often enough to be found well again.
    const broken = device.asked.filter((addresses) => addresses.includes(5));
    expect(broken.length).toBeGreaterThan(1);
    expect(broken.length).toBeLessThan(8);
    device.until(70_000);
    expect(device.asked.filter(({ length }) => length === 4).length).toBeGreaterThan(0);
    device.broken = () => false;
    device.until(200_000);
    device.asked.length = 0;
    device.until(205_000);
    expect(device.asked).toEqual(Array.from({ length: 5 }, () => [4, 5, 6, 7]));
  });

  it("asks a device that fails altogether for little more than the block, however long", () => {
    const many = Array.from({ length: 64 }, (_, address) => address);
    const device = asks(polls(...many), () => true);
    device.until(10_000);
    // Each part once, then the whole again.
    expect(device.asked.length).toBeLessThan(2 * 64 + 10);
    expect(device.asked.at(-1)).toHaveLength(64);
    device.until(3_600_000);
    // Ten rounds of 127 parts at the most, and the whole every 5 to 10 s.
    expect(device.asked.length).toBeLessThan(10 * 127 + 720);
    device.broken = () => false;
    device.read.length = 0;
    device.until(3_620_000);
    expect(device.read.length).toBeGreaterThan(5);
    expect(new Set(device.read.map(({ length }) => length))).toEqual(new Set([64]));
  });

  it("joins nothing again that the device refuses for good", () => {
    const made = polls(0, 1);
    made.refuse(next(made).block, 0, true);
    made.done(next(made).block, 61_000);
    const whole = next(made).block;
    expect(whole.count).toBe(2);
    made.refuse(whole, 61_000);
    for (let now = 61_000; now < 8_000_000; now += 1_000) {
      const { block } = next(made);
      expect(block.count).toBe(1);
      made.done(block, now);
    }
  });

  it("goes on with the turns where they were, after another connection was made", () => {
    const made = units(1, 2, 3, 4);
    for (const unit of [1, 2]) {
      const { block } = next(made);
      expect(block.unit).toBe(unit);
      made.done(block, 0);
    }
    made.restart(5);
    const asked = Array.from({ length: 4 }, () => {
      const { block, due } = next(made);
      made.done(block, 5);
      return [block.unit, due];
    });
    expect(asked).toEqual([
      [3, 5],
      [4, 5],
      [1, 5],
      [2, 5],
    ]);
  });

  it("reaches everybody over connections that each end after one answer", () => {
    const made = units(1, 2, 3, 4);
    const asked = Array.from({ length: 8 }, (_, round) => {
      made.restart(round);
      const { block } = next(made);
      made.done(block, round);
      return block.unit;
    });
    expect(asked).toEqual([1, 2, 3, 4, 1, 2, 3, 4]);
  });

  it("lets units that answer go first, and a doubted one only when it is let or nothing else is due", () => {
    const made = units(1, 2);
    const doubting = { ...turn, doubted: (unit: number) => unit === 1 };
    expect(made.next(doubting)?.block.unit).toBe(2);
    expect(made.next({ ...doubting, doubtedFirst: true })?.block.unit).toBe(1);
    const sound = made.next(doubting);
    if (sound) made.done(sound.block, 0);
    expect(made.next(doubting)).toMatchObject({ due: 0, block: { unit: 1 } });
    // Both later: whoever is due first is waited for.
    expect(made.next({ ...doubting, from: (unit) => (unit === 1 ? 2_000 : 0) })).toMatchObject({
      due: 1_000,
      block: { unit: 2 },
    });
  });

  it("finds what is read next of one unit, also before it is due", () => {
    const made = units(1, 2);
    const { block } = next(made);
    made.done(block, 0);
    expect(made.of(1, 10)).toEqual({ block, due: 10 });
    expect(made.of(9, 10)).toBeUndefined();
  });
});
