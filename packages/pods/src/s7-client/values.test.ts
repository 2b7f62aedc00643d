import { ManualClock } from "@hubwart/core";
import type { PodContext } from "@hubwart/runtime/pod";
import { expect, it } from "vitest";
import { point } from "./testing/points.ts";
import { Values } from "./values.ts";

const read = point(3, 0, 2, 100);

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
  values.took(read, Buffer.from([0, 42]));
  expect(next()).toEqual([[3, 42, 0, 1_000]]);
  clock.advance(2_000);
  values.away(read);
  values.away(read);
  expect(next()).toEqual([[3, 42, 1, 1_000]]);
  clock.advance(5_000);
  values.away(read);
  expect(next()).toEqual([[3, 42, 2, 1_000]]);
  values.took(read, Buffer.from([0, 43]));
  expect(next()).toEqual([[3, 43, 0, 8_000]]);
});

it("has a bad value at once where the CPU has none, and none before the first", () => {
  const { next, values } = setUp();
  values.away(read);
  expect(next()).toEqual([[3, null, 2, 1_000]]);
  values.took(read, Buffer.from([0, 42]));
  values.refused(read, "gibt es nicht");
  expect(next()).toEqual([
    [3, 42, 0, 1_000],
    [3, 42, 2, 1_000],
  ]);
});
