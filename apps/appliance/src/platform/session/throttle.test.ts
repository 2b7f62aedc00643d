import { LIMITS } from "@hubwart/contract";
import { ManualClock } from "@hubwart/core";
import type { ThrottleRow } from "@hubwart/core/store";
import { beforeEach, describe, expect, it } from "vitest";
import { Throttle } from "./throttle.ts";

const DAY = 86_400_000;
const START = Date.UTC(2026, 10, 21);

let rows: Map<string, ThrottleRow>;
let clock: ManualClock;
let throttle: Throttle;
/** As a restart finds it: the table stays, monotonic time begins anew. */
const restart = (now: number) => {
  clock = new ManualClock(now);
  const table = {
    find: (name: string) => {
      const row = rows.get(name);
      return row && { ...row };
    },
    put: (name: string, row: ThrottleRow) => void rows.set(name, { ...row }),
    delete: (name: string) => void rows.delete(name),
  };
  throttle = new Throttle(table, clock);
};
beforeEach(() => {
  rows = new Map();
  restart(START);
});
const lock = () => {
  for (let count = 0; count < LIMITS.loginFailures; count += 1) throttle.failed("a");
};

describe("a lock", () => {
  it.each([-2 * DAY, 2 * DAY])("lasts its length when the clock jumps by %i ms", (ms) => {
    lock();
    clock.jump(ms);
    expect(throttle.refusedFor("a")).toBe(30);
    clock.advance(29_999);
    expect(throttle.refusedFor("a")).toBe(1);
    clock.advance(1);
    expect(throttle.refusedFor("a")).toBeUndefined();
  });

  it("is never longer than its length after a restart, and not lifted by one", () => {
    lock();
    restart(START - 365 * DAY);
    expect(throttle.refusedFor("a")).toBe(30);
    restart(START + 10_000);
    expect(throttle.refusedFor("a")).toBe(20);
  });
});
