import { ManualClock } from "@hubwart/core";
import type { WriteResults } from "@hubwart/ipc";
import { expect, it } from "vitest";
import { WriteOutcomes } from "./write-outcomes.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));

it("tells each channel's newest outcome, at once after a quiet time and then ten times a second", async () => {
  const clock = new ManualClock();
  const told: WriteResults[] = [];
  const outcomes = new WriteOutcomes(clock, (results) => told.push(results));
  outcomes.settle(3, 1);
  outcomes.settle(1, 1, "zu groß");
  outcomes.settle(3, 2);
  expect(told).toEqual([]);
  await turn();
  expect(told.splice(0)).toEqual([{ n: [3, 1], seq: [2, 1], why: [null, "zu groß"] }]);
  outcomes.settle(1, 4, "belegt");
  outcomes.settle(1, 5);
  outcomes.settle(1, 3, "kam zu spät");
  await turn();
  expect(told).toEqual([]);
  clock.advance(100);
  expect(told).toEqual([{ n: [1], seq: [5] }]);
  clock.advance(1_000);
  outcomes.flush();
  expect(told).toHaveLength(1);
});
