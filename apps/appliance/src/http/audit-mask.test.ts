import { describe, expect, it } from "vitest";
import { MASKED, masked } from "./audit-mask.ts";

describe("what is kept of a call's input", () => {
  it.each([
    "pwd",
    "password",
    "auth_token",
    "client_secret",
    "webhook",
    "apiKey",
    "api_key",
    "key",
    "old",
    "new",
    "Authorization",
    "user_header",
    "credentials",
    "proof",
    "otp",
  ])("has no value of %s, whatever it is and however deep", (name) => {
    for (const value of ["geheim", 1234, ["geheim"], { inner: "geheim" }]) {
      expect(masked({ a: [{ [name]: value, host: "x" }] })).toEqual({ a: [{ [name]: MASKED, host: "x" }] });
    }
  });

  it("says whether a secret was set", () => {
    expect(masked({ password: true, token: null })).toEqual({ password: true, token: null });
  });

  it("keeps names that only look alike", () => {
    expect(masked({ keyboard: "de", renewed: 1, older: "a" })).toEqual({
      keyboard: "de",
      renewed: 1,
      older: "a",
    });
  });

  it("is bounded in length, number and depth", () => {
    expect(masked("x".repeat(9_000))).toHaveLength(501);
    expect(masked(Array.from({ length: 9_000 }, () => 1))).toHaveLength(100);
    const names = Object.fromEntries(Array.from({ length: 9_000 }, (_, i) => [`n${i}`, 1]));
    expect(Object.keys(masked(names) as object)).toHaveLength(100);
    let deep: unknown = "end";
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    expect(JSON.stringify(masked(deep))).toBe('[[[[[[[["…"]]]]]]]]');
  });
});
