import { describe, expect, it } from "vitest";
import { KeptWeight } from "./kept-weight.ts";

const MIB = 1024 * 1024;

describe("KeptWeight", () => {
  it("allows 64 MiB in all channels together, whatever each has been before", () => {
    const kept = new KeptWeight();
    const large = "x".repeat(8 * MIB - 100);
    for (let round = 0; round < 3; round += 1) {
      for (let channel = 0; channel < 8; channel += 1) expect(kept.keep(channel, large)).toBe(true);
    }
    expect(kept.keep(8, large)).toBe(false);
    for (let channel = 0; channel < 9; channel += 1) kept.keep(channel, channel);
    for (let channel = 0; channel < 8; channel += 1) expect(kept.keep(channel, [large])).toBe(true);
    expect(kept.keep(9, { large })).toBe(false);
  });

  it("does not count what is small", () => {
    const kept = new KeptWeight();
    for (let channel = 0; channel < 200_000; channel += 1)
      expect(kept.keep(channel, "x".repeat(200))).toBe(true);
  });
});
