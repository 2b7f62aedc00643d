import { describe, expect, it } from "vitest";
import { Budget, messageCost, POD_BUDGET } from "./budget.ts";

function setup(perSecond: number, burst: number) {
  let now = 0;
  const budget = new Budget({ perSecond, burst, now: () => now });
  return {
    budget,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

describe("Budget", () => {
  it("allows a burst, then as much as time brings, and never saves up more than the burst", () => {
    const { budget, pass } = setup(10, 5);
    expect([budget.take(5), budget.take(1)]).toEqual([true, false]);
    pass(100);
    expect([budget.take(1), budget.take(1)]).toEqual([true, false]);
    pass(1_000_000);
    expect([budget.take(5), budget.take(1)]).toEqual([true, false]);
  });

  it("counts what is spent over it, and says how long that takes", () => {
    const { budget, pass } = setup(10, 5);
    expect(budget.wait).toBe(0);
    expect([budget.spend(5), budget.spend(2)]).toEqual([true, false]);
    expect(budget.wait).toBe(200);
    pass(200);
    expect(budget.wait).toBe(0);
    expect(budget.spend(1)).toBe(false);
  });

  it("leaves a pod with 20,000 values a second far below it", () => {
    const batches = 1_000;
    const bytes = (20_000 / batches) * 30;
    expect(batches * 2 * messageCost(bytes)).toBeLessThan(POD_BUDGET.perSecond / 3);
  });
});
