import { describe, expect, it } from "vitest";
import { usedPercent } from "./host.ts";

describe("the share of a disk that is used", () => {
  it("is that of what may be used, as df(1) has it, not of what is kept for root", () => {
    expect(usedPercent({ total: 252, used: 27, free: 76 })).toBeCloseTo(26.2, 1);
    expect(usedPercent({ total: 100, used: 95, free: 0 })).toBe(100);
    expect(usedPercent({ total: 0, used: 0, free: 0 })).toBe(0);
  });
});
