import { ManualClock } from "@hubwart/core";
import type { PodContext } from "@hubwart/runtime/pod";
import { expect, it } from "vitest";
import type { Point } from "./point.ts";
import { Values } from "./values.ts";

const point: Point = {
  index: 3,
  type: "int",
  item: {
    area: "DB",
    db: 1,
    start: 0,
    size: 2,
    bit: undefined,
    data: "INT",
    length: 0,
    count: 1,
    scale: 1,
    offset: 0,
  },
  reads: true,
  writes: false,
  interval: 100,
  name: "DB1.DBW0",
};

function setUp() {
  const clock = new ManualClock(1_000);
  const emitted: unknown[] = [];
  const values = new Values({
    clock,
    emit: (...told: unknown[]) => void emitted.push(told),
    failed: () => undefined,
  } as unknown as PodContext);
  return { clock, values, next: () => emitted.splice(0) };
}

it("holds a value over with its own time while the CPU is away, and gives it up after five seconds", () => {
  const { clock, next, values } = setUp();
  values.took(point, Buffer.from([0, 42]));
  expect(next()).toEqual([[3, 42, 0, 1_000]]);
  clock.advance(2_000);
  values.away(point);
  values.away(point);
  expect(next()).toEqual([[3, 42, 1, 1_000]]);
  clock.advance(5_000);
  values.away(point);
  expect(next()).toEqual([[3, 42, 2, 1_000]]);
  values.took(point, Buffer.from([0, 43]));
  expect(next()).toEqual([[3, 43, 0, 8_000]]);
});

it("has a bad value at once where the CPU has none, and none before the first", () => {
  const { next, values } = setUp();
  values.away(point);
  expect(next()).toEqual([[3, null, 2, 1_000]]);
  values.took(point, Buffer.from([0, 42]));
  values.refused(point, "gibt es nicht");
  expect(next()).toEqual([
    [3, 42, 0, 1_000],
    [3, 42, 2, 1_000],
  ]);
});
