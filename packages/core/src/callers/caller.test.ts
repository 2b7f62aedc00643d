import { describe, expect, it } from "vitest";
import { callerOf } from "./caller.ts";

describe("one caller", () => {
  it.each([
    ["10.0.0.1", "10.0.0.1"],
    ["::ffff:10.0.0.1", "10.0.0.1"],
    ["2001:db8:0:1:aaaa:bbbb:cccc:dddd", "2001:db8:0:1::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
  ])("%s is %s", (address, caller) => {
    expect(callerOf(address)).toBe(caller);
  });
});
