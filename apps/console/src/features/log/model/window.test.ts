import { describe, expect, it } from "vitest";
import { AT_THE_END, isQuick, QUICK, type Samples, sampled, windowOf } from "./window.ts";

const rows = Array.from({ length: 200 }, (_, i) => i + 1);

describe("the lines in the document", () => {
  it("are the whole page while the log is calm", () => {
    expect(windowOf(rows, false)).toEqual({ shown: rows, left: 0 });
    expect(windowOf(rows, false).shown).toBe(rows);
  });
  it("are those at the end while lines come quickly, and all of a short page", () => {
    expect(windowOf(rows, true)).toEqual({
      shown: rows.slice(200 - AT_THE_END),
      left: 200 - AT_THE_END,
    });
    expect(windowOf(rows.slice(0, 5), true)).toEqual({ shown: [1, 2, 3, 4, 5], left: 0 });
  });
});

describe("a log", () => {
  it("is quick from the first large bundle until two samples saw little", () => {
    let samples: Samples = [2_000, 2_000];
    expect(isQuick(samples, 2_000 + QUICK)).toBe(false);
    expect(isQuick(samples, 2_001 + QUICK)).toBe(true);
    samples = sampled(samples, 3_000);
    expect(isQuick(samples, 3_000)).toBe(true);
    samples = sampled(samples, 3_001);
    expect(isQuick(samples, 3_001)).toBe(false);
  });
  it("at rest has the same samples, so that nothing is drawn anew", () => {
    const samples: Samples = [7, 7];
    expect(sampled(samples, 7)).toBe(samples);
  });
});
