import { expect, it } from "vitest";
import { forwardedFor } from "./forwarded.ts";

const PROOF = "a".repeat(64);
const from = (remoteAddress: string, headers: Record<string, string>) =>
  ({ headers, socket: { remoteAddress } }) as never;

it("the own proxy's word on who asks counts, and of several addresses the one it added", () => {
  const headers = { "x-hubwart-proxy": PROOF, "x-forwarded-for": "127.0.0.1, 198.51.100.9,192.0.2.7" };
  expect(forwardedFor(from("127.0.0.1", headers), PROOF)).toBe("192.0.2.7");
  expect(forwardedFor(from("::ffff:127.0.0.1", headers), PROOF)).toBe("192.0.2.7");
});

it.each([
  ["of a program on the device without the proof", "127.0.0.1", {}],
  ["with another proof", "127.0.0.1", { "x-hubwart-proxy": "b".repeat(64) }],
  ["with a part of it", "127.0.0.1", { "x-hubwart-proxy": "a" }],
  ["of somebody elsewhere who knows it", "192.0.2.1", { "x-hubwart-proxy": PROOF }],
])("nobody else's: %s", (_what, address, headers) => {
  expect(forwardedFor(from(address, { "x-forwarded-for": "192.0.2.7", ...headers }), PROOF)).toBeUndefined();
});

it("what is no address is nobody's", () => {
  for (const text of ["", "unknown", "192.0.2.7, x", "192.0.2.7:80"]) {
    const headers = { "x-hubwart-proxy": PROOF, "x-forwarded-for": text };
    expect(forwardedFor(from("127.0.0.1", headers), PROOF)).toBeUndefined();
  }
});
