import { describe, expect, it } from "vitest";
import { capacity, lastReason } from "./service.ts";

describe("the share of a disk that is used", () => {
  it("is that of what may be used, as df(1) has it, not of what is kept for root", () => {
    expect(capacity({ total: 252, used: 27, free: 76 }).used_perc).toBeCloseTo(26.2, 1);
    expect(capacity({ total: 100, used: 95, free: 0 }).used_perc).toBe(100);
    expect(capacity({ total: 0, used: 0, free: 0 }).used_perc).toBe(0);
  });
});

describe("why the hub was last started or stopped", () => {
  it("is the licence for as long as there is none, and else what the launcher knows", () => {
    for (const reason of [1, 2, 3] as const) {
      expect(lastReason({ lastrc: 5 }, { state: "no_license", reason })).toBe(reason);
      expect(lastReason({ lastrc: 5 }, { state: "running", reason })).toBe(5);
    }
    expect(lastReason({ lastrc: 1001 }, { state: "no_license" })).toBe(1001);
    expect(lastReason(undefined, undefined)).toBe(0);
  });
});
