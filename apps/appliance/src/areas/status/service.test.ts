import { describe, expect, it } from "vitest";
import { lastReason } from "./service.ts";

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
