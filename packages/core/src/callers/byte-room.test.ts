import { describe, expect, it } from "vitest";
import { ByteRoom } from "./byte-room.ts";

function bench() {
  const room = new ByteRoom(100);
  const ended: string[] = [];
  const reading = (name: string) => ({ destroy: () => ended.push(name) });
  return { room, ended, reading };
}

describe("room for bodies", () => {
  it("ends the largest of whoever holds most, and no other", () => {
    const { ended, reading, room } = bench();
    const [small, large, other] = ["small", "large", "other"].map(reading);
    if (!small || !large || !other) throw new Error("three were made");
    expect(room.take(small, "a", 30)).toBe(true);
    expect(room.take(large, "a", 40)).toBe(true);
    expect(room.take(other, "b", 30)).toBe(true);
    expect(ended).toEqual([]);
    expect(room.take(other, "b", 10)).toBe(true);
    expect(ended).toEqual(["large"]);
    // 40 of 100 are held by b, 30 by a.
    expect(room.take(small, "a", 30)).toBe(true);
    expect(ended).toEqual(["large"]);
  });
  it("refuses the one that asks, if it is that", () => {
    const { ended, reading, room } = bench();
    const one = reading("one");
    expect(room.take(one, "a", 60)).toBe(true);
    expect(room.take(one, "a", 60)).toBe(false);
    expect(ended).toEqual([]);
    expect(room.take(reading("two"), "b", 100)).toBe(true);
  });
  it("is free again as far as something waits no longer", () => {
    const { ended, reading, room } = bench();
    const one = reading("one");
    for (let n = 0; n < 10; n += 1) {
      expect(room.take(one, "a", 60)).toBe(true);
      room.give(one, 60);
    }
    room.give(reading("unknown"), 60);
    expect(room.take(reading("two"), "b", 100)).toBe(true);
    expect(ended).toEqual([]);
  });
  it("is free again with the end of each", () => {
    const { ended, reading, room } = bench();
    for (let n = 0; n < 10; n += 1) {
      const one = reading("one");
      expect(room.take(one, "a", 90)).toBe(true);
      room.leave(one);
      room.leave(one);
    }
    expect(ended).toEqual([]);
  });
});
