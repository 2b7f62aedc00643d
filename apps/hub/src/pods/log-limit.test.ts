import { type LogEntry, ManualClock } from "@hubwart/core";
import { expect, it } from "vitest";
import { LogLimit } from "./log-limit.ts";

it("passes a burst and then a thousand lines a second, and says once that it does not", () => {
  const clock = new ManualClock();
  let told = 0;
  const limit = new LogLimit(clock, () => {
    told += 1;
  });
  const lines = (count: number) =>
    Array.from(
      { length: count },
      (): LogEntry => ({ ts: 1, level: "info", src: "pod", module: "m", msg: "x" }),
    );
  expect(limit.pass(lines(4_000))).toHaveLength(4_000);
  expect(told).toBe(0);
  expect(limit.pass(lines(10))).toHaveLength(0);
  expect(limit.pass(lines(10))).toHaveLength(0);
  expect(told).toBe(1);
  clock.advance(1_000);
  expect(limit.pass(lines(1_000))).toHaveLength(1_000);
  expect(limit.pass(lines(1))).toHaveLength(0);
  expect(told).toBe(2);
});
