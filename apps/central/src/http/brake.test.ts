import { ManualClock } from "@hubwart/core";
import { describe, expect, it } from "vitest";
import { Brake } from "./brake.ts";

describe("the brake", () => {
  it("stops an address after ten tries, and no other", () => {
    const clock = new ManualClock();
    const brake = new Brake(clock);
    for (let n = 0; n < 10; n += 1) {
      brake.demand("192.0.2.1");
      brake.failed("192.0.2.1");
    }
    expect(() => brake.demand("192.0.2.1")).toThrow("Versuche");
    expect(() => brake.demand("192.0.2.2")).not.toThrow();
    clock.advance(60_001);
    expect(() => brake.demand("192.0.2.1")).not.toThrow();
  });
  it("counts the addresses of one network of IPv6 together", () => {
    const brake = new Brake(new ManualClock());
    for (let n = 0; n < 10; n += 1) brake.failed(`2001:db8::${n}`);
    expect(() => brake.demand("2001:db8::ffff")).toThrow();
  });
});
