import { describe, expect, it } from "vitest";
import { Samples } from "./samples.ts";

const good = (value: unknown) => ({ value, quality: 0 });

describe("samples of channels", () => {
  it("keep values of each kind, whatever was there before", () => {
    const samples = new Samples(2);
    expect(samples.get(1)).toBeUndefined();
    for (const value of [1.5, "an", true, 0, null, -0.5, { a: [1] }, 7]) {
      samples.set(1, good(value), 1);
      expect(samples.get(1)).toEqual(good(value));
    }
    expect(samples.get(0)).toBeUndefined();
  });

  it("tell the first value from later ones, and from one that was there before", () => {
    const samples = new Samples(1);
    const came = (ts: number, quality = 0) => samples.set(0, { value: 1, quality }, ts);
    expect([came(0, 2), came(1_000), came(1_000, 1), came(0, 2), came(1_000), came(2_000)]).toEqual([
      "same",
      "first",
      "same",
      "same",
      "same",
      "next",
    ]);
    expect(samples.get(0)).toEqual({ value: 1, quality: 0 });
  });
});
