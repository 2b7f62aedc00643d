import { describe, expect, it } from "vitest";
import { parseCentralConfig } from "./config.ts";

describe("the environment of the central", () => {
  it("may be empty", () => {
    expect(parseCentralConfig({})).toMatchObject({ bind: "127.0.0.1", natsPort: 4222, natsUrl: undefined });
  });
  it("names addresses one after the other", () => {
    const { addresses } = parseCentralConfig({ HUBWART_CENTRAL_ADDRESSES: "a.example.org, 192.0.2.1" });
    expect(addresses).toEqual(["a.example.org", "192.0.2.1"]);
  });
  it("is refused by name", () => {
    for (const [name, value] of [
      ["HUBWART_CENTRAL_HTTP_PORT", "70000"],
      ["HUBWART_CENTRAL_BIND", "somewhere"],
      ["HUBWART_CENTRAL_ADDRESSES", "a,,b"],
      ["HUBWART_CENTRAL_NATS_PUBLIC", "a.example.org"],
      ["HUBWART_CENTRAL_STORE_GB", "0"],
      ["HUBWART_CENTRAL_NATS_URL", "http://x"],
      ["HUBWART_CENTRAL_POSTGRES_URL", "mysql://x"],
    ] as const)
      expect(() => parseCentralConfig({ [name]: value })).toThrow(name);
  });
});
