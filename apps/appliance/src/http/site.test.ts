import { describe, expect, it } from "vitest";
import { siteOf } from "./site.ts";

describe("the name by which a browser calls", () => {
  it.each([
    ["https://hub.example", "hub.example"],
    ["https://hub.example:8443", "hub.example:8443"],
    ["https://hub.example", "HUB.example"],
  ])("is %s", (origin, host) => expect(siteOf({ origin, host })).toBe(origin));
  it.each([
    ["http://hub.example", "hub.example"],
    ["https://evil.example", "hub.example"],
    ["https://hub.example", "hub.example:8443"],
    ["https://hub.example/", "hub.example"],
    ["https://10.0.0.2", "10.0.0.2"],
    ["https://[::1]", "[::1]"],
    ["null", "hub.example"],
    [undefined, "hub.example"],
    ["https://hub.example", undefined],
  ])("is none of %s at %s", (origin, host) => expect(siteOf({ origin, host })).toBeUndefined());
});
