import { ManualClock } from "@hubwart/core";
import { describe, expect, it } from "vitest";
import { Guesses } from "./guesses.ts";

describe("guesses", () => {
  it("are refused after 20 wrong ones for the rest of the minute, for this address only", () => {
    const clock = new ManualClock();
    const guesses = new Guesses(clock);
    for (let i = 0; i < 20; i += 1) {
      expect(guesses.refusedFor("10.0.0.1")).toBeUndefined();
      guesses.failed("10.0.0.1");
      clock.advance(1_000);
    }
    expect(guesses.refusedFor("10.0.0.1")).toBe(40);
    expect(guesses.refusedFor("10.0.0.2")).toBeUndefined();
    clock.advance(40_000);
    expect(guesses.refusedFor("10.0.0.1")).toBeUndefined();
  });

  it("of many addresses cost bounded memory, the longest untouched goes first", () => {
    const guesses = new Guesses(new ManualClock());
    for (let i = 0; i < 20; i += 1) guesses.failed("10.0.0.1");
    for (let i = 0; i < 1_000; i += 1) guesses.failed(`10.1.${i >> 8}.${i & 255}`);
    expect(guesses.refusedFor("10.0.0.1")).toBeUndefined();
  });
});
