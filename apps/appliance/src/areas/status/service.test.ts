import { describe, expect, it } from "vitest";
import { capacity } from "./service.ts";

describe("the share of a disk that is used", () => {
  it("is that of what may be used, as df(1) has it, not of what is kept for root", () => {
    expect(capacity({ total: 252, used: 27, free: 76 }).used_perc).toBeCloseTo(26.2, 1);
    expect(capacity({ total: 100, used: 95, free: 0 }).used_perc).toBe(100);
    expect(capacity({ total: 0, used: 0, free: 0 }).used_perc).toBe(0);
  });
});
