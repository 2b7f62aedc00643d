import { ManualClock } from "@hubwart/core";
import { dataType } from "@hubwart/knx/dpt/types";
import { describe, expect, it } from "vitest";
import type { Point } from "./point.ts";
import { Readings } from "./readings.ts";

function point(index: number, address: number, more: Partial<Point>): Point {
  return {
    index,
    type: "float",
    dpt: dataType("9.001"),
    address,
    listens: [address],
    writes: false,
    readOnStart: false,
    interval: undefined,
    responds: false,
    priority: 3,
    ...more,
  };
}

describe("readings", () => {
  it("goes on where it was after a new connection", () => {
    const clock = new ManualClock();
    const readings = new Readings(
      [1, 2, 3].map((address, index) => point(index, address, { readOnStart: true })),
      clock,
    );
    readings.connected();
    expect(readings.tick().ask).toEqual([1, 2, 3]);
    readings.asked(1);
    readings.connected();
    expect(readings.tick().ask).toEqual([2, 3, 1]);
  });

  it("asks for an address once, whatever number of channels wants it, and at the shortest interval", () => {
    const clock = new ManualClock();
    const readings = new Readings(
      [point(0, 5, { interval: 10_000 }), point(1, 5, { interval: 4_000 }), point(2, 6, {})],
      clock,
    );
    readings.connected();
    expect(readings.tick().ask).toEqual([5]);
    readings.asked(5);
    readings.answered(5);
    clock.advance(3_999);
    expect(readings.tick().ask).toEqual([]);
    clock.advance(1);
    expect(readings.tick().ask).toEqual([5]);
  });

  it("asks three times on start, names the silent channels each time, then gives up", () => {
    const clock = new ManualClock();
    const one = point(0, 5, { readOnStart: true });
    const readings = new Readings([one], clock);
    readings.connected();
    let asked = 0;
    let silent = 0;
    for (let i = 0; i < 100; i += 1) {
      const { ask, unanswered } = readings.tick();
      for (const address of ask) readings.asked(address);
      asked += ask.length;
      silent += unanswered.length;
      clock.advance(1_000);
    }
    expect({ asked, silent }).toEqual({ asked: 3, silent: 3 });
  });

  it("begins anew with each connection", () => {
    const clock = new ManualClock();
    const readings = new Readings([point(0, 5, { readOnStart: true })], clock);
    readings.connected();
    for (const address of readings.tick().ask) readings.asked(address);
    readings.answered(5);
    clock.advance(60_000);
    expect(readings.tick().ask).toEqual([]);
    readings.connected();
    expect(readings.tick().ask).toEqual([5]);
  });
});
