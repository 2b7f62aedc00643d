import { ManualClock } from "@hubwart/core";
import { expect, it } from "vitest";
import { Slices } from "./slices.ts";

it("are worked through a little at a time, each thing once", () => {
  const clock = new ManualClock();
  const done: number[] = [];
  let took = 0;
  const time = { after: clock.after.bind(clock), monotonic: () => clock.monotonic() + took };
  // Each takes its time without giving anybody a turn.
  const slices = new Slices<number>(time, (item) => {
    done.push(item);
    took += 8;
  });
  slices.add([1, 2, 3, 4, 5, 6, 7]);
  expect(done).toEqual([1, 2, 3]);
  slices.add([7, 8, 1]);
  expect(done).toEqual([1, 2, 3]);
  for (let turn = 0; turn < 5; turn += 1) clock.advance(1);
  expect(done).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 1]);
  slices.add([9]);
  expect(done.at(-1)).toBe(9);
});

it("are left where they are once it is over", () => {
  const clock = new ManualClock();
  const done: number[] = [];
  const slices = new Slices<number>(clock, (item) => {
    done.push(item);
    clock.advance(30);
  });
  slices.add([1, 2, 3]);
  slices.end();
  clock.advance(1_000);
  expect(done).not.toContain(3);
});
